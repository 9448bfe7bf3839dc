/**
 * Verifies a portable proof and the files given with it, in the steps of docs/formats/svc-proof-2.md. Modules for
 * timestamps and seals are loaded on demand.
 */
import { evmChain } from "@svc-proof/shared/chains";
import { FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import {
  type PortableAnchor,
  type PortableProof,
  type PortableProofErrorCode,
  parsePortableProof,
} from "@svc-proof/shared/proof";
import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { WorkBudget } from "@svc-proof/shared/work";
import type { GivenWitness, HoldingWitness, WitnessesOfAnchor } from "../anchor/read-witnesses.js";
import { type AnchorResult, verifyAnchor, verifyAnchorOffline } from "../anchor/verify-anchor.js";
import type { HeaderTimestampsResult, WitnessedHeader } from "../anchor/verify-header-timestamps.js";
import type { WitnessUse } from "../anchor/witness-uses.js";
import type { BitcoinResult, VerifyBitcoinOptions } from "../bitcoin/verify-bitcoin.js";
import { verifyTimestampsOf } from "../bitcoin/verify-timestamps-of.js";
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
import type { Check, Notice } from "../report/report.js";
import { skippedCheck, withSkipped } from "../report/skipped-check.js";
import type { FoundSeals, SealResult, VerifySealOptions } from "../seal/verify-seal.js";
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
  | "unjudged"
>;

/** @throws the reason of the signal if it aborts; nothing else. */
export async function verifyProof(
  { proof: input, content, original, timestamps, seals, witnesses, witnessTimestamps }: ProofToVerify,
  options: VerifyOptions,
  bitcoinOptions: VerifyBitcoinOptions & { readonly work: Work },
  sealOptions: VerifySealOptions,
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
    options.found === undefined &&
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
  const [contentCheck, { anchors, witnessUse, bound, bitcoin, sealResults, unjudged }] = isAlone
    ? [
        early ??
          (content === undefined ? contentNotGiven(hash) : await verifyContent(content, hash, options)),
        { anchors: proof.anchors.map(verifyAnchorOffline), ...NOTHING_BESIDE },
      ]
    : await Promise.all([
        early ?? verifyContent(content, hash, options),
        verifyBeside(
          proof,
          { timestamps, seals, witnesses, witnessTimestamps },
          options,
          bitcoinOptions,
          sealOptions,
        ),
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
    unjudged,
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
  readonly unjudged: readonly Notice[];
}

const NOTHING_BESIDE: Omit<FoundBeside, "anchors"> = {
  witnessUse: [],
  bound: { checks: [], blocks: [], faults: [] },
  bitcoin: null,
  sealResults: [],
  unjudged: [],
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
  sealOptions: VerifySealOptions,
): Promise<FoundBeside> {
  const { work } = bitcoinOptions;
  const opened = await openWitnesses(proof, witnesses, options, work);
  const [{ anchors, unasked }, { bitcoin, sealed }] = await Promise.all([
    opened.outOfWork === null
      ? verifyAnchors(proof, opened, options)
      : {
          anchors: proof.anchors.map((anchor) => ({
            ...verifyAnchorOffline(anchor),
            check: opened.outOfWork!,
          })),
          unasked: [],
        },
    verifyTimestamps(proof, timestamps, bitcoinOptions).then(async (bitcoin) => ({
      bitcoin,
      sealed: await verifySeals(proof, seals, options, sealOptions),
    })),
  ]);
  const headers = [
    ...anchors.flatMap(({ anchor, witness }) => (witness === null ? [] : [{ anchor, witness }])),
    ...opened.holding.map((witness) => ({ anchor: anchorOf(witness, proof), witness })),
  ];
  const bound = await verifyHeaders(witnessTimestamps, headers, bitcoinOptions);
  const unjudged = [...unasked, ...sealed.unjudged];
  return { anchors, witnessUse: opened.uses(anchors), bound, bitcoin, sealResults: sealed.seals, unjudged };
}

interface OpenedWitnesses {
  /** Of each anchor. */
  readonly assigned: readonly WitnessesOfAnchor[];
  /** Those that show the payload of this proof in some block, in whichever transaction. */
  readonly holding: readonly HoldingWitness[];
  readonly uses: (anchors: readonly AnchorResult[]) => readonly WitnessUse[];
  /** The check if the budget was used up. */
  readonly outOfWork: Check | null;
}

async function openWitnesses(
  proof: PortableProof,
  given: readonly GivenWitness[],
  options: VerifyOptions,
  work: Work,
): Promise<OpenedWitnesses> {
  const found = (await options.found?.witnessesOf(proof.merkle.root)) ?? [];
  if (given.length + found.length === 0) {
    return { assigned: [], holding: [], uses: () => [], outOfWork: null };
  }
  const { assignWitnesses, carries, ofDistinctBlocks, readWitnesses } = await import(
    "../anchor/read-witnesses.js"
  );
  const { witnessUses } = await import("../anchor/witness-uses.js");
  const calldata = payloadCalldata(anchorPayload(proof.merkle.root));
  try {
    const stated = await readWitnesses(given, work);
    const witnesses = [...stated, ...found];
    const assigned = assignWitnesses(proof.anchors, calldata, witnesses);
    const holding = witnesses.filter((one): one is HoldingWitness => carries(one, calldata));
    return {
      assigned,
      holding: ofDistinctBlocks(holding),
      uses: (anchors) => witnessUses(stated, assigned, anchors),
      outOfWork: null,
    };
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    const check = outOfWork("anchor", error);
    const uses = () => given.map(() => ({ status: "checked", code: check.code }) as const);
    return { assigned: [], holding: [], uses, outOfWork: check };
  }
}

/** The transaction of a witness as an anchor, with the name that the proof has for its chain. */
function anchorOf({ transaction }: HoldingWitness, { anchors }: PortableProof): PortableAnchor {
  const { chainId, block, transaction: own } = transaction;
  const network =
    anchors.find(({ chain_id }) => chain_id === chainId)?.network ??
    evmChain(chainId)?.network ??
    `chain ${chainId}`;
  return { chain_id: chainId, network, tx_hash: own.hash, block_number: block.number, payload: "" };
}

/** Loads the check only if there are timestamps. */
export async function verifyHeaders(
  files: readonly Uint8Array[],
  headers: readonly WitnessedHeader[],
  options: VerifyBitcoinOptions,
): Promise<HeaderTimestampsResult> {
  if (files.length === 0 && (headers.length === 0 || options.found === undefined))
    return NOTHING_BESIDE.bound;
  const { verifyHeaderTimestamps } = await import("../anchor/verify-header-timestamps.js");
  return verifyHeaderTimestamps(files, headers, options);
}

async function verifyTimestamps(
  proof: PortableProof,
  timestamps: readonly Uint8Array[],
  options: VerifyBitcoinOptions,
): Promise<BitcoinResult | null> {
  const digests = [proof.content.hash, proof.merkle.root].map((hex) => ({ hash: "sha256", hex }) as const);
  return verifyTimestampsOf(timestamps, digests, options);
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

/** Transactions that sources are asked about, beside those that the proof names. */
const MAX_OTHER_TRANSACTIONS = 8;

async function verifyAnchors(
  proof: PortableProof,
  { assigned, holding }: OpenedWitnesses,
  options: VerifyOptions,
): Promise<{ readonly anchors: readonly AnchorResult[]; readonly unasked: readonly Notice[] }> {
  const { sources = [], minConfirmations, now, signal } = options;
  const anchorOptions = {
    sources,
    ...(minConfirmations !== undefined && { minConfirmations }),
    ...(now && { now }),
    // Sources answer in any order: what they send must not decide how much is left for the evidence at hand.
    work: new WorkBudget(),
    ...(signal && { signal }),
  };
  const { root } = proof.merkle;
  const own = await Promise.all(
    proof.anchors.map((anchor, i) => {
      const { against = null, holding: others = [] } = assigned[i] ?? {};
      const [first] = others;
      const witness = against ?? (first?.isFound === false ? first : null);
      return verifyAnchor(anchor, root, { ...anchorOptions, witness, others });
    }),
  );
  // Any transaction may carry the payload. One that the proof does not name counts where its block is confirmed.
  const isNamed = ({ transaction: { chainId, transaction } }: HoldingWitness) =>
    proof.anchors.some(({ chain_id, tx_hash }) => chain_id === chainId && tx_hash === transaction.hash);
  const isAsked = ({ transaction }: HoldingWitness) =>
    sources.some(({ chainId }) => chainId === transaction.chainId);
  const others = holding.filter((one) => isAsked(one) && !isNamed(one));
  const asked = others.slice(0, MAX_OTHER_TRANSACTIONS);
  const more = await Promise.all(
    asked.map((witness) => verifyAnchor(anchorOf(witness, proof), root, { ...anchorOptions, witness })),
  );
  const anchors = [...own, ...more.filter(({ check }) => check.status === "passed")];
  const isAll = others.length === asked.length || anchors.some(({ check }) => check.status === "passed");
  const evidence = { of: "anchor", judged: asked.length, given: others.length };
  return { anchors, unasked: isAll ? [] : [{ code: "not_all_judged", evidence }] };
}

async function verifySeals(
  proof: PortableProof,
  seals: readonly SealToVerify[],
  { found }: VerifyOptions,
  sealOptions: VerifySealOptions,
): Promise<FoundSeals> {
  const { hash } = proof.content;
  if (seals.length === 0 && found?.hasSeals("SHA-256", hash) !== true) return { seals: [], unjudged: [] };
  const { verifyFoundSeals, verifySeal } = await import("../seal/verify-seal.js");
  const imprint = { algorithm: "SHA-256", digest: hexToBytes(hash) } as const;
  const results: SealResult[] = [];
  for (const { bytes, options } of seals) results.push(await verifySeal(bytes, imprint, options));
  const stated = seals.map(({ bytes }) => bytes);
  const others = await verifyFoundSeals(imprint, stated, sealOptions);
  return { seals: [...results, ...others.seals], unjudged: others.unjudged };
}
