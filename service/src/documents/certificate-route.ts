/** `GET /proofs/{id}/certificate.pdf`. A certificate exists in every state and names what is not proven yet. */
import Type from "typebox";
import { file, keyedErrorAnswers, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import { certificateFileName } from "./certificate/certificate-file-name.js";
import { proofCertificateFacts } from "./certificate/proof-certificate-facts.js";
import { certifiedProof } from "./certified-proof.js";
import { countDocument } from "./count-document.js";
import { type DocumentRouteDeps, factsContext } from "./document-route-deps.js";
import { documentLanguage, LANGUAGE_QUERY } from "./language.js";
import { gatherProofFiles } from "./proof-files.js";

export function certificateRoute(deps: DocumentRouteDeps): ApiRoute {
  const { store, networkName, documents, limiter } = deps;
  return apiRoute({
    method: "GET",
    path: "/proofs/{id}/certificate.pdf",
    operationId: "getCertificate",
    summary: "Download the certificate",
    description:
      "Human-readable, with the portable proof and the other evidence attached inside. It shows the state at the time of the request, including `queued`.",
    params: { id: UUID },
    lenientQuery: ["lang"],
    query: LANGUAGE_QUERY,
    answers: {
      200: {
        description: "The file: PDF/A-3a with attachments.",
        headers: { "Content-Disposition": Type.String(), ETag: Type.String() },
        content: file("application/pdf"),
      },
      304: { description: "The `If-None-Match` of the request matches." },
      ...keyedErrorAnswers("not_found", "conflict", "rate_limited"),
    },
    handle: async (request, h, { query }) => {
      const proof = await certifiedProof(store.proofs, request);
      await countDocument(limiter, request);
      const files = await gatherProofFiles(store, proof, networkName);
      const facts = proofCertificateFacts(proof, files, factsContext(deps));
      const { bytes, tag } = await documents.certificate(
        { facts, language: documentLanguage(query.lang) },
        proof.accountId,
      );
      const answer =
        h.entity({ etag: tag }) ??
        h
          .response(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
          .type("application/pdf")
          .header("content-disposition", `attachment; filename=${certificateFileName(proof.certificateId)}`);
      return answer.header("cache-control", "private, no-cache");
    },
  });
}
