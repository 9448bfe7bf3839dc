/** A strict DER parser (X.690). */
export { type ByteRange, DerElement } from "./der-element.js";
export { DerFields, expectTag } from "./der-fields.js";
export type { DerLimits } from "./limits.js";
export { parseDer, parseDerCopy } from "./parse-der.js";
export { readBer } from "./read-ber.js";
export {
  readBitString,
  readBoolean,
  readGeneralizedTime,
  readObjectIdentifier,
  readSmallInteger,
  readTime,
} from "./read-value.js";
export { contextConstructed, contextPrimitive, TAG } from "./tag.js";
