export { type ShownOutcome, shownOutcome } from "./shown-outcome.js";
