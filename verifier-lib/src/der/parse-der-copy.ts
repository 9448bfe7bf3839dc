import type { WorkBudget } from "@svc-proof/shared/work";
import type { DerElement } from "./der-element.js";
import type { DerLimits } from "./limits.js";
import { parseDer } from "./parse-der.js";

/**
 * As `parseDer`, but parses a copy: later changes to the caller's bytes do not affect the result. The size is
 * checked before copying.
 *
 * @throws FormatError (`DerErrorCode`, `work_limit_exceeded`).
 */
export function parseDerCopy(bytes: Uint8Array, limits: DerLimits, work?: WorkBudget): DerElement {
  const isTooLarge = bytes.length > limits.maxBytes;
  return parseDer(isTooLarge ? bytes : new Uint8Array(bytes), limits, work);
}
