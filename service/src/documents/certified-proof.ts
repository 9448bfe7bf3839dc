import type { Request } from "@hapi/hapi";
import { ApiError } from "../api-error.js";
import type { ProofStore } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { ownProof } from "../resources/own-proof.js";

/**
 * The caller's proof that the path names, if it has documents of its own.
 *
 * @throws ApiError `not_found`; `conflict` when another account registered the bytes first.
 */
export async function certifiedProof(proofs: ProofStore, request: Request): Promise<ProofRecord> {
  const proof = await ownProof(proofs, request);
  if (proof.firstRegistrant) return proof;
  throw new ApiError(
    "conflict",
    "another account registered the same bytes first: this proof has no certificate",
  );
}
