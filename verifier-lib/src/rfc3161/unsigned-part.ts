import type { DerElement } from "../der/index.js";
import type { UnsignedPart } from "./timestamp-token.js";

/** Names a part of a token that no signature covers. */
export function unsignedPart(part: UnsignedPart["part"], { offset, der }: DerElement): UnsignedPart {
  return { part, start: offset, end: offset + der.length };
}
