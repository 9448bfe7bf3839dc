/** All that the element says in one language, as one file to load. */

export { codes } from "virtual:codes/usual/french";
export { french as actions } from "@svc-proof/ui/texts/actions/french";
export { french as page } from "@svc-proof/ui/texts/common/french";
export { french as result } from "@svc-proof/ui/texts/verdict/french";
export { french as own } from "./french.js";
