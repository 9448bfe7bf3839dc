/**
 * The protocol: a portable proof in, a report out. docs/formats/svc-proof-2.md numbers the same steps. What a timestamp
 * needs, be it the input or beside it, is loaded with the first one; so is what a certificate needs.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import {
  type PortableProof,
  type PortableProofErrorCode,
  PROOF_JSON_LIMITS,
  parsePortableProof,
} from "@svc-proof/shared/proof";
import {
  type AnchorResult,
  DEFAULT_MIN_CONFIRMATIONS,
  verifyAnchor,
  verifyAnchorOffline,
} from "./anchor/verify-anchor.js";
import type { BitcoinResult, VerifyBitcoinOptions } from "./bitcoin/verify-bitcoin.js";
import {
  type ContentSource,
  type HashContentOptions,
  isContentSource,
  type StreamingSha256,
} from "./content/hash-content.js";
import { type Content, contentNotGiven, verifyContent } from "./content/verify-content.js";
import type { PdfErrorCode } from "./package/pdf/error-code.js";
import type { CertificateEvidence } from "./package/pdf/parse-certificate.js";
import { verifyLeaf } from "./proof/verify-leaf.js";
import { verifyMerkle } from "./proof/verify-merkle.js";
import { verifyPayload } from "./proof/verify-payload.js";
import { conclude, type Findings } from "./report/conclude.js";
import type { Check, CheckId, InputType, Report } from "./report/report.js";
import type { BitcoinSource } from "./source/bitcoin-source.js";
import type { EvmSource } from "./source/evm-source.js";

export interface VerifyOptions {
  /** The original, to be hashed here. Not together with `contentHash`. */
  readonly original?: ContentSource;
  /** SHA-256 of the original, 64 lower-case hexadecimal characters. */
  readonly contentHash?: string;
  /** Whom to ask about chains. None: nothing touches a network. */
  readonly sources?: readonly EvmSource[];
  /** Blocks from the anchor's to the head, both counted, below which an anchor is not taken as settled. Default 12. */
  readonly minConfirmations?: number;
  /** OpenTimestamps files (`.ots`) of the content, or of the batch's Merkle root. At most 16. */
  readonly timestamps?: readonly Uint8Array[];
  /** Bitcoin headers at hand: documents `svc-bitcoin-headers/1`, or lines `HEIGHT HEX160`. At most 64. */
  readonly headers?: readonly (Uint8Array | string)[];
  /** Whom to ask about blocks of Bitcoin that the headers do not settle. */
  readonly bitcoinSources?: readonly BitcoinSource[];
  /** Blocks from an attested block to Bitcoin's tip, both counted, below which it is not taken as settled. Default 6. */
  readonly minBitcoinConfirmations?: number;
  /** Time that the report carries. Default: the clock of this machine. */
  readonly now?: Date;
  /** Bytes of the original hashed so far. */
  readonly onProgress?: (hashedBytes: number) => void;
  /** Hash to use for the original. Default: a portable one. */
  readonly createHash?: () => StreamingSha256;
  readonly signal?: AbortSignal;
}

/**
 * Verifies a portable proof (`svc-proof/2`), a certificate (PDF) by the proof and the timestamps that are attached to it,
 * or an OpenTimestamps file (`.ots`).
 *
 * Whatever the input holds, the answer is a report: every check runs, those that depend on one that could not be
 * made are `skipped`.
 *
 * @param input the proof as bytes, or as text decoded from UTF-8; or the bytes of a certificate or a timestamp.
 * @throws TypeError or RangeError when an option is wrong; what aborted `options.signal`. Never on the input.
 *
 * @example
 * const report = await verify(proofBytes, {
 *   original: file,
 *   sources: [createRpcEvmSource({ chainId: 1, url: "https://rpc.example" })],
 * });
 * if (report.outcome === "verified") console.log(report.claims);
 */
export async function verify(input: Uint8Array | string, options: VerifyOptions = {}): Promise<Report> {
  const content = checkOptions(input, options);
  const checkedAt = options.now ?? new Date();
  const sizeBytes = sizeOf(input);

  const timestamps = options.timestamps ?? [];

  if (input instanceof Uint8Array && input[0] === TIMESTAMP_FIRST_BYTE) {
    const { verifyTimestampFile } = await import("./bitcoin/verify-timestamp-file.js");
    const found = await verifyTimestampFile(input, timestamps, content, {
      ...bitcoinOptions(options, checkedAt),
      ...hashOptions(options),
    });
    return conclude({
      inputType: "opentimestamps",
      sizeBytes,
      checkedAt,
      proof: null,
      anchors: [],
      ...found,
    });
  }

  const common = { sizeBytes, checkedAt };
  if (input instanceof Uint8Array && isPdf(input)) {
    const certificate = await readCertificate(input);
    if ("unread" in certificate)
      return concludeUnread(certificate.unread, "certificate-pdf", timestamps, common);
    return verifyProof(
      certificate.proof,
      [...timestamps, ...certificate.timestamps],
      content,
      options,
      "certificate-pdf",
      common,
    );
  }
  return verifyProof(input, timestamps, content, options, "svc-proof/2", common);
}

/** Facts of the report that do not depend on what is found. */
type ReportFacts = Pick<Findings, "sizeBytes" | "checkedAt">;

async function verifyProof(
  input: Uint8Array | string,
  timestamps: readonly Uint8Array[],
  content: Content | undefined,
  options: VerifyOptions,
  inputType: InputType,
  common: ReportFacts,
): Promise<Report> {
  const format = verifyFormat(input);
  if (format.proof === null) return concludeUnread(format.check, inputType, timestamps, common);
  const proof = format.proof;
  const [contentCheck, anchors, bitcoin] =
    content === undefined && options.sources === undefined && timestamps.length === 0
      ? [contentNotGiven(proof.content.hash), proof.anchors.map(verifyAnchorOffline), null]
      : await Promise.all([
          verifyContent(content, proof.content.hash, options),
          verifyAnchors(proof, options),
          verifyTimestamps(proof, timestamps, bitcoinOptions(options, common.checkedAt)),
        ]);
  const checks = [
    format.check,
    contentCheck,
    verifyLeaf(proof),
    verifyMerkle(proof),
    verifyPayload(proof),
    ...(anchors.length === 0 ? [skipped("anchor", "no_anchor")] : anchors.map(({ check }) => check)),
    ...(bitcoin === null ? [] : [bitcoin.check]),
  ];
  const subject = { proof_id: proof.proof_id, content: proof.content };
  return conclude({ inputType, ...common, subject, proof, checks, anchors, bitcoin });
}

/** The report where there is no proof to look at. */
function concludeUnread(
  format: Check,
  inputType: InputType,
  timestamps: readonly Uint8Array[],
  common: ReportFacts,
): Report {
  const checks = [format, ...DEPENDENTS.slice(0, timestamps.length === 0 ? -1 : undefined)];
  return conclude({ inputType, ...common, subject: null, proof: null, checks, anchors: [], bitcoin: null });
}

/** What every PDF begins with, and no text of JSON. */
const PDF_MAGIC = [0x25, 0x50, 0x44, 0x46, 0x2d];

function isPdf(input: Uint8Array): boolean {
  return PDF_MAGIC.every((byte, at) => input[at] === byte);
}

async function readCertificate(input: Uint8Array): Promise<CertificateEvidence | { readonly unread: Check }> {
  const { parseCertificate } = await import("./package/pdf/parse-certificate.js");
  try {
    return await parseCertificate(input);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, offset, pointer, message } = error as FormatError<PdfErrorCode>;
    const found = { id: "format", code, basis: "computed" } as const;
    // The certificate of a proof that is not anchored carries none, and is nothing false.
    if (code === "pdf_no_proof") return { unread: { ...found, status: "indeterminate", evidence: {} } };
    return { unread: { ...found, status: "failed", evidence: { offset, pointer, message } } };
  }
}

/** The first byte of every OpenTimestamps file, with which no text begins. */
const TIMESTAMP_FIRST_BYTE = 0x00;

async function verifyTimestamps(
  proof: PortableProof,
  timestamps: readonly Uint8Array[],
  options: VerifyBitcoinOptions,
): Promise<BitcoinResult | null> {
  if (timestamps.length === 0) return null;
  const { verifyBitcoin } = await import("./bitcoin/verify-bitcoin.js");
  const digests = [proof.content.hash, proof.merkle.root].map((hex) => ({ hash: "sha256", hex }) as const);
  return verifyBitcoin(timestamps, digests, options);
}

function bitcoinOptions(options: VerifyOptions, now: Date): VerifyBitcoinOptions {
  const { headers, bitcoinSources, minBitcoinConfirmations, signal } = options;
  return {
    now,
    ...(headers && { headers }),
    ...(bitcoinSources && { sources: bitcoinSources }),
    ...(minBitcoinConfirmations !== undefined && { minConfirmations: minBitcoinConfirmations }),
    ...(signal && { signal }),
  };
}

function hashOptions({ onProgress, createHash }: VerifyOptions): HashContentOptions {
  return { ...(onProgress && { onProgress }), ...(createHash && { createHash }) };
}

function verifyFormat(input: Uint8Array | string): { check: Check; proof: PortableProof | null } {
  try {
    const proof = parsePortableProof(input);
    return {
      check: {
        id: "format",
        status: "passed",
        code: "ok",
        basis: "computed",
        evidence: { schema: proof.schema },
      },
      proof,
    };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, offset, pointer, message } = error as FormatError<PortableProofErrorCode>;
    return {
      check: {
        id: "format",
        status: "failed",
        code,
        basis: "computed",
        evidence: { offset, pointer, message },
      },
      proof: null,
    };
  }
}

async function verifyAnchors(proof: PortableProof, options: VerifyOptions): Promise<readonly AnchorResult[]> {
  const { sources = [], minConfirmations = DEFAULT_MIN_CONFIRMATIONS, now, signal } = options;
  const anchorOptions = { sources, minConfirmations, ...(now && { now }), ...(signal && { signal }) };
  return Promise.all(proof.anchors.map((anchor) => verifyAnchor(anchor, proof.merkle.root, anchorOptions)));
}

function skipped(id: CheckId, code: "depends_on_failed_check" | "no_anchor"): Check {
  return { id, status: "skipped", code, basis: null, evidence: {} };
}

/** The last only where a timestamp was given. */
const DEPENDENTS: readonly Check[] = (
  ["content", "leaf", "merkle", "payload", "anchor", "bitcoin"] as const
).map((id) => skipped(id, "depends_on_failed_check"));

/** The last millisecond of the year 9999: past it a date has no ISO 8601 form of four digits. */
const MAX_TIME_MS = 253_402_300_799_999;

/** Size in bytes of UTF-8. A text that is too large by its length alone is not encoded to be measured. */
function sizeOf(input: Uint8Array | string): number {
  if (typeof input !== "string" || input.length > PROOF_JSON_LIMITS.maxBytes) return input.length;
  return new TextEncoder().encode(input).length;
}

function checkOptions(input: Uint8Array | string, options: VerifyOptions): Content | undefined {
  if (typeof input !== "string" && !(input instanceof Uint8Array)) {
    throw new TypeError(`"input" expected Uint8Array or string, got ${typeof input}`);
  }
  const { original, contentHash, minConfirmations, now, sources } = options;
  if (original !== undefined && !isContentSource(original)) {
    throw new TypeError(`"original" expected Uint8Array, Blob, ReadableStream or AsyncIterable`);
  }
  if (sources !== undefined && !Array.isArray(sources)) throw new TypeError(`"sources" expected an array`);
  if (now !== undefined && !(now instanceof Date && now.getTime() >= 0 && now.getTime() <= MAX_TIME_MS)) {
    throw new RangeError(`"now" expected a Date from 1970 to 9999`);
  }
  checkList("timestamps", options.timestamps, MAX_TIMESTAMPS, (item) => item instanceof Uint8Array);
  checkList(
    "headers",
    options.headers,
    MAX_HEADER_DOCUMENTS,
    (item) => item instanceof Uint8Array || typeof item === "string",
  );
  checkList("bitcoinSources", options.bitcoinSources, MAX_BITCOIN_SOURCES, () => true);
  checkConfirmations("minConfirmations", minConfirmations);
  checkConfirmations("minBitcoinConfirmations", options.minBitcoinConfirmations);
  if (contentHash !== undefined) {
    if (original !== undefined)
      throw new TypeError(`"original" and "contentHash" expected one of them, got both`);
    if (!/^[0-9a-f]{64}$/.test(contentHash)) {
      throw new RangeError(`"contentHash" expected 64 lower-case hexadecimal characters`);
    }
    return { hash: contentHash };
  }
  return original === undefined ? undefined : { original };
}

const MAX_TIMESTAMPS = 16;
const MAX_HEADER_DOCUMENTS = 64;
const MAX_BITCOIN_SOURCES = 16;

function checkList(
  name: string,
  list: readonly unknown[] | undefined,
  max: number,
  isItem: (item: unknown) => boolean,
): void {
  if (list === undefined) return;
  if (!Array.isArray(list) || !list.every(isItem))
    throw new TypeError(`"${name}" expected an array of its items`);
  if (list.length > max) throw new RangeError(`"${name}" expected at most ${max}, got ${list.length}`);
}

function checkConfirmations(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new RangeError(`"${name}" expected an integer of at least 1, got ${value}`);
}
