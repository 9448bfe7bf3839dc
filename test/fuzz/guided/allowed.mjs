/** Ignores the typed error that a reader may throw on hostile input. Throws any other error again. */
import { FormatError } from "@svc-proof/shared/encoding";

/** @param {unknown} error */
export function orThrow(error) {
  if (!(error instanceof FormatError)) throw error;
}
