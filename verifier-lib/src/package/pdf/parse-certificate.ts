/**
 * A certificate as the verifier takes it: the evidence attached inside, and nothing of what its pages say.
 * docs/formats/certificate.md.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { MAX_TIMESTAMP_BYTES } from "@svc-proof/shared/opentimestamps";
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";
import type { PdfErrorCode } from "./error-code.js";
import { parseAttachments } from "./parse-attachments.js";

export interface CertificateEvidence {
  /** `proof.json`, byte for byte. */
  readonly proof: Uint8Array;
  /** The files `*.ots`, of which a certificate has one at most. */
  readonly timestamps: readonly Uint8Array[];
}

/** Of more than one a certificate has no use. */
const MAX_CERTIFICATE_TIMESTAMPS = 4;

/** @throws FormatError with a {@link PdfErrorCode}. */
export async function parseCertificate(bytes: Uint8Array): Promise<CertificateEvidence> {
  const attachments = await parseAttachments(bytes);
  const proof = attachments.find(({ name }) => name === "proof.json");
  if (proof === undefined) {
    throw new FormatError<PdfErrorCode>("pdf_no_proof", "no attachment is named proof.json", bytes.length);
  }
  const timestamps = attachments.filter(({ name }) => name.endsWith(".ots"));
  if (timestamps.length > MAX_CERTIFICATE_TIMESTAMPS) {
    throw new FormatError<PdfErrorCode>("pdf_too_many_attachments", "too many timestamps", bytes.length);
  }
  return {
    proof: await proof.read(PROOF_JSON_LIMITS.maxBytes),
    timestamps: await Promise.all(timestamps.map((timestamp) => timestamp.read(MAX_TIMESTAMP_BYTES))),
  };
}
