/** What a download must prove; batches; bundles. */

import { bytesToHex, concatBytes } from "@svc-proof/shared/encoding";
import {
  applyOperation,
  encodeDetachedTimestamp,
  parseDetachedTimestamp,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";
import {
  centralHeader,
  crc32,
  type EntryLayout,
  endRecords,
  localHeader,
  STORED,
} from "@svc-proof/shared/zip";
import {
  type Check,
  decidingCheck,
  type EvidenceValue,
  INPUT_LIMITS,
  type Report,
  type StatedEvidence,
  type VerifyInput,
  type VerifyOptions,
  verify,
} from "@svc-proof/verifier-lib";
import { type Api, checkAnswer, NOT_READY } from "./answers.js";
import { AnswerError, NotReadyError, VerificationError } from "./errors.js";
import { type Call, retryAfterSeconds } from "./transport.js";
import type { ProofState } from "./types.js";

// What downloads take and return, and how they are verified.

/** Options of every download. */
export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Bytes received so far, of this try. */
  readonly onProgress?: (receivedBytes: number) => void;
  /**
   * Bytes of an evidence package or an original, at most. They are held in memory until they are verified. Default:
   * 134,217,728 (128 MiB). Other files have the verifier's own limits.
   */
  readonly maxBytes?: number;
}

/** Options of downloads that are in a language. */
export interface LanguageOptions extends DownloadOptions {
  /** Default: `en`. */
  readonly language?: "de" | "en" | "es" | "fr";
}

/** Options of the download of a witness. */
export interface WitnessOptions extends DownloadOptions {
  /** Which chain, of a proof with several anchors. Default: that of the first anchor. */
  readonly chainId?: number;
}

/** A file that was verified. */
export interface Download {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A name for the file: letters, digits, `.`, `_` and `-` only, never a path. For an original its own name. */
  readonly fileName: string;
  readonly mediaType: string;
  /** What was verified. Null for an original, of which only the fingerprint is compared. */
  readonly report: Report | null;
}

/** One file of a bundle, verified. */
export interface BundleFile {
  /** Its name in an evidence package (docs/formats/evidence.md): `proof.json`, `bitcoin/batch.ots`, `anchors/1.json`. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** All evidence of one proof that there is now. */
export interface Bundle {
  readonly id: string;
  readonly hash: string;
  /** `proof.json` first. */
  readonly files: readonly BundleFile[];
  /** The report on all files together. */
  readonly report: Report;
}

/** Options of the verifier that hold for every download, and what a download must reach. */
export interface DownloadVerification
  extends Pick<
    VerifyOptions,
    | "sources"
    | "bitcoinSources"
    | "evidence"
    | "headers"
    | "minConfirmations"
    | "minBitcoinConfirmations"
    | "trust"
    | "trustList"
    | "certificates"
    | "revocationSource"
    | "now"
  > {
  /**
   * `consistent`: everything that can be computed holds, and what is left waits for a source or for Bitcoin.
   * `verified`: at least one time source is verified too, which needs `sources` or evidence at hand. Default: `consistent`.
   */
  readonly require?: "consistent" | "verified";
}

/** A proof: its identifier, or any object with identifier and fingerprint, such as a `Proof`. */
export type ProofReference = string | { readonly id: string; readonly hash: string };

type Sized = "proof" | "seal" | "timestamp" | "headers" | "witness" | "certificate" | "large";

/** Bytes that a download may have. */
export const MAX_BYTES: Readonly<Record<Sized, number>> = {
  proof: INPUT_LIMITS["svc-proof/2"],
  seal: INPUT_LIMITS.rfc3161,
  timestamp: INPUT_LIMITS.opentimestamps,
  headers: INPUT_LIMITS.headers,
  witness: INPUT_LIMITS["evm-witness"],
  certificate: INPUT_LIMITS["certificate-pdf"],
  /** Of an evidence package or an original, unless the caller sets another limit. */
  large: 134_217_728,
};

// Verifies what was downloaded: nothing is returned that does not hold.

/** The proof that a file must be about. */
export interface Registered {
  readonly id: string;
  readonly hash: string;
}

export interface DownloadToVerify {
  readonly input: VerifyInput;
  /** Evidence of the input that was downloaded too. */
  readonly evidence?: readonly StatedEvidence[];
  /** What the content check compares with, in place of the registered fingerprint. */
  readonly contentHash?: string;
  /** Whether each of these kinds must have been used by a check. */
  readonly mustBeUsed?: readonly ("headers" | "witness")[];
}

/**
 * The report on a download that holds.
 *
 * It holds if no check failed, everything that can be computed from bytes passed, the file is about the registered
 * fingerprint and, if it names a proof, about this one. What is left may wait for a source or for Bitcoin, unless
 * `require` is `verified`.
 *
 * @throws VerificationError with the report.
 */
export async function verifyDownload(
  { id, hash }: Registered,
  { input, evidence = [], contentHash = hash, mustBeUsed = [] }: DownloadToVerify,
  { require: required = "consistent", ...options }: DownloadVerification,
  signal: AbortSignal | undefined,
): Promise<Report> {
  const report = await verify(input, {
    ...options,
    evidence: [...(options.evidence ?? []), ...evidence],
    contentHash,
    ...(signal && { signal }),
  });
  const refuse = (code: VerificationError["code"], message: string): never => {
    throw new VerificationError(code, `${message} (proof ${id})`, report);
  };
  const { outcome, reason, proof, inputs } = report;
  if (outcome === "failed" || (outcome === "indeterminate" && reason !== "missing")) {
    const { id: name, code } = decidingCheck(report)!;
    refuse("not_verified", `the download does not hold: ${name} ${code}`);
  }
  const unread = inputs.find(({ status }) => status === "unreadable");
  if (unread !== undefined) {
    refuse("not_verified", `a part of the download is not understood: ${unread.kind} ${unread.code}`);
  }
  if (proof === null || proof.content.hash !== contentHash) {
    refuse("other_content", "the download is about another content");
  }
  if (proof?.proof_id != null && proof.proof_id !== id) {
    refuse("other_proof", `the download is about proof ${proof.proof_id}`);
  }
  for (const kind of mustBeUsed) {
    const isUsed =
      kind === "headers"
        ? await holdBlock(input, evidence, signal)
        : inputs.some(
            (given) => given.kind === kind && given.origin === "caller" && given.status === "checked",
          );
    if (!isUsed) refuse("not_verified", `the download does not belong to the proof: ${kind}`);
  }
  if (required === "verified" && outcome !== "verified") {
    refuse("not_verified_by_source", "no time source is verified");
  }
  return report;
}

/** What is said of an attestation whose block is not among the headers, or is another one. */
const WITHOUT_BLOCK: readonly EvidenceValue[] = [
  "no_bitcoin_header",
  "bitcoin_root_mismatch",
  "bitcoin_block_off_chain",
] satisfies Check["code"][];

/** Whether these headers alone hold a block to which the input leads. Headers of other blocks are well-formed, too. */
async function holdBlock(
  input: VerifyInput,
  evidence: readonly StatedEvidence[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const headers = evidence.filter(({ kind }) => kind === "headers");
  const { checks } = await verify(input, { evidence: headers, ...(signal && { signal }) });
  const attestations = checks.find(({ id }) => id === "bitcoin")?.evidence["attestations"];
  if (!Array.isArray(attestations)) return false;
  return attestations.some(({ answer }: { answer: EvidenceValue }) => !WITHOUT_BLOCK.includes(answer));
}

// Evidence that all proofs of a batch share: it is asked for once, not once for each proof.

/** What a batch has besides its proofs. Each part is null if there is none yet. */
export interface BatchEvidence {
  /** OpenTimestamps file of the Merkle root. */
  readonly timestamp: Uint8Array<ArrayBuffer> | null;
  readonly headers: Uint8Array<ArrayBuffer> | null;
  readonly witnesses: readonly { readonly chainId: number; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

/**
 * The timestamp of the Merkle root that is inside a proof's own one. The operations before it lead from the content to the
 * root, one after the other without branches.
 *
 * @param ots OpenTimestamps file of a content.
 * @returns the file, or null if the root is not on its way.
 * @throws FormatError if `ots` is malformed.
 */
export function timestampOfRoot(ots: Uint8Array, root: string): Uint8Array<ArrayBuffer> | null {
  const { digest, timestamp } = parseDetachedTimestamp(ots);
  let message = digest;
  let next: Timestamp = timestamp;
  while (bytesToHex(message) !== root) {
    const [branch, ...others] = next.branches;
    if (branch === undefined || others.length > 0 || !("operation" in branch)) return null;
    message = applyOperation(branch.operation, message);
    next = branch.next;
  }
  return new Uint8Array(encodeDetachedTimestamp({ hash: "sha256", digest: message, timestamp: next }));
}

const MAX_BATCHES = 32;

/** The evidence of the batches that were asked for lately. */
export class BatchEvidenceCache {
  /** By Merkle root, the oldest first. */
  readonly #batches = new Map<
    string,
    { readonly evidence: Promise<BatchEvidence>; readonly until: number }
  >();
  readonly #keepMs: number;

  /** @param keepMs evidence grows for hours: it is asked for anew after this time. */
  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** @param load not kept if it rejects. */
  of(root: string, load: () => Promise<BatchEvidence>): Promise<BatchEvidence> {
    const kept = this.#batches.get(root);
    if (kept !== undefined && kept.until > Date.now()) return kept.evidence;
    const evidence = load();
    this.#batches.delete(root);
    this.#batches.set(root, { evidence, until: Date.now() + this.#keepMs });
    evidence.catch(() => {
      if (this.#batches.get(root)?.evidence === evidence) this.#batches.delete(root);
    });
    if (this.#batches.size > MAX_BATCHES) this.#batches.delete(this.#batches.keys().next().value as string);
    return evidence;
  }
}

/** The first moment that the format knows: the time of packing is no part of the evidence. */
const MODIFIED_AT = new Date(Date.UTC(1980, 0, 1));

/**
 * A bundle as an evidence package (ZIP): what `svc-verify` and every verifier of this project read. It has no certificate and
 * no instructions. Equal bundles give equal bytes.
 */
export function packBundle({ files }: Pick<Bundle, "files">): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, bytes } of files) {
    const layout: EntryLayout = {
      name: new TextEncoder().encode(path),
      modifiedAt: MODIFIED_AT,
      method: STORED,
      flags: 0,
      crc: crc32(bytes),
      sizeBytes: bytes.length,
      compressedBytes: bytes.length,
      offset,
    };
    const header = localHeader(layout);
    parts.push(header, bytes);
    directory.push(centralHeader(layout));
    offset += header.length + bytes.length;
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  const end = endRecords({ entryCount: files.length, directoryOffset: offset, directoryBytes });
  return new Uint8Array(concatBytes([...parts, ...directory, end]));
}

// Requests of files.

/** Routes that answer a file. */
type FileRoute =
  | "/proof/{id}.json"
  | "/proof/{id}.ots"
  | "/proof/{id}.tsr.ots"
  | "/proof/{id}.headers.json"
  | "/proof/{id}.witness.json"
  | "/proofs/{id}/qualified.tsr"
  | "/proofs/{id}/certificate.pdf"
  | "/proofs/{id}/evidence.zip"
  | "/proofs/{id}/original";

export interface FileRequest {
  readonly route: FileRoute;
  readonly id: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly call: Call;
}

export interface AnsweredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** @throws NotReadyError if the service answers 202. */
export async function getFile(api: Api, { route, id, query, call }: FileRequest): Promise<AnsweredFile> {
  const isPublic = route.startsWith("/proof/");
  const { data, response } = await api.routes.GET(route, {
    params: { path: { id }, ...(query && { query: query as never }) },
    parseAs: "arrayBuffer",
    ...api.sent({ ...call, isPublic }),
  });
  const { status, headers } = response;
  // An empty body is no data for openapi-fetch.
  const bytes = new Uint8Array((data as ArrayBuffer | undefined) ?? new ArrayBuffer(0));
  if (status === 200) return { bytes, headers };
  if (status !== 202) throw new AnswerError("unexpected_status", status, `the API does not answer ${status}`);
  const { state } = checkAnswer(parsed(bytes), NOT_READY, status) as { readonly state: ProofState };
  throw new NotReadyError(state, retryAfterSeconds(headers.get("retry-after")));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new AnswerError("not_json", 202, "the answer is not JSON");
  }
}

// Names for downloaded files.

const MAX_CHARACTERS = 150;
/** What no file system takes, what hides, and what turns text around. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]+/gu;
/** Names that Windows reserves. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * A name that is safe on every system: no path, no control characters, no leading dot, at most 150 characters.
 *
 * @param fallback if nothing is left.
 */
export function safeFileName(given: string, fallback: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const name = Array.from(last.replace(UNSAFE, "_"))
    .slice(0, MAX_CHARACTERS)
    .join("")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  if (name === "" || /^_+$/.test(name)) return fallback;
  return RESERVED.test(name) ? `_${name}` : name;
}

/** The name in a `Content-Disposition`, null if it has none: RFC 6266, `filename*` before `filename`. */
export function dispositionFileName(header: string | null): string | null {
  if (header === null || header.length > 4096) return null;
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Not in percent-encoding: the plain form, if there is one.
    }
  }
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, "$1");
  return /;\s*filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1] ?? null;
}
