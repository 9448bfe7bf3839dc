/** All that the element says in one language, as one file to load. */

export { codes } from "virtual:codes/usual/spanish";
export { spanish as actions } from "@svc-proof/ui/texts/actions/spanish";
export { spanish as page } from "@svc-proof/ui/texts/common/spanish";
export { spanish as result } from "@svc-proof/ui/texts/verdict/spanish";
export { spanish as own } from "./spanish.js";
