/**
 * The anchors of a proof, with their witnesses: those that the proof names, and other transactions that carry its payload.
 * Modules for witnesses are loaded on demand.
 */

import { evmChain } from "@svc-proof/shared/chains";
import type { PortableAnchor, PortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { WorkBudget } from "@svc-proof/shared/work";
import type { EvidenceItem } from "../items.js";
import { outOfWork } from "../report/outcome.js";
import type { Check, Notice } from "../report/report.js";
import type { EvmSource } from "../source/evm.js";
import { isWorkLimit, type Work } from "../work/work.js";
import { type AnchorResult, verifyAnchor, verifyAnchorOffline } from "./anchor.js";
import type { WitnessedHeader } from "./header-timestamps.js";
import type { HoldingWitness, ReadWitness, WitnessesOfAnchor } from "./witnesses.js";

/** Witnesses that nobody has stated with the input. */
export interface FoundForAnchors {
  /** Witnesses of a transaction whose input is the payload of this Merkle root. */
  witnessesOf(root: string): Promise<readonly HoldingWitness[]>;
}

export interface VerifyAnchorsOptions {
  readonly sources?: readonly EvmSource[];
  readonly minConfirmations?: number;
  readonly now: Date;
  readonly found?: FoundForAnchors;
  readonly signal?: AbortSignal;
}

export interface AnchorsResult {
  /** One for each anchor of the proof, then one for each other transaction with the payload that is confirmed. */
  readonly anchors: readonly AnchorResult[];
  /** Of blocks that hold the payload: timestamps may be about them. */
  readonly headers: readonly WitnessedHeader[];
  /** How many other transactions were asked about, if not all were and none is confirmed. */
  readonly unjudged: readonly Notice[];
}

/** Opened witnesses: what they say of the anchors of one proof. */
export interface OpenedWitnesses {
  readonly stated: ReadonlyMap<EvidenceItem, ReadWitness>;
  /** Of each anchor. */
  readonly assigned: readonly WitnessesOfAnchor[];
  /** Those that show the payload of this proof in some block, in whichever transaction. */
  readonly holding: readonly HoldingWitness[];
  /** The check of each anchor if the budget was used up; else null. */
  readonly outOfWork: Check | null;
}

/** @throws what aborted the work. */
export async function openWitnesses(
  proof: PortableProof,
  items: readonly EvidenceItem[],
  foundBeside: FoundForAnchors | undefined,
  work: Work,
): Promise<OpenedWitnesses> {
  const found = (await foundBeside?.witnessesOf(proof.merkle.root)) ?? [];
  const nothing = { stated: new Map(), assigned: [], holding: [], outOfWork: null };
  if (items.length + found.length === 0) return nothing;
  const { assignWitnesses, carries, ofDistinctBlocks, readWitnesses } = await import("./witnesses.js");
  const calldata = payloadCalldata(anchorPayload(proof.merkle.root));
  try {
    const stated = await readWitnesses(items, work);
    const witnesses = [...stated.values(), ...found];
    const assigned = assignWitnesses(proof.anchors, calldata, witnesses);
    const holding = witnesses.filter((one): one is HoldingWitness => carries(one, calldata));
    return { stated, assigned, holding: ofDistinctBlocks(holding), outOfWork: null };
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    for (const item of items) item.checked(error.code);
    return { ...nothing, outOfWork: outOfWork("anchor", error) };
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

/** Transactions that sources are asked about, beside those that the proof names. */
const MAX_OTHER_TRANSACTIONS = 8;

/**
 * Checks the anchors, and settles the witnesses.
 *
 * @throws the reason of the signal if it aborts; nothing else.
 */
export async function verifyAnchors(
  proof: PortableProof,
  { stated, assigned, holding, outOfWork: check }: OpenedWitnesses,
  { sources = [], minConfirmations, now, signal }: VerifyAnchorsOptions,
): Promise<AnchorsResult> {
  if (check !== null) {
    const anchors = proof.anchors.map((anchor) => ({ ...verifyAnchorOffline(anchor), check }));
    return { anchors, headers: [], unjudged: [] };
  }
  const anchorOptions = {
    sources,
    ...(minConfirmations !== undefined && { minConfirmations }),
    now,
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
  settleWitnesses(stated, assigned, anchors);
  return {
    anchors,
    headers: [
      ...anchors.flatMap(({ anchor, witness }) => (witness === null ? [] : [{ anchor, witness }])),
      ...holding.map((witness) => ({ anchor: anchorOf(witness, proof), witness })),
    ],
    unjudged: isAll ? [] : [{ code: "not_all_judged", evidence }],
  };
}

/** One that does not hold or contradicts its anchor failed; one without an anchor is of no use. */
function settleWitnesses(
  stated: OpenedWitnesses["stated"],
  assigned: OpenedWitnesses["assigned"],
  anchors: readonly AnchorResult[],
): void {
  for (const [item, one] of stated) {
    if (one.fault !== null) {
      item.settle(one.fault);
      continue;
    }
    const at = assigned.findIndex(({ against, holding }) =>
      [...(against === null ? [] : [against]), ...holding].some((other) => isSame(one, other)),
    );
    const result = anchors[at] ?? anchors.find((other) => isShownBy(other, one));
    if (result === undefined) continue;
    const { block, witness, check } = result;
    // Another witness of the same transaction was confirmed, in another block.
    if (block !== null && block.hash !== one.transaction.block.hash && witness !== null) {
      item.failed("block_off_chain");
    } else if (check.status === "failed" && check.code !== "network_mismatch") {
      item.failed(check.code);
    }
    // The name of a network is the proof's own fault.
    else item.checked(check.code);
  }
}

/** Whether a witness of a transaction that the proof does not name was confirmed. */
function isShownBy({ block, witness }: AnchorResult, one: HoldingWitness): boolean {
  return block !== null && witness !== null && isSame(one, witness);
}

/** The same block can be shown twice. */
function isSame(a: ReadWitness, b: ReadWitness): boolean {
  if (a === b) return true;
  if (a.transaction === null || b.transaction === null) return false;
  return (
    a.transaction.chainId === b.transaction.chainId &&
    a.transaction.block.hash === b.transaction.block.hash &&
    a.transaction.transaction.hash === b.transaction.transaction.hash
  );
}
