/** What a result needs in one language, as one file to load. */
export { spanish as codes } from "@svc-proof/ui/texts/codes/spanish";
export { spanish as result } from "./spanish.js";
