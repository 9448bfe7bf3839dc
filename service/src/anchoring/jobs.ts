/**
 * The jobs between a queued proof and a confirmed anchor: sealing batches, anchoring them, watching the anchors.
 * Any number of instances may start them; each job runs in the one that holds its lease, the others stand by.
 */
import { sealBatch } from "../batches/seal-batch.js";
import type { Chain } from "../outside/chain/chain.js";
import type { Store } from "../store/store.js";
import { abortableChain } from "./abortable-chain.js";
import { runAnchorRound } from "./anchor-round.js";
import { RoundLog } from "./job-log.js";
import { type JobHost, startLeasedJob } from "./leased-job.js";

/** Names of the jobs and of their leases. */
export const JOB_NAMES: readonly ["batch", "anchor"] = ["batch", "anchor"];

export interface JobsOptions extends JobHost {
  readonly store: Store;
  readonly chain: Chain;
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
  const anchoring = startLeasedJob(options, {
    name: "anchor",
    intervalMs: pollIntervalMs,
    run: (lease, signal) =>
      runAnchorRound(store.batches, abortableChain(chain, signal), roundLog, { ...options, lease }),
  });
  const sealing = startLeasedJob(options, {
    name: "batch",
    intervalMs: Math.min(pollIntervalMs, batchIntervalMs),
    run: async (lease, signal) => {
      // Until none is due: a long queue holds several batches.
      for (;;) {
        const startedAtMs = performance.now();
        const sealed = await sealBatch(store.batches, {
          batchIntervalMs,
          batchMaxLeaves,
          chainId: chain.chainId,
          lease,
          signal,
        });
        if (sealed === null) return;
        const { number: batch, leafCount, root } = sealed;
        const durationMs = Math.round(performance.now() - startedAtMs);
        log.info({ batch, leafCount, root, durationMs }, "batch sealed");
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
