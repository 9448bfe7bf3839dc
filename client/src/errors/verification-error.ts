import type { Report } from "@svc-proof/verifier-lib";
import { ClientError } from "./client-error.js";

/**
 * - `not_verified`: a check failed, or could not be made, that needs no source; see `report`.
 * - `not_verified_by_source`: nothing failed, but `require: "verified"` is not reached.
 * - `other_proof`: the file is about another proof.
 * - `other_content`: the original has another fingerprint than the registered one.
 */
export type VerificationErrorCode =
  | "not_verified"
  | "not_verified_by_source"
  | "other_proof"
  | "other_content";

/** A download that does not hold. It is not returned. */
export class VerificationError extends ClientError {
  override readonly name = "VerificationError";
  readonly code: VerificationErrorCode;
  /** The verifier's report; null for an original. */
  readonly report: Report | null;

  constructor(code: VerificationErrorCode, message: string, report: Report | null) {
    super(message);
    this.code = code;
    this.report = report;
  }
}
