/** Lost blocks, balances, endpoints. */

import { type EvmBlock, SourceError } from "@svc-proof/verifier-lib/source";
import { type Chain, ChainUnavailableError } from "../clients/chain.js";
import type { EndpointWatch } from "../clients/evm-endpoints.js";
import { type JobLog, OutageLog } from "../log.js";
import type { Readiness } from "../operations/health.js";
import type { AnchoringMetrics } from "../operations/metrics.js";
import type { BatchStore } from "../records/records.js";
import type { Inclusion, Lease } from "../records/types.js";
import type { AnchorMemory } from "./fees.js";
import { ChainReplacedError } from "./standing.js";

// Learns how anchoring stands, for metrics and for `/readyz`.

/** What keeps a chain's anchors from going on. */
export const HELD_REASONS = [
  "unavailable",
  "disagreement",
  "other_chain",
  "implausible_nonce",
  "insufficient_funds",
  "too_dear",
  "reverts",
  "clock",
] as const;

export type HeldReason = (typeof HELD_REASONS)[number];

/** `filler`: an empty transaction that uses a nonce which nothing else will use. */
export const SENT_KINDS = ["first", "replacement", "again", "filler"] as const;

export type SentKind = (typeof SENT_KINDS)[number];

/** How the anchors of a chain stood at the end of a round. */
export interface AnchorsStanding {
  /** Batches that were confirmed, lost their block and are not confirmed again yet. */
  readonly reopened: number;
  /** Free nonces before those of the anchors. */
  readonly gaps: number;
  /** Batches whose nonce is used, by a transaction that no endpoint shows, that was reverted, or that the verifier does not accept. */
  readonly unexplained: number;
}

export interface AnchorWatch {
  stands(chainId: number, standing: AnchorsStanding): void;
  /** Null when nothing holds it. */
  held(chainId: number, reason: HeldReason | null): void;
  reopened(chainId: number): void;
  sent(chainId: number, kind: SentKind): void;
  /** @param wei balance of the address that pays. */
  balance(chainId: number, wei: bigint): void;
}

/** What the metrics and `/readyz` say of anchoring. */
const WEI_PER_COIN = 1e18;

/** What an operator should know though requests are answered. */
export function watchAnchors(
  metrics: AnchoringMetrics,
  readiness: Pick<Readiness, "note">,
): AnchorWatch & { begin(chainId: number): void; leave(chainId: number): void } {
  const clear = (chainId: number) => {
    const chain = `${chainId}`;
    for (const reason of HELD_REASONS) metrics.held.set({ chain, reason }, 0);
    for (const gauge of [metrics.reopenedBatches, metrics.nonceGaps, metrics.unexplained])
      gauge.set({ chain }, 0);
  };
  return {
    /** A series that begins with its first event has no increase that an alert could see. */
    begin: (chainId) => {
      const chain = `${chainId}`;
      clear(chainId);
      for (const kind of SENT_KINDS) metrics.sent.inc({ chain, kind }, 0);
      metrics.reopened.inc({ chain }, 0);
      metrics.disagreements.inc({ chain }, 0);
      metrics.endpointOutages.set({ chain }, 0);
    },
    /** Another instance anchors now, and tells. */
    leave: (chainId) => {
      clear(chainId);
      metrics.balance.remove({ chain: `${chainId}` });
      readiness.note(`chain ${chainId}`, null);
      readiness.note(`chain ${chainId} held`, null);
    },
    stands: (chainId, { reopened, gaps, unexplained }) => {
      const chain = `${chainId}`;
      metrics.reopenedBatches.set({ chain }, reopened);
      metrics.nonceGaps.set({ chain }, gaps);
      metrics.unexplained.set({ chain }, unexplained);
      const notes = [
        [reopened, "confirmed batches lost their block in a deep reorganisation and are anchored again"],
        [gaps, "nonces before those of the anchors are free and are being filled"],
        [
          unexplained,
          "anchors wait: their nonce is used, by a transaction that no endpoint shows, that was reverted, or that the verifier does not accept",
        ],
      ] as const;
      const told = notes.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
      readiness.note(`chain ${chain}`, told.length === 0 ? null : `chain ${chain}: ${told.join("; ")}`);
    },
    held: (chainId, reason) => {
      const chain = `${chainId}`;
      for (const one of HELD_REASONS) metrics.held.set({ chain, reason: one }, one === reason ? 1 : 0);
      if (reason === "disagreement") metrics.disagreements.inc({ chain });
      readiness.note(
        `chain ${chain} held`,
        reason === null ? null : `chain ${chain}: its anchors are held: ${reason}`,
      );
    },
    reopened: (chainId) => metrics.reopened.inc({ chain: `${chainId}` }),
    sent: (chainId, kind) => metrics.sent.inc({ chain: `${chainId}`, kind }),
    balance: (chainId, wei) => metrics.balance.set({ chain: `${chainId}` }, Number(wei) / WEI_PER_COIN),
  };
}

/** Asks for the balance of the address that pays, and logs once when it falls below a limit and once when it is back. */
export async function watchBalance(
  chain: Chain,
  log: Pick<JobLog, "warn" | "info">,
  lowBalanceWei: bigint,
  { memory, watch }: { readonly memory: AnchorMemory; readonly watch: AnchorWatch | undefined },
): Promise<void> {
  const wei = await chain.fetchBalance();
  watch?.balance(chain.chainId, wei);
  const isLow = wei < lowBalanceWei;
  if (isLow === memory.isBalanceLow) return;
  memory.isBalanceLow = isLow;
  const fields = {
    chainId: chain.chainId,
    address: chain.address,
    balanceWei: `${wei}`,
    limitWei: `${lowBalanceWei}`,
  };
  if (isLow) log.warn(fields, "the balance of the anchor address is low: send it coins");
  else log.info(fields, "the balance of the anchor address is sufficient again");
}

/** Logs each outage of an endpoint once when it begins and once when it ends, and counts those that fail. */
export function endpointWatch(chainId: number, log: JobLog, metrics: AnchoringMetrics): EndpointWatch {
  const outages = new OutageLog(log, (count) => metrics.endpointOutages.set({ chain: `${chainId}` }, count));
  const subject = (place: number) => `endpoint ${place} of chain ${chainId}`;
  return {
    failed: (place, reason) =>
      outages.failed(subject(place), `an endpoint of a chain fails, the others are asked: ${reason}`),
    worked: (place) => outages.worked(subject(place)),
  };
}

// Finds the confirmed anchors whose blocks a reorganisation has removed, and reopens them. A block's hash commits to all
// blocks before it, so if the highest block with a confirmed anchor is there, all others are.

/** Anchors that one round reopens at most; the next one continues. */
const MAX_REOPENED = 200;

export interface ReopenOptions {
  readonly batches: BatchStore;
  readonly chain: Chain;
  readonly log: Pick<JobLog, "error">;
  readonly lease: Lease;
  readonly watch: AnchorWatch | undefined;
  readonly memory: AnchorMemory;
}

/**
 * @returns how many were reopened.
 * @throws ChainReplacedError when it is not known to be the same chain: its first block is another, or was never seen.
 * @throws ChainUnavailableError when the endpoint does not have the block.
 */
export async function reopenLost({
  batches,
  chain,
  log,
  lease,
  watch,
  memory,
}: ReopenOptions): Promise<number> {
  const { chainId } = chain;
  for (let reopened = 0; reopened < MAX_REOPENED; reopened++) {
    const batch = await batches.highestConfirmed(chainId);
    const inclusion = batch?.anchors.find((anchor) => anchor.chainId === chainId)?.inclusion;
    if (!batch || !inclusion || (await isThere(chain, inclusion))) {
      await keepGenesis(batches, chain, memory);
      return reopened;
    }
    await verifyGenesis(batches, chain, inclusion);
    if (!(await batches.reopen(lease, batch.id, chainId, inclusion.blockHash))) return reopened;
    watch?.reopened(chainId);
    const { txHash, blockNumber, blockHash } = inclusion;
    log.error(
      { chainId, batch: batch.number, txHash, blockNumber, blockHash },
      "a reorganisation deeper than the confirmations removed the block of a confirmed anchor; the batch is reopened and anchored again",
    );
  }
  return MAX_REOPENED;
}

async function isThere(chain: Chain, { blockNumber, blockHash }: Inclusion): Promise<boolean> {
  const block = await chain.source.fetchBlock(blockNumber);
  if (block === null) {
    throw new ChainUnavailableError(
      `block ${blockNumber}, which was confirmed, is missing: the endpoint lags behind, or the chain was reset`,
    );
  }
  return block.hash === blockHash;
}

/** Keeps the first block of the chain, once it is known to be the right one. */
async function keepGenesis(batches: BatchStore, chain: Chain, memory: AnchorMemory): Promise<void> {
  if (memory.isGenesisKept) return;
  const first = await fetchGenesis(chain);
  if (first !== null) await batches.keepGenesis(chain.chainId, first.hash);
  memory.isGenesisKept = first !== null;
}

/** Null when the endpoint does not have it: some do not keep the oldest blocks. */
function fetchGenesis(chain: Chain): Promise<EvmBlock | null> {
  return chain.source.fetchBlock(0).catch((error) => {
    if (error instanceof SourceError) return null;
    throw error;
  });
}

/** A reorganisation never replaces the first block. */
async function verifyGenesis(batches: BatchStore, chain: Chain, inclusion: Inclusion): Promise<void> {
  const known = await batches.genesis(chain.chainId);
  const first = await fetchGenesis(chain);
  if (known !== null && first?.hash === known) return;
  throw new ChainReplacedError(
    `block ${inclusion.blockNumber} was ${inclusion.blockHash} when it was confirmed, and the first block of the chain ${known === null ? "was never seen" : "is another"}`,
  );
}
