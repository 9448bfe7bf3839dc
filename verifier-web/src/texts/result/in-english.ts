/** What a result needs in one language, as one file to load. */
export { english as codes } from "@svc-proof/ui/texts/codes/english";
export { english as result } from "./english.js";
