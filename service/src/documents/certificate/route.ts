/** `GET /proofs/{id}/certificate.pdf`. Every state has its certificate: what is not proven yet, the page says so. */
import Type from "typebox";
import { file, keyedErrorAnswers, UUID } from "../../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../../openapi/api-route.js";
import type { Addresses } from "../../site/addresses.js";
import type { Store } from "../../store/store.js";
import { certifiedProof } from "../certified-proof.js";
import { LANGUAGE_QUERY } from "../language-query.js";
import { encodeCertificate } from "./encode-certificate.js";
import type { CertificateFonts } from "./fonts/certificate-fonts.js";
import { gatherCertificateFacts } from "./gather-certificate-facts.js";
import { certificateLanguage } from "./texts/text-of.js";

export interface CertificateRouteDeps {
  readonly store: Store;
  readonly addresses: () => Addresses;
  /** Name of the chain, for chains that are not known by name. */
  readonly networkName: string | null;
  readonly sandbox: () => boolean;
  readonly certificateFonts: CertificateFonts;
}

export function certificateRoute(deps: CertificateRouteDeps): ApiRoute {
  const { store, networkName, certificateFonts } = deps;
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
      const context = { addresses: deps.addresses(), networkName, sandbox: deps.sandbox() };
      const facts = await gatherCertificateFacts(store, proof, context);
      const pdf = await encodeCertificate(facts, certificateLanguage(query.lang), certificateFonts);
      return h
        .response(Buffer.from(pdf))
        .type("application/pdf")
        .header("content-disposition", `attachment; filename=certificado-${proof.certificateId}.pdf`);
    },
  });
}
