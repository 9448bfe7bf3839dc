import { isUnreadableFile } from "@svc-proof/ui/hashing";
import type { Problem } from "../model/item.js";
import { VerifierGoneError } from "../verification/verifier-client.js";

/** The problem that the page shows for an error. */
export function problemOf(error: unknown): Problem {
  if (isUnreadableFile(error)) return { code: "file_unreadable", evidence: { reason: error.message } };
  return { code: error instanceof VerifierGoneError ? error.code : "verifier_crashed", evidence: {} };
}
