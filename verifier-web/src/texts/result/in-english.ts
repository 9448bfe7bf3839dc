/** What a result needs in one language, as one file to load. */
export { english as codes } from "../codes/english.js";
export { english as result } from "./english.js";
