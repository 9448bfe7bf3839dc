/** Reads the evidence attached to a PDF certificate. Ignores the text of its pages. docs/formats/certificate.md. */
import { FormatError } from "@svc-proof/shared/encoding";
import { MAX_TIMESTAMP_BYTES } from "@svc-proof/shared/opentimestamps";
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";
import { EVM_WITNESS_LIMITS } from "../../evm/limits.js";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "../../rfc3161/limits.js";
import { TRUSTED_LIST_ENTRY_LIMITS } from "../../trustlist/parse-trusted-list-entry.js";
import { Work } from "../../work/work.js";
import { CRL_LIMITS, OCSP_LIMITS } from "../../x509/limits.js";
import { anchorNameOf } from "../anchor-name.js";
import type { PackedEvidence } from "../packed-evidence.js";
import { type RevocationKind, revocationKindOf } from "../revocation-name.js";
import type { PdfErrorCode } from "./error-code.js";
import { type PdfAttachment, parseAttachments } from "./parse-attachments.js";

/** A certificate needs only one. */
const MAX_CERTIFICATE_TIMESTAMPS = 4;
/** A proof has at most as many anchors. */
const MAX_WITNESSES = 16;
/** Revocation lists, and OCSP responses. */
const MAX_REVOCATION_FILES = 16;

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
    trustedListEntry: [],
    crl: [],
    ocspResponse: [],
    witness: [],
    witnessTimestamp: [],
    unchecked: [],
  };
  for (const attachment of await parseAttachments(bytes, work))
    parts[roleOf(attachment.name)].push(attachment);
  const [proof] = parts.proof;
  if (proof === undefined) {
    throw new FormatError<PdfErrorCode>("pdf_no_proof", "no attachment is named proof.json", bytes.length);
  }
  const { timestamp: timestamps, seal: seals, witness: witnesses, witnessTimestamp } = parts;
  const { sealTimestamp: sealTimestamps, trustedListEntry: entries } = parts;
  if (
    timestamps.length > MAX_CERTIFICATE_TIMESTAMPS ||
    seals.length > 1 ||
    sealTimestamps.length > 1 ||
    witnesses.length > MAX_WITNESSES ||
    witnessTimestamp.length > MAX_WITNESSES ||
    parts.crl.length > MAX_REVOCATION_FILES ||
    parts.ocspResponse.length > MAX_REVOCATION_FILES
  ) {
    throw new FormatError<PdfErrorCode>(
      "pdf_too_many_attachments",
      `expected at most ${MAX_CERTIFICATE_TIMESTAMPS} timestamps, one seal, one timestamp of it, ${MAX_WITNESSES} witnesses, ${MAX_REVOCATION_FILES} revocation lists and as many OCSP responses`,
      bytes.length,
    );
  }
  const [seal] = await Promise.all(seals.map((one) => one.read(MAX_TIMESTAMP_RESPONSE_BYTES)));
  return {
    proof: await proof.read(PROOF_JSON_LIMITS.maxBytes),
    timestamps: await Promise.all(timestamps.map((timestamp) => timestamp.read(MAX_TIMESTAMP_BYTES))),
    headers: [],
    seal: seal ?? null,
    trustedListEntry: (await entries[0]?.read(TRUSTED_LIST_ENTRY_LIMITS.maxBytes)) ?? null,
    sealTimestamps: await Promise.all(sealTimestamps.map((one) => one.read(MAX_TIMESTAMP_BYTES))),
    certificates: [],
    verifier: null,
    crls: await Promise.all(parts.crl.map((list) => list.read(CRL_LIMITS.maxBytes))),
    ocspResponses: await Promise.all(parts.ocspResponse.map((answer) => answer.read(OCSP_LIMITS.maxBytes))),
    witnesses: await Promise.all(
      witnesses.map(async (witness) => ({
        bytes: await witness.read(EVM_WITNESS_LIMITS.maxBytes),
        chainId: anchorNameOf(witness.name)!.chainId,
      })),
    ),
    witnessTimestamps: await Promise.all(witnessTimestamp.map((file) => file.read(MAX_TIMESTAMP_BYTES))),
    original: null,
    unchecked: parts.unchecked.map(({ name }) => name),
  };
}

type Role =
  | "proof"
  | "timestamp"
  | "seal"
  | "sealTimestamp"
  | "trustedListEntry"
  | RevocationKind
  | "witness"
  | "witnessTimestamp"
  | "unchecked";

function roleOf(name: string): Role {
  if (name === "proof.json") return "proof";
  // Two attachments of one name are refused, so there is at most one.
  if (name === "trusted-list-entry.json") return "trustedListEntry";
  const anchor = anchorNameOf(name);
  if (anchor !== null) return anchor.kind;
  const revocation = revocationKindOf(name);
  if (revocation !== null) return revocation;
  if (name.endsWith(".tsr.ots")) return "sealTimestamp";
  if (name.endsWith(".ots")) return "timestamp";
  return name.endsWith(".tsr") ? "seal" : "unchecked";
}
