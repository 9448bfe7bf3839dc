import type { Lifecycle, Request, ResponseToolkit } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import Type from "typebox";
import { ApiError } from "../api-error.js";
import { json } from "../openapi/answers.js";
import type { Answer } from "../openapi/api-route.js";
import type { ProofStore } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { idOf } from "./own-proof.js";
import { proofState } from "./proof-resource.js";
import { PROOF_STATE } from "./proof-schemas.js";
import { NOT_READY_RETRY_SECONDS } from "./public-answers.js";

/**
 * The proof of a public address.
 *
 * @throws ApiError `invalid_request`, `not_found`.
 */
export function publicProof(proofs: ProofStore, request: Request): Promise<ProofRecord> {
  return publicProofBy(idOf(request), (id) => proofs.find(id));
}

/**
 * The proof of the certificate that a public address names.
 *
 * @throws ApiError `invalid_request`, `not_found`.
 */
export function publicProofOfCertificate(proofs: ProofStore, request: Request): Promise<ProofRecord> {
  return publicProofBy(idOf(request, "certificate_id"), (id) => proofs.findByCertificate(id));
}

async function publicProofBy(
  id: string,
  find: (id: string) => Promise<ProofRecord | null>,
): Promise<ProofRecord> {
  if (!isUuid(id)) throw new ApiError("invalid_request", "the id expected a UUID");
  const proof = await find(id);
  if (proof === null) throw new ApiError("not_found", "there is no such proof");
  return proof;
}

const NOT_READY = Type.Object(
  { ready: Type.Boolean({ description: "False." }), state: PROOF_STATE },
  { $id: "NotReady" },
);

/** What a public address answers before its resource exists. */
export const notReadyAnswer = (description: string): Answer => ({
  description,
  headers: { "Retry-After": Type.Literal(String(NOT_READY_RETRY_SECONDS)) },
  content: json(NOT_READY),
});

export function notReady(h: ResponseToolkit, proof: ProofRecord): Lifecycle.ReturnValue {
  return h
    .response({ ready: false, state: proofState(proof) })
    .code(202)
    .header("retry-after", String(NOT_READY_RETRY_SECONDS));
}
