/**
 * The jobs between a queued proof and a confirmed anchor: sealing batches, anchoring them, watching the anchors.
 * Any number of instances may start them; each job runs in the one that holds its lease, the others stand by.
 */
import { sealBatch } from "../batches/seal-batch.js";
import type { Chain } from "../outside/chain/chain.js";
import type { Store } from "../store/store.js";
import { abortableChain } from "./abortable-chain.js";
import { runAnchorRound } from "./anchor-round.js";
import { JobLease } from "./job-lease.js";
import { type JobLog, RoundLog } from "./job-log.js";
import { JobLoop, type JobLoopOptions } from "./job-loop.js";

/** Names of the jobs and of their leases. */
export const JOB_NAMES: readonly ["batch", "anchor"] = ["batch", "anchor"];

type JobName = (typeof JOB_NAMES)[number];

export interface JobsOptions {
  readonly store: Store;
  readonly chain: Chain;
  readonly log: JobLog;
  /** This process among those that share the store. */
  readonly holder: string;
  /** Time after which another instance may take over the jobs of one that does not answer any more. */
  readonly leaseMs: number;
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
  /** Told of the end of every run of a job. */
  readonly onRun?: NonNullable<JobLoopOptions["onRun"]>;
}

export interface Jobs {
  /** Ends the jobs, without waiting for answers from the chain. The store may be closed afterwards. */
  stop(): Promise<void>;
}

/** Starts the jobs. */
export function startJobs(options: JobsOptions): Jobs {
  const { store, chain, log, holder, leaseMs, batchIntervalMs, batchMaxLeaves, pollIntervalMs } = options;
  const observed = options.onRun === undefined ? {} : { onRun: options.onRun };
  const leaseOf = (name: JobName) => new JobLease({ leases: store.leases, name, holder, leaseMs });

  const roundLog = new RoundLog(log);
  const anchoring = new JobLoop({
    name: "anchor",
    intervalMs: pollIntervalMs,
    log,
    lease: leaseOf("anchor"),
    ...observed,
    run: (lease, signal) =>
      runAnchorRound(store.batches, abortableChain(chain, signal), roundLog, { ...options, lease }),
  });
  const sealing = new JobLoop({
    name: "batch",
    intervalMs: Math.min(pollIntervalMs, batchIntervalMs),
    log,
    lease: leaseOf("batch"),
    ...observed,
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
