/**
 * Serial numbers and nonces: integers that are kept as bytes, since they may have any size that is allowed. Negative ones
 * are not refused: authorities draw them at random and forget the sign.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { type DerElement, expectTag, readSmallInteger, TAG } from "../der/index.js";
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

/** Reads the version of a request or a `TSTInfo`, which is always 1. @throws FormatError (`tsp_version`). */
export function readVersion(element: DerElement): void {
  const version = readSmallInteger(element);
  if (version !== 1) fail(element, `expected version 1, got ${version}`, "tsp_version");
}

function fail(element: DerElement, message: string, code: Rfc3161ErrorCode = "tsp_integer"): never {
  throw new FormatError(code, message, element.offset);
}
