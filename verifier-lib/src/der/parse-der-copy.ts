import type { WorkBudget } from "@svc-proof/shared/work";
import type { DerElement } from "./der-element.js";
import type { DerLimits } from "./limits.js";
import { parseDer } from "./parse-der.js";

/**
 * As `parseDer`, of a copy: what was parsed stays what it was, whatever becomes of the caller's bytes. Bytes that are too
 * many are refused before they are copied.
 *
 * @throws FormatError (`DerErrorCode`, `work_limit_exceeded`).
 */
export function parseDerCopy(bytes: Uint8Array, limits: DerLimits, work?: WorkBudget): DerElement {
  const isTooLarge = bytes.length > limits.maxBytes;
  return parseDer(isTooLarge ? bytes : new Uint8Array(bytes), limits, work);
}
