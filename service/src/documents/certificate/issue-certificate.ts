import type { Addresses } from "../../site/addresses.js";
import type { ProofRecord } from "../../store/store.js";
import type { DocumentLanguage } from "../language.js";
import type { ProofFiles } from "../proof-files.js";
import { encodeCertificate } from "./encode-certificate.js";
import type { CertificateFonts } from "./fonts/certificate-fonts.js";
import { proofCertificateFacts } from "./proof-certificate-facts.js";

/** What all certificates of a service have in common. */
export interface CertificateIssuer {
  readonly addresses: () => Addresses;
  /** Name of the chain, for chains that are not known by name. */
  readonly networkName: string | null;
  readonly sandbox: () => boolean;
  readonly certificateFonts: CertificateFonts;
}

/** The certificate of a proof, with its files inside. Every state has one: what is not proven yet, the page says so. */
export function issueCertificate(
  { addresses, networkName, sandbox, certificateFonts }: CertificateIssuer,
  proof: ProofRecord,
  files: ProofFiles,
  language: DocumentLanguage,
): Promise<Uint8Array> {
  const context = { addresses: addresses(), networkName, sandbox: sandbox() };
  return encodeCertificate(proofCertificateFacts(proof, files, context), language, certificateFonts);
}
