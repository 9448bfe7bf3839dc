/** Files for OpenTimestamps clients, which the interface does not have: with a key, and for everyone. */
import type { Lifecycle, ResponseToolkit } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import Type from "typebox";
import { ApiError } from "../api-error.js";
import { file, json, keyedErrorAnswers, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import { idOf, ownProof } from "../proofs/own-proof.js";
import { proofState } from "../proofs/proof-resource.js";
import { PROOF_STATE } from "../proofs/proof-schemas.js";
import { NOT_READY_RETRY_SECONDS, publicErrorAnswers } from "../proofs/public-answers.js";
import type { Store } from "../store/store.js";
import { issueTimestamp } from "./issue-timestamp.js";

/** Of detached files there is no registered type. */
const MEDIA_TYPE = "application/octet-stream";

const FILE_ANSWER = {
  description:
    "The file. Its digest is the fingerprint: any OpenTimestamps client verifies the original with it.",
  headers: { "Content-Disposition": Type.String() },
  content: file(MEDIA_TYPE),
};

export function attestingRoutes({ store }: { readonly store: Store }): ApiRoute[] {
  return [
    apiRoute({
      method: "GET",
      path: "/proofs/{id}/bitcoin.ots",
      operationId: "getOwnTimestamp",
      summary: "Download the OpenTimestamps file",
      description: "An extension of this service.",
      params: { id: UUID },
      answers: { 200: FILE_ANSWER, ...keyedErrorAnswers("not_found") },
      handle: async (request, h) => {
        const proof = await ownProof(store.proofs, request);
        const bytes = await issueTimestamp(store, proof);
        if (bytes === null) throw new ApiError("not_found", "the proof is not submitted to Bitcoin yet");
        return sendFile(h, proof.id, bytes);
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proof/{id}.ots",
      operationId: "getTimestamp",
      summary: "Get the OpenTimestamps file of a proof",
      description: "An extension of this service. Needs no key.",
      public: true,
      params: { id: UUID },
      answers: {
        200: FILE_ANSWER,
        202: {
          description: "Not submitted to Bitcoin yet.",
          headers: { "Retry-After": Type.Literal(String(NOT_READY_RETRY_SECONDS)) },
          content: json(Type.Object({ ready: Type.Literal(false), state: PROOF_STATE })),
        },
        ...publicErrorAnswers,
      },
      handle: async (request, h) => {
        const id = idOf(request);
        if (!isUuid(id)) throw new ApiError("invalid_request", "the id expected a UUID");
        const proof = await store.proofs.find(id);
        if (proof === null) throw new ApiError("not_found", "there is no such proof");
        const bytes = await issueTimestamp(store, proof);
        if (bytes !== null) return sendFile(h, id, bytes);
        return h
          .response({ ready: false, state: proofState(proof) })
          .code(202)
          .header("retry-after", String(NOT_READY_RETRY_SECONDS));
      },
    }),
  ];
}

function sendFile(h: ResponseToolkit, proofId: string, bytes: Uint8Array): Lifecycle.ReturnValue {
  return h
    .response(Buffer.from(bytes))
    .type(MEDIA_TYPE)
    .header("content-disposition", `attachment; filename=svc-${proofId}-bitcoin.ots`);
}
