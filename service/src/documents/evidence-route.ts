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
import { verifierSiteUrl } from "../site/addresses.js";
import { certifiedProof } from "./certified-proof.js";
import { countDocument } from "./count-document.js";
import { type DocumentRouteDeps, factsContext } from "./document-route-deps.js";
import { encodeEvidence } from "./evidence/encode-evidence.js";
import { evidenceFileName } from "./evidence/evidence-file-name.js";
import type { OfferedVerifier } from "./evidence/offered-verifier.js";
import type { OpenOriginal } from "./evidence/packed-original.js";
import { gatherParts } from "./gather-parts.js";
import { documentLanguage, LANGUAGE_QUERY } from "./language.js";

export interface EvidenceRouteDeps extends DocumentRouteDeps {
  readonly openOriginal: OpenOriginal;
  readonly verifier: OfferedVerifier;
  /** Endpoint of the sandbox's own chain, or null. A configured endpoint is a secret. */
  readonly sandboxRpcUrl: string | null;
}

export function evidenceRoute(deps: EvidenceRouteDeps): ApiRoute {
  const { store, documents, limiter, openOriginal, verifier, sandboxRpcUrl } = deps;
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
      documents.assertRoom();
      // hapi answers HEAD with this handler too, and drops the body.
      const isSpent = request.method === "get";
      const language = documentLanguage(query.lang);
      const context = factsContext(deps);
      const zip = await encodeEvidence({
        proof,
        language,
        ...(await gatherParts(store, documents, proof, language, context)),
        openOriginal: async () => {
          const original = await openOriginal(proof, callerOf(request), isSpent);
          if (typeof original !== "string") endWithAnswer(request, () => original.close());
          return original;
        },
        siteUrl: verifierSiteUrl(context.addresses),
        verifier,
        sandboxRpcUrl,
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
