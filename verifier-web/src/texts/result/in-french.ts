/** What a result needs in one language, as one file to load. */
export { french as codes } from "@svc-proof/ui/texts/codes/french";
export { french as result } from "./french.js";
