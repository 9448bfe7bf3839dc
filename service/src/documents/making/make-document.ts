/** Certificates and the packed parts of evidence packages, from plain data. Workers run this. */
import type { CertificateFacts } from "../certificate/certificate-facts.js";
import { encodeCertificate } from "../certificate/encode-certificate.js";
import type { CertificateFonts } from "../certificate/fonts/certificate-fonts.js";
import { type PackedContent, packContent } from "../evidence/zip/pack-content.js";
import type { DocumentLanguage } from "../language.js";

/** The inputs of a certificate's bytes, besides the fonts and the program. */
export interface CertificateRequest {
  readonly facts: CertificateFacts;
  readonly language: DocumentLanguage;
}

export interface DocumentTask {
  /** The certificate itself if it was made before. */
  readonly certificate: CertificateRequest | Uint8Array;
  /** The other parts of a package; null for a certificate alone. */
  readonly files: readonly Uint8Array[] | null;
}

export interface MadeDocument {
  readonly certificate: Uint8Array;
  /** The certificate, then the files, in the form that an archive stores; empty for a certificate alone. */
  readonly packed: readonly PackedContent[];
}

/** Makes documents somewhere, at some time. */
export type MakeDocument = (task: DocumentTask, accountId: string) => Promise<MadeDocument>;

/** The same task and fonts give the same bytes. */
export async function makeDocument(task: DocumentTask, fonts: CertificateFonts): Promise<MadeDocument> {
  const certificate =
    task.certificate instanceof Uint8Array
      ? task.certificate
      : await encodeCertificate(task.certificate.facts, task.certificate.language, fonts);
  const packed = task.files === null ? [] : [certificate, ...task.files].map((file) => packContent(file));
  return { certificate, packed };
}
