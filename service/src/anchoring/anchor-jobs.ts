/**
 * The jobs between a queued proof and a confirmed anchor: building batches, anchoring them, watching the anchors.
 * Any number of instances may start them; each job runs on the instance that holds its lease; the others stand by.
 */
import { SourceError } from "@svc-proof/verifier-lib/source";
import { buildBatch } from "../batches/build-batch.js";
import {
  AnchorTooDearError,
  type Chain,
  ChainUnavailableError,
  InsufficientFundsError,
} from "../clients/chain/chain.js";
import { RoundLog } from "../jobs/job-log.js";
import type { OutageKind } from "../jobs/job-loop.js";
import { type JobHost, type Jobs, startLeasedJob } from "../jobs/leased-job.js";
import type { Store } from "../store/store.js";
import { abortableChain } from "./abortable-chain.js";
import { runAnchorRound } from "./anchor-round.js";
import { ChainReplacedError, ImplausibleNonceError } from "./chain-identity.js";

export interface AnchorJobsOptions extends JobHost {
  readonly store: Store;
  readonly chain: Chain;
  /** The longest time that a proof waits in the queue. */
  readonly batchIntervalMs: number;
  /** Maximum number of proofs in a batch, up to 2^20. */
  readonly batchMaxLeaves: number;
  /** Confirmations that an anchor needs, including its own block. */
  readonly confirmations: number;
  /** Time between two polls of the queue and of the chain. */
  readonly pollIntervalMs: number;
  /** Time after which an anchor that is not in a block is replaced with higher fees. */
  readonly bumpAfterMs: number;
}

/** Log lines for outages of the chain and for problems with paying it. */
const OUTAGES: readonly OutageKind[] = [
  { error: SourceError, level: "warn", message: "the chain returned no usable answer" },
  { error: ChainUnavailableError, level: "warn", message: "the chain returned no usable answer" },
  { error: InsufficientFundsError, level: "error", message: "the anchor address has insufficient funds" },
  {
    error: AnchorTooDearError,
    level: "error",
    message: "an anchor would cost more than SVC_ANCHOR_MAX_COST_GWEI allows",
  },
  {
    error: ChainReplacedError,
    level: "error",
    message:
      "the endpoint serves another chain than before; anchoring is stopped until the former chain is back",
  },
  {
    error: ImplausibleNonceError,
    level: "error",
    message:
      "the chain counts far more transactions from the anchor address than this service sent: another program uses its key, or the endpoint is wrong; anchoring is stopped until the count is plausible",
  },
];

/** Starts the jobs. */
export function startAnchorJobs(options: AnchorJobsOptions): Jobs {
  const { store, chain, log, batchIntervalMs, batchMaxLeaves, pollIntervalMs } = options;
  const roundLog = new RoundLog(log);
  const anchoring = startLeasedJob(options, {
    name: "anchor",
    intervalMs: pollIntervalMs,
    outages: OUTAGES,
    run: (lease, signal) =>
      runAnchorRound(store.batches, abortableChain(chain, signal), roundLog, { ...options, lease }),
  });
  const building = startLeasedJob(options, {
    name: "batch",
    intervalMs: Math.min(pollIntervalMs, batchIntervalMs),
    outages: OUTAGES,
    run: async (lease, signal) => {
      // Loop: a long queue fills several batches.
      for (;;) {
        const startedAtMs = performance.now();
        const built = await buildBatch(store.batches, {
          batchIntervalMs,
          batchMaxLeaves,
          chainId: chain.chainId,
          lease,
          signal,
        });
        if (built === null) return;
        const { number: batch, leafCount, root } = built;
        const durationMs = Math.round(performance.now() - startedAtMs);
        log.info({ batch, leafCount, root, durationMs }, "batch built");
        anchoring.wake();
      }
    },
  });

  return {
    stop: async () => {
      await Promise.all([building.stop(), anchoring.stop()]);
    },
  };
}
