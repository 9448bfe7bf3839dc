/** All that the element says in one language, as one file to load. */

export { codes } from "virtual:codes/usual/german";
export { german as actions } from "@svc-proof/ui/texts/actions/german";
export { german as page } from "@svc-proof/ui/texts/common/german";
export { german as result } from "@svc-proof/ui/texts/verdict/german";
export { german as own } from "./german.js";
