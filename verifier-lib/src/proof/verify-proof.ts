/**
 * Verifies a portable proof and the files given with it, in the steps of docs/formats/svc-proof-2.md. Modules for
 * timestamps and seals are loaded on demand.
 */
import { FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { type PortableProof, type PortableProofErrorCode, parsePortableProof } from "@svc-proof/shared/proof";
import { WorkBudget } from "@svc-proof/shared/work";
import type { GivenWitness, ReadWitness } from "../anchor/read-witnesses.js";
import { type AnchorResult, verifyAnchor, verifyAnchorOffline } from "../anchor/verify-anchor.js";
import type { HeaderTimestampsResult } from "../anchor/verify-header-timestamps.js";
import type { WitnessUse } from "../anchor/witness-uses.js";
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
import { outOfWork } from "../report/out-of-work.js";
import type { Check } from "../report/report.js";
import { skippedCheck, withSkipped } from "../report/skipped-check.js";
import type { SealResult, VerifySealOptions } from "../seal/verify-seal.js";
import type { VerifyOptions } from "../verify-options.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import type { Work } from "../work/work.js";
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
  readonly witnesses: readonly GivenWitness[];
  /** OpenTimestamps files of headers in the witnesses. */
  readonly witnessTimestamps: readonly Uint8Array[];
}

export interface SealToVerify {
  readonly bytes: Uint8Array;
  readonly options: VerifySealOptions;
}

export type FoundInProof = Pick<
  Findings,
  | "subject"
  | "proof"
  | "checks"
  | "anchors"
  | "blocks"
  | "witnesses"
  | "witnessTimestamps"
  | "bitcoin"
  | "seals"
>;

/** @throws the reason of the signal if it aborts; nothing else. */
export async function verifyProof(
  { proof: input, content, original, timestamps, seals, witnesses, witnessTimestamps }: ProofToVerify,
  options: VerifyOptions,
  bitcoinOptions: VerifyBitcoinOptions & { readonly work: Work },
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
    options.sources === undefined &&
    timestamps.length + seals.length + witnesses.length + witnessTimestamps.length === 0;
  const { hash } = proof.content;
  const links = [verifyLeaf(proof), verifyMerkle(proof), verifyPayload(proof)];
  const packedContent = original === null ? null : verifyPackedOriginal(original, hash);
  const contentChecks = (given: Check) => [
    ...(packedContent === null || content !== undefined ? [given] : []),
    ...(packedContent === null ? [] : [packedContent]),
  ];
  let early: Check | null = null;
  if (options.onLinks !== undefined) {
    early = await verifyContent(content, hash, options);
    await options.onLinks([format.check, ...contentChecks(early), ...links]);
    options.signal?.throwIfAborted();
  }
  // Callers verify thousands of proofs in sequence: as little as possible is awaited.
  const [contentCheck, { anchors, witnessUse, bound, bitcoin, sealResults }] = isAlone
    ? [
        early ??
          (content === undefined ? contentNotGiven(hash) : await verifyContent(content, hash, options)),
        { anchors: proof.anchors.map(verifyAnchorOffline), ...NOTHING_BESIDE },
      ]
    : await Promise.all([
        early ?? verifyContent(content, hash, options),
        verifyBeside(proof, { timestamps, seals, witnesses, witnessTimestamps }, options, bitcoinOptions),
      ]);
  const checks = [
    format.check,
    ...contentChecks(contentCheck),
    ...links,
    ...(anchors.length === 0 ? [skippedCheck("anchor", "no_anchor")] : anchors.map(({ check }) => check)),
    ...bound.checks,
    ...(bitcoin === null ? [] : [bitcoin.check]),
    ...sealResults.flatMap(({ check, qualified }) => [check, qualified]),
  ];
  const subject = { proof_id: proof.proof_id, content: proof.content };
  return {
    subject,
    proof,
    checks,
    anchors,
    blocks: bound.blocks,
    witnesses: witnessUse,
    witnessTimestamps: bound.faults,
    bitcoin,
    seals: sealResults,
  };
}

/** The result if the proof cannot be read. */
export function withoutProof(format: Check, given: GivenChecks): FoundInProof {
  const checks = withSkipped(format, "svc-proof/2", given);
  return { subject: null, proof: null, checks, anchors: [], bitcoin: null, seals: [], ...NO_WITNESSES };
}

/** What is found where no witness was given. */
export const NO_WITNESSES = { blocks: [], witnesses: [], witnessTimestamps: [] } as const;

interface FoundBeside {
  readonly anchors: readonly AnchorResult[];
  readonly witnessUse: readonly WitnessUse[];
  readonly bound: HeaderTimestampsResult;
  readonly bitcoin: BitcoinResult | null;
  readonly sealResults: readonly SealResult[];
}

const NOTHING_BESIDE: Omit<FoundBeside, "anchors"> = {
  witnessUse: [],
  bound: { checks: [], blocks: [], faults: [] },
  bitcoin: null,
  sealResults: [],
};

type Beside = Pick<ProofToVerify, "timestamps" | "seals" | "witnesses" | "witnessTimestamps">;

/**
 * In sequence, except for the sources of EVM chains: the budget must be spent in the same order on every machine.
 */
async function verifyBeside(
  proof: PortableProof,
  { timestamps, seals, witnesses, witnessTimestamps }: Beside,
  options: VerifyOptions,
  bitcoinOptions: VerifyBitcoinOptions & { readonly work: Work },
): Promise<FoundBeside> {
  const { work } = bitcoinOptions;
  const opened = await openWitnesses(proof, witnesses, work);
  const [anchors, { bitcoin, sealResults }] = await Promise.all([
    opened.outOfWork === null
      ? verifyAnchors(proof, opened.assigned, options)
      : proof.anchors.map((anchor) => ({ ...verifyAnchorOffline(anchor), check: opened.outOfWork! })),
    verifyTimestamps(proof, timestamps, bitcoinOptions).then(async (bitcoin) => ({
      bitcoin,
      sealResults: await verifySeals(proof, seals),
    })),
  ]);
  const bound = await verifyHeaders(witnessTimestamps, anchors, bitcoinOptions);
  return { anchors, witnessUse: opened.uses(anchors), bound, bitcoin, sealResults };
}

interface OpenedWitnesses {
  readonly assigned: readonly (ReadWitness | null)[];
  readonly uses: (anchors: readonly AnchorResult[]) => readonly WitnessUse[];
  /** The check if the budget was used up. */
  readonly outOfWork: Check | null;
}

async function openWitnesses(
  proof: PortableProof,
  given: readonly GivenWitness[],
  work: Work,
): Promise<OpenedWitnesses> {
  if (given.length === 0) return { assigned: [], uses: () => [], outOfWork: null };
  const { assignWitnesses, readWitnesses } = await import("../anchor/read-witnesses.js");
  const { witnessUses } = await import("../anchor/witness-uses.js");
  try {
    const witnesses = await readWitnesses(given, work);
    const assigned = assignWitnesses(proof.anchors, witnesses);
    return { assigned, uses: (anchors) => witnessUses(witnesses, assigned, anchors), outOfWork: null };
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    const check = outOfWork("anchor", error);
    const uses = () => given.map(() => ({ status: "checked", code: check.code }) as const);
    return { assigned: [], uses, outOfWork: check };
  }
}

/** Loads the check only if there are timestamps. */
export async function verifyHeaders(
  files: readonly Uint8Array[],
  anchors: readonly AnchorResult[],
  options: VerifyBitcoinOptions,
): Promise<HeaderTimestampsResult> {
  if (files.length === 0) return NOTHING_BESIDE.bound;
  const { verifyHeaderTimestamps } = await import("../anchor/verify-header-timestamps.js");
  return verifyHeaderTimestamps(files, anchors, options);
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

async function verifyAnchors(
  proof: PortableProof,
  witnesses: readonly (ReadWitness | null)[],
  options: VerifyOptions,
): Promise<readonly AnchorResult[]> {
  const { sources = [], minConfirmations, now, signal } = options;
  const anchorOptions = {
    sources,
    ...(minConfirmations !== undefined && { minConfirmations }),
    ...(now && { now }),
    // Sources answer in any order: what they send must not decide how much is left for the evidence at hand.
    work: new WorkBudget(),
    ...(signal && { signal }),
  };
  return Promise.all(
    proof.anchors.map((anchor, i) =>
      verifyAnchor(anchor, proof.merkle.root, { ...anchorOptions, witness: witnesses[i] ?? null }),
    ),
  );
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
