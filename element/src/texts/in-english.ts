/** All that the element says in one language, as one file to load. */

export { codes } from "virtual:codes/usual/english";
export { english as actions } from "@svc-proof/ui/texts/actions/english";
export { english as page } from "@svc-proof/ui/texts/common/english";
export { english as result } from "@svc-proof/ui/texts/verdict/english";
export { english as own } from "./english.js";
