/** What a result needs in one language, as one file to load. */
export { german as codes } from "../codes/german.js";
export { german as result } from "./german.js";
