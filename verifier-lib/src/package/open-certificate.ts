/** Reads the evidence attached to a PDF certificate. Ignores the text of its pages. docs/formats/certificate.md. */

import { FormatError } from "@svc-proof/shared/encoding";
import { MAX_TIMESTAMP_BYTES } from "@svc-proof/shared/opentimestamps";
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";
import { type PdfAttachment, parseAttachments } from "../archive/pdf-attachments.js";
import type { PdfErrorCode } from "../archive/pdf-objects.js";
import { CRL_LIMITS, EVM_WITNESS_LIMITS, MAX_TIMESTAMP_RESPONSE_BYTES, OCSP_LIMITS } from "../limits.js";
import { TRUSTED_LIST_ENTRY_LIMITS } from "../trust/list-entry.js";
import { Work } from "../work/work.js";
import {
  type PackedEvidence,
  type PackedPart,
  type PartKind,
  packedPart,
  type Role,
  roleInCertificate,
} from "./packed-evidence.js";

/** What a certificate has: how many of each, and the bytes of one. In the order in which they are read; the proof comes after the seal. */
const LIMITS: Readonly<Partial<Record<PartKind, { readonly max: number; readonly maxBytes: number }>>> = {
  seal: { max: 1, maxBytes: MAX_TIMESTAMP_RESPONSE_BYTES },
  // A certificate needs only one.
  timestamp: { max: 4, maxBytes: MAX_TIMESTAMP_BYTES },
  trusted_list_entry: { max: 1, maxBytes: TRUSTED_LIST_ENTRY_LIMITS.maxBytes },
  seal_timestamp: { max: 1, maxBytes: MAX_TIMESTAMP_BYTES },
  crl: { max: 16, maxBytes: CRL_LIMITS.maxBytes },
  ocsp_response: { max: 16, maxBytes: OCSP_LIMITS.maxBytes },
  // A proof has at most as many anchors.
  witness: { max: 16, maxBytes: EVM_WITNESS_LIMITS.maxBytes },
  witness_timestamp: { max: 16, maxBytes: MAX_TIMESTAMP_BYTES },
};

export interface ParsePdfCertificateOptions {
  /** The budget for reading the file. Default: that of one verification. */
  readonly work?: Work;
}

/** @throws FormatError with a {@link PdfErrorCode}, or `work_limit_exceeded`; the abort reason of the work. */
export async function parsePdfCertificate(
  bytes: Uint8Array,
  { work = new Work() }: ParsePdfCertificateOptions = {},
): Promise<PackedEvidence> {
  const attachments = await parseAttachments(bytes, work);
  const of = (role: Role): PdfAttachment[] =>
    attachments.filter(({ name }) => roleInCertificate(name) === role);
  const [proof] = of("proof");
  if (proof === undefined) {
    throw new FormatError<PdfErrorCode>("pdf_no_proof", "no attachment is named proof.json", bytes.length);
  }
  const kinds = Object.entries(LIMITS) as [PartKind, { readonly max: number; readonly maxBytes: number }][];
  if (kinds.some(([kind, { max }]) => of(kind).length > max)) {
    const message =
      "expected at most 4 timestamps, one seal, one timestamp of it, 16 witnesses, 16 revocation lists and as many OCSP responses";
    throw new FormatError<PdfErrorCode>("pdf_too_many_attachments", message, bytes.length);
  }
  const readParts = async ([kind, { maxBytes }]: (typeof kinds)[number]) => {
    const parts: PackedPart[] = [];
    for (const one of of(kind)) parts.push(packedPart(kind, one.name, await one.read(maxBytes)));
    return parts;
  };
  const [ofSeal, ...others] = kinds;
  const parts = await readParts(ofSeal!);
  const proofBytes = await proof.read(PROOF_JSON_LIMITS.maxBytes);
  for (const kind of others) parts.push(...(await readParts(kind)));
  return {
    proof: proofBytes,
    parts,
    verifier: null,
    original: null,
    unchecked: of("unchecked").map(({ name }) => name),
  };
}
