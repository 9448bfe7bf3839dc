import { createRoot } from "react-dom/client";
import { Verifier } from "./verifier.jsx";

createRoot(document.getElementById("root")).render(<Verifier />);
