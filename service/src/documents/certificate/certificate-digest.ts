import { createHash } from "node:crypto";
import type { DocumentLanguage } from "../words.js";
import type { CertificateFacts } from "./certificate-facts.js";

/** SHA-256 in hexadecimal of everything that a certificate is made from, except the fonts. */
export function certificateDigest(facts: CertificateFacts, language: DocumentLanguage): string {
  const hash = createHash("sha256");
  const attachments = facts.attachments.map(({ bytes, ...rest }) => ({
    ...rest,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }));
  hash.update(JSON.stringify([language, { ...facts, attachments }]));
  return hash.digest("hex");
}
