/**
 * The routes of seals: interface, `POST` and `GET /proofs/{id}/qualified` and `qualified.tsr`. No timestamping
 * authority is connected yet: no proof has a seal, and who asks for one is told the truest reason why there is none.
 */
import Type from "typebox";
import { ApiError } from "../api-error.js";
import { COUNT, file, json, keyedErrorAnswers, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import { ownProof } from "../proofs/own-proof.js";
import { type Addresses, sitePages } from "../site/addresses.js";
import type { Store } from "../store/store.js";
import { sealRefusal } from "./seal-refusal.js";
import { SEAL_OR_NULL } from "./seal-schema.js";

export interface SealRoutesDeps {
  readonly store: Store;
  readonly addresses: () => Addresses;
}

const SEAL_ANSWER = Type.Object({
  proof_id: UUID,
  created: Type.Boolean({ description: "False when the proof already had a seal; nothing was spent." }),
  qualified: SEAL_OR_NULL,
  seals_remaining: COUNT,
});

export function sealRoutes({ store, addresses }: SealRoutesDeps): ApiRoute[] {
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
          headers: { "Retry-After": Type.Literal("30") },
          content: json(SEAL_ANSWER),
        },
        ...keyedErrorAnswers("payment_required", "not_found", "conflict", "rate_limited", "seal_unavailable"),
      },
      handle: async (request) => {
        const proof = await ownProof(store.proofs, request);
        const buyUrl = sitePages(addresses()).seals;
        throw await sealRefusal(store.accounts, proof.accountId, !proof.firstRegistrant, buyUrl);
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
          content: json(Type.Object({ proof_id: UUID, qualified: SEAL_OR_NULL })),
        },
        ...keyedErrorAnswers("not_found"),
      },
      handle: async (request) => ({ proof_id: (await ownProof(store.proofs, request)).id, qualified: null }),
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
      handle: async (request) => {
        await ownProof(store.proofs, request);
        throw new ApiError("not_found", "the proof has no seal");
      },
    }),
  ];
}
