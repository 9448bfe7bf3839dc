/**
 * The protocol: a portable proof in, a report out. docs/formats/svc-proof-2.md numbers the same steps. What a timestamp
 * needs, be it the input or beside it, is loaded with the first one.
 */
import { FormatError, hexToBytes } from "@svc-proof/shared/encoding";
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
import { CONTENT_HASH } from "./content/content-hash-algorithm.js";
import {
  type ContentSource,
  type HashContentOptions,
  isContentSource,
  type StreamingSha256,
} from "./content/hash-content.js";
import { type Content, contentNotGiven, verifyContent } from "./content/verify-content.js";
import { verifyLeaf } from "./proof/verify-leaf.js";
import { verifyMerkle } from "./proof/verify-merkle.js";
import { verifyPayload } from "./proof/verify-payload.js";
import { conclude, type Findings } from "./report/conclude.js";
import type { Check, Report } from "./report/report.js";
import { skippedCheck } from "./report/skipped-check.js";
import { isSealFile } from "./seal/is-seal-file.js";
import type { SealResult, VerifySealOptions } from "./seal/verify-seal.js";
import type { BitcoinSource } from "./source/bitcoin-source.js";
import type { EvmSource } from "./source/evm-source.js";

export interface VerifyOptions {
  /** The original, to be hashed here. Not together with `contentHash`. */
  readonly original?: ContentSource;
  /**
   * SHA-256 of the original, 64 lower-case hexadecimal characters; for a bare RFC 3161 timestamp of SHA-384 or SHA-512 its
   * digest of that kind.
   */
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
  /** The seal: an RFC 3161 response (`.tsr`), or the token by itself, as DER. */
  readonly seal?: Uint8Array;
  /** PEM texts of the certificates that are trusted to make seals, or to name who does. At most 16. */
  readonly trust?: readonly string[];
  /** PEM texts of an authority's certificates, beside those that the seal carries; not trusted. At most 16. */
  readonly certificates?: readonly string[];
  /** Revocation lists (DER). At most 16. */
  readonly crls?: readonly Uint8Array[];
  /** OCSP responses (DER). At most 16. */
  readonly ocspResponses?: readonly Uint8Array[];
  /** OpenTimestamps files (`.ots`) of the seal's own bytes: they keep it when its certificate expires. At most 16. */
  readonly sealTimestamps?: readonly Uint8Array[];
  /** The moment as of which the seal is asked about; the report says so. Default: `now`. */
  readonly at?: Date;
  /** Time that the report carries. Default: the clock of this machine. */
  readonly now?: Date;
  /** Bytes of the original hashed so far. */
  readonly onProgress?: (hashedBytes: number) => void;
  /** Hash to use for the original. Default: a portable one. */
  readonly createHash?: () => StreamingSha256;
  readonly signal?: AbortSignal;
}

/**
 * Verifies a portable proof (`svc-proof/2`), an OpenTimestamps file (`.ots`), or an RFC 3161 timestamp (`.tsr`).
 *
 * Whatever the input holds, the answer is a report: every check runs, those that depend on one that could not be
 * made are `skipped`.
 *
 * @param input the proof as bytes, or as text decoded from UTF-8; or a timestamp's bytes.
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

  const bare = await verifyBare(input, content, options, checkedAt);
  if (bare !== null) return conclude({ sizeBytes, checkedAt, proof: null, anchors: [], ...bare });

  const timestamps = options.timestamps ?? [];
  const { seal } = options;
  const inputType = "svc-proof/2";
  const format = verifyFormat(input);
  if (format.proof === null) {
    const isGiven = { bitcoin: timestamps.length > 0, seal: seal !== undefined };
    const checks = [
      format.check,
      ...DEPENDENTS.filter(({ id }) => (id !== "bitcoin" && id !== "seal") || isGiven[id]),
    ];
    return conclude({
      inputType,
      sizeBytes,
      checkedAt,
      subject: null,
      proof: null,
      checks,
      anchors: [],
      bitcoin: null,
      seal: null,
    });
  }
  const proof = format.proof;
  const [contentCheck, anchors, bitcoin, sealResult] =
    content === undefined && options.sources === undefined && timestamps.length === 0 && seal === undefined
      ? [contentNotGiven(proof.content.hash), proof.anchors.map(verifyAnchorOffline), null, null]
      : await Promise.all([
          verifyContent(content, proof.content.hash, options),
          verifyAnchors(proof, options),
          verifyTimestamps(proof, timestamps, bitcoinOptions(options, checkedAt)),
          verifyProofSeal(proof, seal, sealOptions(options, checkedAt)),
        ]);
  const checks = [
    format.check,
    contentCheck,
    verifyLeaf(proof),
    verifyMerkle(proof),
    verifyPayload(proof),
    ...(anchors.length === 0 ? [skippedCheck("anchor", "no_anchor")] : anchors.map(({ check }) => check)),
    ...(bitcoin === null ? [] : [bitcoin.check]),
    ...(sealResult === null ? [] : [sealResult.check]),
  ];
  const subject = { proof_id: proof.proof_id, content: proof.content };
  return conclude({
    inputType,
    sizeBytes,
    checkedAt,
    subject,
    proof,
    checks,
    anchors,
    bitcoin,
    seal: sealResult,
  });
}

/** What is verified that is no portable proof; null for what can only be one. */
async function verifyBare(
  input: Uint8Array | string,
  content: Content | undefined,
  options: VerifyOptions,
  now: Date,
): Promise<Pick<Findings, "inputType" | "subject" | "checks" | "bitcoin" | "seal"> | null> {
  if (typeof input === "string") return null;
  if (input[0] === TIMESTAMP_FIRST_BYTE) {
    const { verifyTimestampFile } = await import("./bitcoin/verify-timestamp-file.js");
    const found = await verifyTimestampFile(input, options.timestamps ?? [], content, {
      ...bitcoinOptions(options, now),
      ...hashOptions(options),
    });
    return { inputType: "opentimestamps", seal: null, ...found };
  }
  if (isSealFile(input)) {
    const { verifySealFile } = await import("./seal/verify-seal-file.js");
    const found = await verifySealFile(input, content, sealOptions(options, now), hashOptions(options));
    return { inputType: "rfc3161", bitcoin: null, ...found };
  }
  return null;
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

async function verifyProofSeal(
  proof: PortableProof,
  seal: Uint8Array | undefined,
  options: VerifySealOptions,
): Promise<SealResult | null> {
  if (seal === undefined) return null;
  const { verifySeal } = await import("./seal/verify-seal.js");
  return verifySeal(seal, { algorithm: "SHA-256", digest: hexToBytes(proof.content.hash) }, options);
}

function sealOptions(options: VerifyOptions, now: Date): VerifySealOptions {
  const { trust, certificates, crls, ocspResponses, sealTimestamps, at } = options;
  return {
    now,
    bitcoin: bitcoinOptions(options, now),
    ...(trust && { trust }),
    ...(certificates && { certificates }),
    ...(crls && { crls }),
    ...(ocspResponses && { ocspResponses }),
    ...(sealTimestamps && { sealTimestamps }),
    ...(at && { at }),
  };
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

const DEPENDENTS: readonly Check[] = (
  ["content", "leaf", "merkle", "payload", "anchor", "bitcoin", "seal"] as const
).map((id) => skippedCheck(id));

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
  for (const [name, date] of Object.entries({ now, at: options.at })) {
    if (date === undefined) continue;
    if (!(date instanceof Date && date.getTime() >= 0 && date.getTime() <= MAX_TIME_MS)) {
      throw new RangeError(`"${name}" expected a Date from 1970 to 9999`);
    }
  }
  if (options.seal !== undefined && !(options.seal instanceof Uint8Array)) {
    throw new TypeError(`"seal" expected Uint8Array`);
  }
  for (const name of ["timestamps", "sealTimestamps", "crls", "ocspResponses"] as const) {
    checkList(name, options[name], MAX_FILES, (item) => item instanceof Uint8Array);
  }
  for (const name of ["trust", "certificates"] as const) {
    checkList(name, options[name], MAX_FILES, (item) => typeof item === "string");
  }
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
    if (!CONTENT_HASH.test(contentHash)) {
      throw new RangeError(`"contentHash" expected 64, 96 or 128 lower-case hexadecimal characters`);
    }
    return { hash: contentHash };
  }
  return original === undefined ? undefined : { original };
}

/** Files of one kind. */
const MAX_FILES = 16;
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
