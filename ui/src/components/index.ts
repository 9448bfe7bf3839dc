export { Mark } from "./mark.js";
export { MARK_CHECK, MARK_RIDGES } from "./mark-shape.js";
export { Sign } from "./sign.js";
export { SIGN_MARKS, SIGN_OUTLINES, type SignKind } from "./sign-shape.js";
export { Stated } from "./stated.js";
