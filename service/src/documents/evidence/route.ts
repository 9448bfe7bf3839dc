/**
 * `GET /proofs/{id}/evidence.zip`. Every state has its package, as it has its certificate: what is not proven yet, the
 * instructions inside say so.
 */
import { Readable } from "node:stream";
import Type from "typebox";
import { callerOf } from "../../accounts/authentication.js";
import { endWithAnswer } from "../../connections/end-with-answer.js";
import { file, keyedErrorAnswers, UUID } from "../../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../../openapi/api-route.js";
import type { Store } from "../../store/store.js";
import type { CertificateIssuer } from "../certificate/issue-certificate.js";
import { certifiedProof } from "../certified-proof.js";
import { documentLanguage, LANGUAGE_QUERY } from "../language.js";
import { encodeEvidence } from "./encode-evidence.js";
import { evidenceFileName } from "./evidence-file-name.js";
import { gatherParts } from "./gather-parts.js";
import type { OpenOriginal } from "./packed-original.js";

export interface EvidenceRouteDeps extends CertificateIssuer {
  readonly store: Store;
  readonly openOriginal: OpenOriginal;
}

export function evidenceRoute(deps: EvidenceRouteDeps): ApiRoute {
  const { store, networkName, openOriginal } = deps;
  return apiRoute({
    method: "GET",
    path: "/proofs/{id}/evidence.zip",
    operationId: "getEvidence",
    summary: "Download the evidence package",
    description:
      "Everything that verifies the proof, with instructions. It holds what there is at the time of the request: before the proof is anchored, instructions that say so. Including the original spends one of the day's downloads; without one left the package is made without it.",
    params: { id: UUID },
    lenientQuery: ["lang"],
    query: LANGUAGE_QUERY,
    answers: {
      200: {
        description: "The file.",
        headers: { "Content-Disposition": Type.String() },
        content: file("application/zip"),
      },
      ...keyedErrorAnswers("not_found", "conflict"),
    },
    handle: async (request, h, { query }) => {
      const proof = await certifiedProof(store.proofs, request);
      // hapi answers HEAD with this handler too, and drops the body.
      const isSpent = request.method === "get";
      const language = documentLanguage(query.lang);
      const zip = await encodeEvidence({
        proof,
        language,
        parts: await gatherParts(deps, proof, language),
        openOriginal: async () => {
          const original = await openOriginal(proof, callerOf(request), isSpent);
          if (typeof original !== "string") endWithAnswer(request, () => original.close());
          return original;
        },
        context: { addresses: deps.addresses(), networkName, sandbox: deps.sandbox() },
      });
      return h
        .response(Readable.from(zip.read(), { objectMode: false }))
        .type("application/zip")
        .bytes(zip.sizeBytes)
        .header("content-disposition", `attachment; filename=${evidenceFileName(proof.certificateId)}`);
    },
  });
}
