/** Serial numbers and nonces: integers that are kept as bytes, since they may have any size that is allowed. */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
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

/** Content of an INTEGER that is not negative. @throws FormatError (`tsp_integer`). */
export function readUnsignedInteger(element: DerElement): Uint8Array {
  const content = readInteger(element);
  return content[0]! < 0x80 ? content : fail(element, "expected no negative number");
}

/** Upper-case hexadecimal of an integer that is not negative, without the byte that only keeps it so. */
export function unsignedHex(content: Uint8Array): string {
  return bytesToHex(content, content.length > 1 && content[0] === 0 ? 1 : 0).toUpperCase();
}

function fail(element: DerElement, message: string): never {
  const code: Rfc3161ErrorCode = "tsp_integer";
  throw new FormatError(code, message, element.offset);
}
