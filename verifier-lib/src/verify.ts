/**
 * The protocol: a portable proof in, a report out. docs/formats/svc-proof-2.md numbers the same steps.
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
import { type ContentSource, isContentSource, type StreamingSha256 } from "./content/hash-content.js";
import { type Content, contentNotGiven, verifyContent } from "./content/verify-content.js";
import { verifyLeaf } from "./proof/verify-leaf.js";
import { verifyMerkle } from "./proof/verify-merkle.js";
import { verifyPayload } from "./proof/verify-payload.js";
import { conclude } from "./report/conclude.js";
import type { Check, CheckId, Report } from "./report/report.js";
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
  /** Time that the report carries. Default: the clock of this machine. */
  readonly now?: Date;
  /** Bytes of the original hashed so far. */
  readonly onProgress?: (hashedBytes: number) => void;
  /** Hash to use for the original. Default: a portable one. */
  readonly createHash?: () => StreamingSha256;
  readonly signal?: AbortSignal;
}

/**
 * Verifies a portable proof (`svc-proof/2`).
 *
 * Whatever the input holds, the answer is a report: every check runs, those that depend on one that could not be
 * made are `skipped`.
 *
 * @param input the proof as bytes, or as text decoded from UTF-8.
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

  const format = verifyFormat(input);
  if (format.proof === null) {
    const checks = [format.check, ...DEPENDENTS];
    return conclude({ sizeBytes, checkedAt, proof: null, checks, anchors: [] });
  }
  const proof = format.proof;
  const [contentCheck, anchors] =
    content === undefined && options.sources === undefined
      ? [contentNotGiven(proof.content.hash), proof.anchors.map(verifyAnchorOffline)]
      : await Promise.all([
          verifyContent(content, proof.content.hash, options),
          verifyAnchors(proof, options),
        ]);
  const checks = [
    format.check,
    contentCheck,
    verifyLeaf(proof),
    verifyMerkle(proof),
    verifyPayload(proof),
    ...(anchors.length === 0 ? [skipped("anchor", "no_anchor")] : anchors.map(({ check }) => check)),
  ];
  return conclude({ sizeBytes, checkedAt, proof, checks, anchors });
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

const DEPENDENTS: readonly Check[] = (["content", "leaf", "merkle", "payload", "anchor"] as const).map((id) =>
  skipped(id, "depends_on_failed_check"),
);

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
  if (minConfirmations !== undefined && !(Number.isSafeInteger(minConfirmations) && minConfirmations >= 1)) {
    throw new RangeError(`"minConfirmations" expected an integer of at least 1, got ${minConfirmations}`);
  }
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
