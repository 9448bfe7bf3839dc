/**
 * Custody of originals: interface, `/proofs/{id}/original`. This version keeps none: nothing is stored, a deposit is
 * refused before its body is read, and there is nothing to get or to delete.
 */
import Type from "typebox";
import { ApiError } from "../api-error.js";
import { BAD_GATEWAY, errorAnswers, FILE, file, json, keyedErrorAnswers, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import { ownProof } from "../proofs/own-proof.js";
import { PROOF_STATE } from "../proofs/proof-schemas.js";
import type { Store } from "../store/store.js";
import { ORIGINAL } from "./original-schema.js";

const STORED = Type.Object(
  { id: UUID, state: PROOF_STATE, original: ORIGINAL },
  { additionalProperties: true, description: "At least these fields of the proof." },
);

export function custodyRoutes({ store }: { readonly store: Store }): ApiRoute[] {
  const deposit = (method: "PUT" | "POST", operationId: string) =>
    apiRoute({
      method,
      path: "/proofs/{id}/original",
      operationId,
      summary: "Deposit the original",
      params: { id: UUID },
      body: {
        "application/octet-stream": FILE,
        "*/*": FILE,
        "multipart/form-data": Type.Object({ file: FILE }),
      },
      answers: {
        201: { description: "Stored.", content: json(STORED) },
        200: { description: "It was already stored.", content: json(STORED) },
        ...keyedErrorAnswers(
          "invalid_request",
          "not_found",
          "hash_mismatch",
          "conflict",
          "file_too_large",
          "custody_unavailable",
          "custody_quota_exceeded",
        ),
        ...BAD_GATEWAY,
      },
      handle: async (request) => {
        const proof = await ownProof(store.proofs, request);
        if (!proof.firstRegistrant) {
          throw new ApiError("conflict", "another account registered these bytes first");
        }
        throw new ApiError("custody_unavailable", "this version of the service keeps no originals yet");
      },
    });
  const nothingInCustody = async (proofs: Store["proofs"], request: Parameters<ApiRoute["handle"]>[0]) => {
    await ownProof(proofs, request);
    return new ApiError("not_found", "no original is in custody");
  };
  return [
    deposit("PUT", "depositOriginal"),
    deposit("POST", "postOriginal"),
    apiRoute({
      method: "GET",
      path: "/proofs/{id}/original",
      operationId: "getOriginal",
      summary: "Download the original",
      params: { id: UUID },
      answers: {
        200: {
          description: "The file, with its type and name.",
          headers: {
            "Content-Disposition": Type.String(),
            "X-Svc-Custody-Downloads-Remaining": Type.String({ pattern: "^(?:0|[1-9][0-9]*)$" }),
          },
          content: file("*/*"),
        },
        ...keyedErrorAnswers("not_found", "conflict", "download_quota_exceeded"),
        ...errorAnswers("integrity_failed"),
        ...BAD_GATEWAY,
      },
      handle: async (request) => {
        throw await nothingInCustody(store.proofs, request);
      },
    }),
    apiRoute({
      method: "DELETE",
      path: "/proofs/{id}/original",
      operationId: "deleteOriginal",
      summary: "End custody of the original",
      params: { id: UUID },
      answers: {
        200: {
          description: "Custody ended.",
          content: json(
            Type.Object({
              proof_id: UUID,
              original: Type.Null(),
              purged: Type.Boolean({ description: "False while physical deletion is queued." }),
              proof_unaffected: Type.Literal(true),
            }),
          ),
        },
        ...keyedErrorAnswers("not_found"),
      },
      handle: async (request) => {
        throw await nothingInCustody(store.proofs, request);
      },
    }),
  ];
}
