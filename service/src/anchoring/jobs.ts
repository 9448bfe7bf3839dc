/**
 * The jobs between a queued proof and a confirmed anchor: sealing batches, anchoring them, watching the anchors.
 * For one process; each run stands for itself, which is what a lease between instances will need.
 */
import { sealBatch } from "../batches/seal-batch.js";
import type { Chain } from "../outside/chain/chain.js";
import type { Store } from "../store/store.js";
import { abortableChain } from "./abortable-chain.js";
import { runAnchorRound } from "./anchor-round.js";
import { type JobLog, RoundLog } from "./job-log.js";
import { JobLoop } from "./job-loop.js";

export interface JobsOptions {
  readonly store: Store;
  readonly chain: Chain;
  readonly log: JobLog;
  /** Time that a proof waits in the queue at most. */
  readonly batchIntervalMs: number;
  /** Proofs of one batch at most, up to 2^20. */
  readonly batchMaxLeaves: number;
  /** Blocks from the anchor's to the head, both counted, that make it confirmed. */
  readonly confirmations: number;
  /** Time between two looks at the queue and at the chain. */
  readonly pollIntervalMs: number;
  /** Time after which an anchor that is in no block is replaced by a dearer one. */
  readonly bumpAfterMs: number;
}

export interface Jobs {
  /** Ends the jobs, without waiting for answers from the chain. The store may be closed afterwards. */
  stop(): Promise<void>;
}

/** Starts the jobs. */
export function startJobs(options: JobsOptions): Jobs {
  const { store, chain, log, batchIntervalMs, batchMaxLeaves, pollIntervalMs } = options;

  const roundLog = new RoundLog(log);
  const anchoring = new JobLoop({
    name: "anchor",
    intervalMs: pollIntervalMs,
    log,
    run: (signal) => runAnchorRound(store.batches, abortableChain(chain, signal), roundLog, options),
  });
  const sealing = new JobLoop({
    name: "batch",
    intervalMs: Math.min(pollIntervalMs, batchIntervalMs),
    log,
    run: async (signal) => {
      // Until none is due: a long queue holds several batches.
      for (;;) {
        const sealed = await sealBatch(store.batches, {
          batchIntervalMs,
          batchMaxLeaves,
          chainId: chain.chainId,
          signal,
        });
        if (sealed === null) return;
        log.info({ batch: sealed.number, leafCount: sealed.leafCount, root: sealed.root }, "batch sealed");
        anchoring.wake();
      }
    },
  });

  return {
    stop: async () => {
      await Promise.all([sealing.stop(), anchoring.stop()]);
    },
  };
}
