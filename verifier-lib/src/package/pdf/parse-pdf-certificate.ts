/** Reads the evidence attached to a PDF certificate. Ignores the text of its pages. docs/formats/certificate.md. */
import { FormatError } from "@svc-proof/shared/encoding";
import { MAX_TIMESTAMP_BYTES } from "@svc-proof/shared/opentimestamps";
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "../../rfc3161/limits.js";
import { Work } from "../../work/work.js";
import type { PackedEvidence } from "../packed-evidence.js";
import type { PdfErrorCode } from "./error-code.js";
import { type PdfAttachment, parseAttachments } from "./parse-attachments.js";

/** A certificate needs only one. */
const MAX_CERTIFICATE_TIMESTAMPS = 4;

export interface ParsePdfCertificateOptions {
  /** The budget for reading the file. Default: that of one verification. */
  readonly work?: Work;
}

/** @throws FormatError with a {@link PdfErrorCode}, or `work_limit_exceeded`; the abort reason of the work. */
export async function parsePdfCertificate(
  bytes: Uint8Array,
  { work = new Work() }: ParsePdfCertificateOptions = {},
): Promise<PackedEvidence> {
  const parts: Record<Role, PdfAttachment[]> = {
    proof: [],
    timestamp: [],
    seal: [],
    sealTimestamp: [],
    unchecked: [],
  };
  for (const attachment of await parseAttachments(bytes, work))
    parts[roleOf(attachment.name)].push(attachment);
  const [proof] = parts.proof;
  if (proof === undefined) {
    throw new FormatError<PdfErrorCode>("pdf_no_proof", "no attachment is named proof.json", bytes.length);
  }
  const { timestamp: timestamps, seal: seals, sealTimestamp: sealTimestamps } = parts;
  if (timestamps.length > MAX_CERTIFICATE_TIMESTAMPS || seals.length > 1 || sealTimestamps.length > 1) {
    throw new FormatError<PdfErrorCode>(
      "pdf_too_many_attachments",
      `expected at most ${MAX_CERTIFICATE_TIMESTAMPS} timestamps, one seal and one timestamp of it`,
      bytes.length,
    );
  }
  const [seal] = await Promise.all(seals.map((one) => one.read(MAX_TIMESTAMP_RESPONSE_BYTES)));
  return {
    proof: await proof.read(PROOF_JSON_LIMITS.maxBytes),
    timestamps: await Promise.all(timestamps.map((timestamp) => timestamp.read(MAX_TIMESTAMP_BYTES))),
    headers: [],
    seal: seal ?? null,
    sealTimestamps: await Promise.all(sealTimestamps.map((one) => one.read(MAX_TIMESTAMP_BYTES))),
    certificates: [],
    original: null,
    unchecked: parts.unchecked.map(({ name }) => name),
  };
}

type Role = "proof" | "timestamp" | "seal" | "sealTimestamp" | "unchecked";

function roleOf(name: string): Role {
  if (name === "proof.json") return "proof";
  if (name.endsWith(".tsr.ots")) return "sealTimestamp";
  if (name.endsWith(".ots")) return "timestamp";
  return name.endsWith(".tsr") ? "seal" : "unchecked";
}
