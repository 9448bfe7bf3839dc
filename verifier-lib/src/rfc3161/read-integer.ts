/**
 * Serial numbers and nonces: integers that are kept as bytes, since they may have any size that is allowed. Negative ones
 * are not refused: authorities draw them at random and forget the sign.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { type DerElement, expectTag, TAG } from "../der/index.js";
import type { Rfc3161ErrorCode } from "./error-code.js";
import { MAX_INTEGER_BYTES } from "./limits.js";

/** Content of an INTEGER. @throws FormatError (`tsp_integer`) for more bytes than are allowed. */
export function readInteger(element: DerElement): Uint8Array {
  expectTag(element, TAG.integer);
  const { content } = element;
  if (content.length > MAX_INTEGER_BYTES) {
    return fail(element, `expected at most ${MAX_INTEGER_BYTES} bytes, got ${content.length}`);
  }
  return content;
}

function fail(element: DerElement, message: string): never {
  const code: Rfc3161ErrorCode = "tsp_integer";
  throw new FormatError(code, message, element.offset);
}
