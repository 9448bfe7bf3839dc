/** Proofs that anyone may fetch. */

import type { Lifecycle, Request, ResponseToolkit } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import Type from "typebox";
import { callerOf } from "../accounts/authentication.js";
import { ApiError } from "../errors.js";
import { json } from "../http/answers.js";
import type { Answer, Answers } from "../http/routes.js";
import type { ProofStore } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { PROOF_STATE, PUBLIC_ERROR, proofState } from "./proof.js";

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

// Answers that the public routes of a proof share: docs/interface.md, `GET /proof/{id}.json`.

/** `Retry-After`, in seconds, for a resource that does not exist yet. */
export const NOT_READY_RETRY_SECONDS = 60;

const publicError = (description: string) => ({ description, content: json(PUBLIC_ERROR) });

/** Errors with the body `{error: string}` instead of the API's. */
export const publicErrorAnswers: Answers = {
  400: publicError("The id is not a UUID."),
  404: publicError("It does not exist."),
  503: publicError("An internal service does not answer. Retry later."),
};

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
