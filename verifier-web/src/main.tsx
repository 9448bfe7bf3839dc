/** The page's entry. */
import { render } from "preact";
import { keepOffline } from "./offline/offline-copy.js";
import { Page } from "./view/page.js";

render(<Page />, document.getElementById("page")!);
// After the page is there: the copy takes its share of the network and of the processor.
void keepOffline();
