/**
 * Check `anchor`: does an EVM chain hold the payload of this proof, in the block that the proof names?
 *
 * A witness proves what is in the block with a certain hash. Sources are then asked for that hash alone.
 *
 * The result relies on the sources, which the evidence names. If two sources contradict each other, it is
 * indeterminate. A source that does not answer counts neither way.
 */

import { type EvmFinality, evmFinality, networkLabel } from "@svc-proof/shared/chains";
import type { PortableAnchor } from "@svc-proof/shared/proof";
import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { WorkBudget } from "@svc-proof/shared/work";
import { outOfWork } from "../report/outcome.js";
import type { Check, Evidence } from "../report/report.js";
import type { EvmSource } from "../source/evm.js";
import { isWorkLimit } from "../work/work.js";
import type { AnchorBlock, AnchorQuestion, AnchorVerdict } from "./ask-evm.js";
import { isPlausibleTime, judgeWitness, witnessEvidence } from "./witness.js";
import type { HoldingWitness, ReadWitness } from "./witnesses.js";

/** Options of `verifyAnchor`. */
export interface VerifyAnchorOptions {
  /** Sources of any chain. Those of the anchor's chain are asked in parallel. */
  readonly sources: readonly EvmSource[];
  /** The witness of the anchor. Default: none. */
  readonly witness?: ReadWitness | null;
  /** More witnesses that hold of its transaction, each of another block. Default: none. */
  readonly others?: readonly HoldingWitness[];
  /**
   * Blocks required from the anchor's block to the head, both included. Default: the chain's own rule, `evmFinality`.
   */
  readonly minConfirmations?: number;
  /** The verifier's clock. Default: that of this machine. */
  readonly now?: Date;
  /** Spent by the headers of blocks. Default: the budget of one verification. */
  readonly work?: WorkBudget;
  readonly signal?: AbortSignal;
}

/** The check, and the block if it passed. */
export interface AnchorResult {
  readonly check: Check;
  /** The anchor that was checked. */
  readonly anchor: Pick<PortableAnchor, "chain_id" | "network" | "tx_hash">;
  /** The witness that agrees with the anchor, whether or not its block is on the chain; null if there is none. */
  readonly witness: HoldingWitness | null;
  readonly block: AnchorBlock | null;
  /** Names of the sources that found the anchor there, each once. */
  readonly reliedOn: readonly string[];
}

/**
 * Checks one anchor.
 *
 * @param root Merkle root of the proof: 64 lower-case hexadecimal characters.
 * @throws the reason of `options.signal` if it aborts; nothing else.
 */
export async function verifyAnchor(
  anchor: PortableAnchor,
  root: string,
  options: VerifyAnchorOptions,
): Promise<AnchorResult> {
  return verifyCalldata(anchor, payloadCalldata(anchorPayload(root)), options);
}

/**
 * Checks a transaction with any input.
 *
 * @param calldata the whole input: `0x` and lower-case hexadecimal.
 * @throws the reason of `options.signal` if it aborts; nothing else.
 */
export async function verifyCalldata(
  anchor: PortableAnchor,
  calldata: string,
  options: VerifyAnchorOptions,
): Promise<AnchorResult> {
  const sources = options.sources.filter((source) => source.chainId === anchor.chain_id);
  const { others = [], now = new Date() } = options;
  const witness =
    options.witness ?? others.find((one) => isPlausibleTime(one.transaction.block.timestamp, now));
  const offline =
    witness == null ? verifyAnchorOffline(anchor) : verifyWitnessed(anchor, calldata, witness, now);
  if (sources.length === 0 || offline.check.status === "failed") return offline;
  try {
    const holding = [...(offline.witness === null ? [] : [offline.witness]), ...others];
    return await askSources(sources, anchor, calldata, options, holding);
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    return unresolved(anchor, outOfWork("anchor", error));
  }
}

/** What can be said of an anchor without asking anyone: whether chain and name belong together. */
export function verifyAnchorOffline(anchor: PortableAnchor): AnchorResult {
  const evidence = stated(anchor);
  return unresolved(
    anchor,
    networkLabel(anchor.chain_id, anchor.network) === "mismatch"
      ? { id: "anchor", status: "failed", code: "network_mismatch", basis: "computed", evidence }
      : { id: "anchor", status: "indeterminate", code: "no_source", basis: "asserted", evidence },
  );
}

/** What a witness proves of an anchor without asking anyone. */
function verifyWitnessed(
  anchor: PortableAnchor,
  calldata: string,
  read: ReadWitness,
  now: Date,
): AnchorResult {
  const offline = verifyAnchorOffline(anchor);
  if (offline.check.status === "failed") return offline;
  const { status, code, evidence } = judgeWitness(anchor, calldata, read, now);
  const check: Check = {
    id: "anchor",
    status,
    code,
    basis: "computed",
    evidence: { ...stated(anchor), ...evidence },
  };
  return { ...unresolved(anchor, check), witness: status === "failed" || read.fault !== null ? null : read };
}

async function askSources(
  sources: readonly EvmSource[],
  anchor: PortableAnchor,
  calldata: string,
  { minConfirmations, now = new Date(), work = new WorkBudget(), signal }: VerifyAnchorOptions,
  witnesses: readonly HoldingWitness[],
): Promise<AnchorResult> {
  const finality: EvmFinality =
    minConfirmations === undefined
      ? evmFinality(anchor.chain_id)
      : { kind: "confirmations", count: minConfirmations };
  const question: AnchorQuestion = { anchor, calldata, witnesses, finality, now, work };
  const { askSource } = await import("./ask-evm.js");
  const verdicts = await Promise.all(sources.map((source) => askSource(source, question, signal)));
  const confirmed = verdicts.find(({ kind }) => kind === "stands")?.block?.hash;
  const witness =
    witnesses.find(({ transaction }) => transaction.block.hash === confirmed) ??
    // One that was merely found, and that no source confirms, is not shown: anyone can make one.
    witnesses.find(({ isFound }) => !isFound) ??
    null;
  const evidence = {
    ...stated(anchor),
    ...(witness !== null && witnessEvidence(witness.transaction)),
    ...(finality.kind === "finalized" ? { finality: "finalized" } : { min_confirmations: finality.count }),
    sources: sources.map((source, i) => said(source, verdicts[i]!)),
  };
  return { ...decide(anchor, sources, verdicts, evidence), witness };
}

function stated({ chain_id, network, tx_hash, block_number }: PortableAnchor): Evidence {
  return { chain_id, network, tx_hash, block_number };
}

function decide(
  anchor: PortableAnchor,
  sources: readonly EvmSource[],
  verdicts: readonly AnchorVerdict[],
  evidence: Evidence,
): AnchorResult {
  const standing = verdicts.filter((verdict) => verdict.kind === "stands");
  const against = verdicts.filter((verdict) => verdict.kind === "contradicted");
  // Every source that saw the transaction in a block must have seen the same block.
  const seen = verdicts.flatMap((verdict) => verdict.seen ?? []);
  const times = new Set(seen.flatMap(({ timestamp }) => timestamp ?? []));
  const agree = new Set(seen.map(({ number, hash }) => `${number} ${hash}`)).size <= 1 && times.size <= 1;
  const isSeenBySome = verdicts.some((verdict) => verdict.kind !== "contradicted" && verdict.seen !== null);
  const block = standing[0]?.block ?? null;
  const result = (status: Check["status"], code: Check["code"]): Check => ({
    id: "anchor",
    status,
    code,
    basis: "relied-on",
    evidence,
  });
  if (!agree || (isSeenBySome && against.length > 0)) {
    return unresolved(anchor, result("indeterminate", "sources_disagree"));
  }
  if (against[0] !== undefined) return unresolved(anchor, result("failed", against[0].code));
  if (block === null) return unresolved(anchor, result("indeterminate", verdicts[0]!.code));
  return {
    ...unresolved(anchor, result("passed", "ok")),
    block,
    // The same endpoint given twice counts once.
    reliedOn: [...new Set(sources.filter((_, i) => verdicts[i]!.kind === "stands").map(({ name }) => name))],
  };
}

function unresolved(anchor: PortableAnchor, check: Check): AnchorResult {
  return { check, anchor, witness: null, block: null, reliedOn: [] };
}

function said(source: EvmSource, verdict: AnchorVerdict): Evidence {
  const { block, seen } = verdict;
  const seenIn = seen === null ? {} : { block_number: seen.number, block_hash: seen.hash };
  return {
    name: source.name,
    answer: verdict.code,
    ...(block === null
      ? seenIn
      : {
          block_number: block.number,
          block_hash: block.hash,
          block_time: new Date(block.timestamp * 1000).toISOString(),
          confirmations: block.confirmations,
        }),
  };
}
