/** What a result needs in one language, as one file to load. */
export { spanish as codes } from "../codes/spanish.js";
export { spanish as result } from "./spanish.js";
