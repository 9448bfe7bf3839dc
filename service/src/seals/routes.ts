/** The routes of seals: docs/interface.md, `POST` and `GET /proofs/{id}/qualified` and `qualified.tsr`. */
import Type from "typebox";
import { ApiError } from "../api-error.js";
import { COUNT, file, json, keyedErrorAnswers, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import type { Records } from "../records/records.js";
import { ownProof } from "../resources/own-proof.js";
import { sealResource } from "../resources/seal-resource.js";
import { SEAL, SEAL_OR_NULL } from "../resources/seal-schema.js";
import type { Addresses } from "../site/addresses.js";
import { issueSealFile } from "./issue-seal-file.js";
import { refused, type SealPurchase } from "./seal-purchase.js";

/** Seconds after which clients should ask for a pending seal again. */
const PENDING_RETRY_SECONDS = 30;

export interface SealRoutesDeps {
  readonly store: Records;
  readonly sealPurchase: SealPurchase;
  readonly addresses: () => Addresses;
}

const SEAL_ANSWER = Type.Object(
  {
    proof_id: UUID,
    created: Type.Boolean({ description: "False when the proof already had a seal; nothing was spent." }),
    qualified: SEAL,
    seals_remaining: COUNT,
  },
  { $id: "SealAnswer" },
);

const SEAL_OF_PROOF = Type.Object({ proof_id: UUID, qualified: SEAL_OR_NULL }, { $id: "SealOfProof" });

export function sealRoutes({ store, sealPurchase, addresses }: SealRoutesDeps): ApiRoute[] {
  return [
    apiRoute({
      method: "POST",
      path: "/proofs/{id}/qualified",
      operationId: "requestSeal",
      summary: "Request the qualified timestamp",
      description: "No body. Spends one seal; never charges a card.",
      params: { id: UUID },
      answers: {
        200: { description: "The seal.", content: json(SEAL_ANSWER) },
        202: {
          description: "Paid for, but the authority did not answer: calling again completes it at no cost.",
          headers: { "Retry-After": Type.Literal(String(PENDING_RETRY_SECONDS)) },
          content: json(SEAL_ANSWER),
        },
        ...keyedErrorAnswers("payment_required", "not_found", "conflict", "rate_limited", "seal_unavailable"),
      },
      handle: async (request, h) => {
        const proof = await ownProof(store.proofs, request);
        const { isNew, seal } = await sealPurchase.buy(proof);
        const completed = await sealPurchase.complete(seal);
        if (completed === null) throw refused();
        const answer = h.response({
          proof_id: proof.id,
          created: isNew,
          qualified: sealResource(completed, addresses().baseUrl),
          seals_remaining: await sealPurchase.remaining(proof.accountId),
        });
        if (completed.token !== null) return answer;
        return answer.code(202).header("retry-after", String(PENDING_RETRY_SECONDS));
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proofs/{id}/qualified",
      operationId: "getSeal",
      summary: "Get the seal",
      description: "Issues and spends nothing.",
      params: { id: UUID },
      answers: {
        200: {
          description: "The seal, or null.",
          content: json(SEAL_OF_PROOF),
        },
        ...keyedErrorAnswers("not_found"),
      },
      handle: async (request) => {
        const { id, seal } = await ownProof(store.proofs, request);
        return { proof_id: id, qualified: seal && sealResource(seal, addresses().baseUrl) };
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proofs/{id}/qualified.tsr",
      operationId: "getSealFile",
      summary: "Download the seal as the authority returned it",
      description: "An RFC 3161 TimeStampResp in DER.",
      params: { id: UUID },
      answers: {
        200: {
          description: "The TimeStampResp.",
          headers: { "Content-Disposition": Type.String() },
          content: file("application/timestamp-reply"),
        },
        ...keyedErrorAnswers("not_found"),
      },
      handle: async (request, h) => {
        const proof = await ownProof(store.proofs, request);
        const response = await issueSealFile(store.seals, proof);
        if (response === null) throw new ApiError("not_found", "the proof has no seal yet");
        return h
          .response(Buffer.from(response))
          .type("application/timestamp-reply")
          .header("content-disposition", `attachment; filename=svc-${proof.id}-qualified-timestamp.tsr`);
      },
    }),
  ];
}
