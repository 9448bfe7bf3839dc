import type { Request } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import { callerOf } from "../accounts/authentication.js";
import { ApiError } from "../api-error.js";
import type { ProofStore } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";

/** RFC 9562 section 4: upper case is read as lower case. */
export function idOf(request: Request, parameter: "id" | "certificate_id" = "id"): string {
  return String(request.params[parameter]).toLowerCase();
}

/**
 * The proof that the path names, if it is the caller's: docs/interface.md, "Authentication", rule 5.
 *
 * @throws ApiError `not_found`, the same for a missing proof and for another account's.
 */
export async function ownProof(proofs: ProofStore, request: Request): Promise<ProofRecord> {
  const id = idOf(request);
  const proof = isUuid(id) ? await proofs.findOwn(id, callerOf(request).account.id) : null;
  if (proof === null) throw new ApiError("not_found", "there is no such proof");
  return proof;
}
