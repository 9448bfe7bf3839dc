/**
 * The documents of a proof: interface, `certificate.pdf` and `evidence.zip`. This version issues no evidence packages,
 * and says so where a proof could have one.
 */
import Type from "typebox";
import { ApiError } from "../api-error.js";
import { file, keyedErrorAnswers, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import { type CertificateRouteDeps, certificateRoute } from "./certificate/route.js";
import { certifiedProof } from "./certified-proof.js";
import { LANGUAGE_QUERY } from "./language-query.js";

export function documentRoutes(deps: CertificateRouteDeps): ApiRoute[] {
  return [
    certificateRoute(deps),
    apiRoute({
      method: "GET",
      path: "/proofs/{id}/evidence.zip",
      operationId: "getEvidence",
      summary: "Download the evidence package",
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
      handle: async (request) => {
        await certifiedProof(deps.store.proofs, request);
        throw new ApiError("unavailable", "this version of the service issues no evidence packages yet");
      },
    }),
  ];
}
