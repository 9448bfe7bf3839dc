/**
 * Check `anchor`: does an EVM chain hold the payload of this proof, in the block that the proof names?
 *
 * The result relies on the sources, which the evidence names. If two sources contradict each other, it is
 * indeterminate. A source that does not answer counts neither way.
 */
import { type EvmFinality, evmFinality, networkLabel } from "@svc-proof/shared/chains";
import type { PortableAnchor } from "@svc-proof/shared/proof";
import { anchorPayload } from "@svc-proof/shared/text";
import { WorkBudget } from "@svc-proof/shared/work";
import { outOfWork } from "../report/out-of-work.js";
import type { Check, Evidence } from "../report/report.js";
import type { EvmSource } from "../source/evm-source.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import { type AnchorBlock, type AnchorQuestion, type AnchorVerdict, askSource } from "./ask-source.js";

export interface VerifyAnchorOptions {
  /** Sources of any chain. Those of the anchor's chain are asked in parallel. */
  readonly sources: readonly EvmSource[];
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
  const sources = options.sources.filter((source) => source.chainId === anchor.chain_id);
  if (sources.length === 0) return verifyAnchorOffline(anchor);
  try {
    return await askSources(sources, anchor, root, options);
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    return unresolved(outOfWork("anchor", error));
  }
}

/** What can be said of an anchor without asking anyone: whether chain and name belong together. */
export function verifyAnchorOffline(anchor: PortableAnchor): AnchorResult {
  const evidence = stated(anchor);
  return networkLabel(anchor.chain_id, anchor.network) === "mismatch"
    ? unresolved({ id: "anchor", status: "failed", code: "network_mismatch", basis: "computed", evidence })
    : unresolved({ id: "anchor", status: "indeterminate", code: "no_source", basis: "asserted", evidence });
}

async function askSources(
  sources: readonly EvmSource[],
  anchor: PortableAnchor,
  root: string,
  { minConfirmations, now = new Date(), work = new WorkBudget(), signal }: VerifyAnchorOptions,
): Promise<AnchorResult> {
  const offline = verifyAnchorOffline(anchor);
  if (offline.check.status === "failed") return offline;
  const finality: EvmFinality =
    minConfirmations === undefined
      ? evmFinality(anchor.chain_id)
      : { kind: "confirmations", count: minConfirmations };
  const question: AnchorQuestion = { anchor, payload: anchorPayload(root), finality, now, work };
  const verdicts = await Promise.all(sources.map((source) => askSource(source, question, signal)));
  const evidence = {
    ...stated(anchor),
    ...(finality.kind === "finalized" ? { finality: "finalized" } : { min_confirmations: finality.count }),
    sources: sources.map((source, i) => said(source, verdicts[i]!)),
  };
  return decide(sources, verdicts, evidence);
}

function stated({ chain_id, network, tx_hash, block_number }: PortableAnchor): Evidence {
  return { chain_id, network, tx_hash, block_number };
}

function decide(
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
    return unresolved(result("indeterminate", "sources_disagree"));
  }
  if (against[0] !== undefined) return unresolved(result("failed", against[0].code));
  if (block === null) return unresolved(result("indeterminate", verdicts[0]!.code));
  return {
    check: result("passed", "ok"),
    block,
    // The same endpoint given twice counts once.
    reliedOn: [...new Set(sources.filter((_, i) => verdicts[i]!.kind === "stands").map(({ name }) => name))],
  };
}

function unresolved(check: Check): AnchorResult {
  return { check, block: null, reliedOn: [] };
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
