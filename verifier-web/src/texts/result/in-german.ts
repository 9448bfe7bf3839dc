/** What a result needs in one language, as one file to load. */
export { german as codes } from "@svc-proof/ui/texts/codes/german";
export { german as result } from "./german.js";
