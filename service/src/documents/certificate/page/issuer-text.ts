import type { CertificateFacts } from "../certificate-facts.js";

/** Who issues the certificate: the operator's name and address if the settings give them, and the host of the site. */
export function issuerTexts({ issuer: { name, address, site } }: CertificateFacts): {
  readonly name: string;
  readonly details: string | null;
} {
  if (name === null) return { name: site, details: address };
  return { name, details: address === null ? site : `${address} · ${site}` };
}
