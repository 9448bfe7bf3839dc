/**
 * Finds the confirmed anchors whose blocks a reorganisation has removed, and reopens them. A block's hash commits to all
 * blocks before it, so if the highest block with a confirmed anchor is there, all others are.
 */
import { type EvmBlock, SourceError } from "@svc-proof/verifier-lib/source";
import { type Chain, ChainUnavailableError } from "../clients/chain/chain.js";
import type { JobLog } from "../jobs/job-log.js";
import type { BatchStore } from "../records/records.js";
import type { Inclusion, Lease } from "../records/types.js";
import type { AnchorMemory } from "./anchor-memory.js";
import type { AnchorWatch } from "./anchor-watch.js";
import { ChainReplacedError } from "./chain-identity.js";

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
