/** `GET /proofs/{id}/certificate.pdf`. Every state has its certificate: what is not proven yet, the page says so. */
import Type from "typebox";
import { file, keyedErrorAnswers, UUID } from "../../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../../openapi/api-route.js";
import type { Store } from "../../store/store.js";
import { certifiedProof } from "../certified-proof.js";
import { documentLanguage, LANGUAGE_QUERY } from "../language.js";
import { gatherProofFiles } from "../proof-files.js";
import { type CertificateIssuer, issueCertificate } from "./issue-certificate.js";

export interface CertificateRouteDeps extends CertificateIssuer {
  readonly store: Store;
}

export function certificateRoute(deps: CertificateRouteDeps): ApiRoute {
  const { store, networkName } = deps;
  return apiRoute({
    method: "GET",
    path: "/proofs/{id}/certificate.pdf",
    operationId: "getCertificate",
    summary: "Download the certificate",
    description:
      "For people, with the portable proof and the other evidence attached inside. It shows the state at the time of the request, `queued` included.",
    params: { id: UUID },
    lenientQuery: ["lang"],
    query: LANGUAGE_QUERY,
    answers: {
      200: {
        description: "The file: PDF/A-3a with attachments.",
        headers: { "Content-Disposition": Type.String() },
        content: file("application/pdf"),
      },
      ...keyedErrorAnswers("not_found", "conflict"),
    },
    handle: async (request, h, { query }) => {
      const proof = await certifiedProof(store.proofs, request);
      const files = await gatherProofFiles(store, proof, networkName);
      const pdf = await issueCertificate(deps, proof, files, documentLanguage(query.lang));
      return h
        .response(Buffer.from(pdf))
        .type("application/pdf")
        .header("content-disposition", `attachment; filename=certificado-${proof.certificateId}.pdf`);
    },
  });
}
