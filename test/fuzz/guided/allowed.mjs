/** Lets pass what a reader may throw on hostile input: its own typed error, never anything else. */
import { FormatError } from "@svc-proof/shared/encoding";

/** @param {unknown} error */
export function orThrow(error) {
  if (!(error instanceof FormatError)) throw error;
}
