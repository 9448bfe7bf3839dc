/**
 * Verifies a portable proof and the files given with it, in the steps of docs/formats/svc-proof-2.md. Modules for
 * timestamps and seals are loaded on demand.
 */
import { FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { type PortableProof, type PortableProofErrorCode, parsePortableProof } from "@svc-proof/shared/proof";
import { WorkBudget } from "@svc-proof/shared/work";
import { type AnchorResult, verifyAnchor, verifyAnchorOffline } from "../anchor/verify-anchor.js";
import type { BitcoinResult, VerifyBitcoinOptions } from "../bitcoin/verify-bitcoin.js";
import type { Findings } from "../conclude.js";
import {
  type Content,
  contentNotGiven,
  verifyContent,
  verifyPackedOriginal,
} from "../content/verify-content.js";
import type { PackedOriginal } from "../package/packed-evidence.js";
import type { GivenChecks } from "../report/checks.js";
import type { Check } from "../report/report.js";
import { skippedCheck, withSkipped } from "../report/skipped-check.js";
import type { SealResult, VerifySealOptions } from "../seal/verify-seal.js";
import type { VerifyOptions } from "../verify-options.js";
import { verifyLeaf } from "./verify-leaf.js";
import { verifyMerkle } from "./verify-merkle.js";
import { verifyPayload } from "./verify-payload.js";

/** A proof and the files given with it. */
export interface ProofToVerify {
  readonly proof: Uint8Array | string;
  /** The content to compare with. */
  readonly content: Content | undefined;
  /** The original in the same package. */
  readonly original: PackedOriginal | null;
  readonly timestamps: readonly Uint8Array[];
  /** Each with its options. */
  readonly seals: readonly SealToVerify[];
}

export interface SealToVerify {
  readonly bytes: Uint8Array;
  readonly options: VerifySealOptions;
}

export type FoundInProof = Pick<Findings, "subject" | "proof" | "checks" | "anchors" | "bitcoin" | "seals">;

/** @throws the reason of the signal if it aborts; nothing else. */
export async function verifyProof(
  { proof: input, content, original, timestamps, seals }: ProofToVerify,
  options: VerifyOptions,
  bitcoinOptions: VerifyBitcoinOptions,
): Promise<FoundInProof> {
  const format = verifyFormat(input);
  if (format.proof === null) {
    return withoutProof(format.check, {
      bitcoin: Math.min(1, timestamps.length),
      seal: Math.min(1, seals.length),
    });
  }
  const { proof } = format;
  const isAlone =
    content === undefined && options.sources === undefined && timestamps.length === 0 && seals.length === 0;
  // Without further files nothing is awaited: callers verify thousands of proofs in sequence.
  const [contentCheck, anchors, { bitcoin, sealResults }] = isAlone
    ? [
        contentNotGiven(proof.content.hash),
        proof.anchors.map(verifyAnchorOffline),
        { bitcoin: null, sealResults: [] },
      ]
    : await Promise.all([
        verifyContent(content, proof.content.hash, options),
        verifyAnchors(proof, options),
        verifyWithWork(proof, timestamps, seals, bitcoinOptions),
      ]);
  const packedContent = original === null ? null : verifyPackedOriginal(original, proof.content.hash);
  const checks = [
    format.check,
    ...(packedContent === null || content !== undefined ? [contentCheck] : []),
    ...(packedContent === null ? [] : [packedContent]),
    verifyLeaf(proof),
    verifyMerkle(proof),
    verifyPayload(proof),
    ...(anchors.length === 0 ? [skippedCheck("anchor", "no_anchor")] : anchors.map(({ check }) => check)),
    ...(bitcoin === null ? [] : [bitcoin.check]),
    ...sealResults.map(({ check }) => check),
  ];
  const subject = { proof_id: proof.proof_id, content: proof.content };
  return { subject, proof, checks, anchors, bitcoin, seals: sealResults };
}

/** The result if the proof cannot be read. */
export function withoutProof(format: Check, given: GivenChecks): FoundInProof {
  const checks = withSkipped(format, "svc-proof/2", given);
  return { subject: null, proof: null, checks, anchors: [], bitcoin: null, seals: [] };
}

/** In sequence: the budget must be spent in the same order on every machine. */
async function verifyWithWork(
  proof: PortableProof,
  timestamps: readonly Uint8Array[],
  seals: readonly SealToVerify[],
  options: VerifyBitcoinOptions,
): Promise<{ readonly bitcoin: BitcoinResult | null; readonly sealResults: readonly SealResult[] }> {
  const bitcoin = await verifyTimestamps(proof, timestamps, options);
  return { bitcoin, sealResults: await verifySeals(proof, seals) };
}

async function verifyTimestamps(
  proof: PortableProof,
  timestamps: readonly Uint8Array[],
  options: VerifyBitcoinOptions,
): Promise<BitcoinResult | null> {
  if (timestamps.length === 0) return null;
  const { verifyBitcoin } = await import("../bitcoin/verify-bitcoin.js");
  const digests = [proof.content.hash, proof.merkle.root].map((hex) => ({ hash: "sha256", hex }) as const);
  return verifyBitcoin(timestamps, digests, options);
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
  const { sources = [], minConfirmations, now, signal } = options;
  const anchorOptions = {
    sources,
    ...(minConfirmations !== undefined && { minConfirmations }),
    ...(now && { now }),
    // Sources answer in any order: what they send must not decide how much is left for the evidence at hand.
    work: new WorkBudget(),
    ...(signal && { signal }),
  };
  return Promise.all(proof.anchors.map((anchor) => verifyAnchor(anchor, proof.merkle.root, anchorOptions)));
}

async function verifySeals(
  proof: PortableProof,
  seals: readonly SealToVerify[],
): Promise<readonly SealResult[]> {
  if (seals.length === 0) return [];
  const { verifySeal } = await import("../seal/verify-seal.js");
  const imprint = { algorithm: "SHA-256", digest: hexToBytes(proof.content.hash) } as const;
  const results: SealResult[] = [];
  for (const { bytes, options } of seals) results.push(await verifySeal(bytes, imprint, options));
  return results;
}
