/**
 * `GET /proofs/{id}/evidence.zip`. There is a package in every state, as there is a certificate; its instructions name what
 * is not proven yet.
 */
import { Readable } from "node:stream";
import Type from "typebox";
import { callerOf } from "../accounts/authentication.js";
import { endWithAnswer } from "../connections/end-with-answer.js";
import { file, keyedErrorAnswers, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import { certifiedProof } from "./certified-proof.js";
import { countDocument } from "./count-document.js";
import { evidenceFileName } from "./evidence/evidence-file-name.js";
import { documentLanguage, LANGUAGE_QUERY } from "./language.js";
import { type EvidenceDeps, proofEvidence } from "./proof-evidence.js";

export function evidenceRoute(deps: EvidenceDeps): ApiRoute {
  const { store, documents, limiter } = deps;
  return apiRoute({
    method: "GET",
    path: "/proofs/{id}/evidence.zip",
    operationId: "getEvidence",
    summary: "Download the evidence package",
    description:
      "Everything that verifies the proof, with instructions. It contains the evidence available at the time of the request; before the proof is anchored, only instructions that say so. Including the original spends one of the day's downloads; without one left the package is made without it.",
    params: { id: UUID },
    lenientQuery: ["lang"],
    query: LANGUAGE_QUERY,
    answers: {
      200: {
        description: "The file.",
        headers: { "Content-Disposition": Type.String(), "Cache-Control": Type.Literal("no-store") },
        content: file("application/zip"),
      },
      ...keyedErrorAnswers("not_found", "conflict", "rate_limited"),
    },
    handle: async (request, h, { query }) => {
      const proof = await certifiedProof(store.proofs, request);
      await countDocument(limiter, request);
      // Refuse before reading anything for the package.
      documents.assertRoom(proof.accountId);
      const zip = await proofEvidence(deps, {
        proof,
        account: callerOf(request).account,
        language: documentLanguage(query.lang),
        // hapi answers HEAD with this handler too, and drops the body.
        isSpent: request.method === "get",
        onOriginal: (original) => endWithAnswer(request, () => original.close()),
      });
      return (
        h
          .response(Readable.from(zip.read(), { objectMode: false }))
          .type("application/zip")
          .bytes(zip.sizeBytes)
          // The package may hold the original, and its content depends on the downloads left.
          .header("cache-control", "no-store")
          .header("content-disposition", `attachment; filename=${evidenceFileName(proof.certificateId)}`)
      );
    },
  });
}
