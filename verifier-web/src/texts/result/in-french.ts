/** What a result needs in one language, as one file to load. */
export { french as codes } from "../codes/french.js";
export { french as result } from "./french.js";
