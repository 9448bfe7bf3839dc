/** The page's entry. */
import { render } from "preact";
import { Page } from "./view/page.js";

render(<Page />, document.getElementById("page")!);
