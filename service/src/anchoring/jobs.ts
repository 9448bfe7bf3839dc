/** The job `anchor`, chain by chain. */

import { SourceError } from "@svc-proof/verifier-lib/source";
import { buildBatch } from "../batches/build-batch.js";
import type { Capability, CapabilityHost } from "../capability.js";
import {
  AnchorRevertsError,
  AnchorTooDearError,
  type Chain,
  ChainUnavailableError,
  EndpointsDisagreeError,
  InsufficientFundsError,
} from "../clients/chain.js";
import type { OpenedChain } from "../clients/network.js";
import { chainsOf } from "../config/chains.js";
import { type JobHost, type JobLoop, type Jobs, type OutageKind, startLeasedJob } from "../jobs/job.js";
import { RoundLog } from "../log.js";
import type { Records } from "../records/records.js";
import { runAnchorRound } from "./anchor-round.js";
import { abortableChain, type FeePolicy, MIN_RAISE_PERMILLE, newAnchorMemory } from "./fees.js";
import {
  ChainReplacedError,
  ClockApartError,
  ImplausibleNonceError,
  watchChainClock,
  watchChainId,
} from "./standing.js";
import { type AnchorWatch, type HeldReason, watchAnchors } from "./watch.js";

// The jobs between a queued proof and a confirmed anchor: building batches, anchoring them, watching the anchors.
// Any number of instances may start them; each job runs on the instance that holds its lease; the others stand by.

/** A chain and how anchors are made there. */
export interface AnchoredChain {
  readonly chain: Chain;
  /** Confirmations that an anchor needs, including its own block. */
  readonly confirmations: number;
  /** Time after which an anchor that is not in a block is replaced with higher fees. */
  readonly bumpAfterMs: number;
  readonly fees?: FeePolicy;
  readonly lowBalanceWei?: bigint;
}

export interface AnchorJobsOptions extends JobHost {
  readonly store: Records;
  /** Each batch is anchored on all of them. At least one. */
  readonly chains: readonly AnchoredChain[];
  /** The longest time that a proof waits in the queue. */
  readonly batchIntervalMs: number;
  /** Maximum number of proofs in a batch, up to 2^20. */
  readonly batchMaxLeaves: number;
  /** Time between two polls of the queue and of the chain. */
  readonly pollIntervalMs: number;
  /** Time between two looks at a chain on which no batch waits. */
  readonly lookIntervalMs?: number;
  readonly watch?: AnchorWatch;
}

/** Log lines for outages of the chain and for problems with paying it. */
const OUTAGES: readonly (OutageKind & { readonly reason: HeldReason })[] = [
  {
    error: EndpointsDisagreeError,
    level: "error",
    message: "endpoints of the chain disagree; its anchors are held until they agree",
    reason: "disagreement",
  },
  {
    error: SourceError,
    level: "warn",
    message: "the chain returned no usable answer",
    reason: "unavailable",
  },
  {
    error: ChainUnavailableError,
    level: "warn",
    message: "the chain returned no usable answer",
    reason: "unavailable",
  },
  {
    error: InsufficientFundsError,
    level: "error",
    message: "the anchor address has insufficient funds",
    reason: "insufficient_funds",
  },
  {
    error: AnchorTooDearError,
    level: "error",
    message: "an anchor would cost more than SVC_ANCHOR_MAX_COST_GWEI allows",
    reason: "too_dear",
  },
  {
    error: AnchorRevertsError,
    level: "error",
    message:
      "the chain would revert an anchor, so it is not paid for: take the code (EIP-7702) from the anchor address, or use another key",
    reason: "reverts",
  },
  {
    error: ChainReplacedError,
    level: "error",
    message:
      "the endpoint serves another chain than before; anchoring is stopped until the former chain is back",
    reason: "other_chain",
  },
  {
    error: ImplausibleNonceError,
    level: "error",
    message:
      "the chain counts far more transactions from the anchor address than this service sent: another program uses its key, or the endpoint is wrong; anchoring is stopped until the count is plausible",
    reason: "implausible_nonce",
  },
  {
    error: ClockApartError,
    level: "error",
    message:
      "the clock of this instance and the times of the chain's blocks do not fit together: set the clock; until then nothing is paid for",
    reason: "clock",
  },
];

/** Starts the jobs. */
export function startAnchorJobs(options: AnchorJobsOptions): Jobs {
  const { store, chains, log, batchIntervalMs, batchMaxLeaves, pollIntervalMs } = options;
  const roundLog = new RoundLog(log);
  const chainIds = chains.map(({ chain }) => chain.chainId);
  // One lease for all chains: a loop of its own lets each wait for its own outages.
  const anchoring = chains.map((anchored) => startChain(options, anchored, chainIds, roundLog));
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
          chainIds,
          lease,
          signal,
        });
        if (built === null) return;
        const { number: batch, leafCount, root } = built;
        const durationMs = Math.round(performance.now() - startedAtMs);
        log.info({ batch, leafCount, root, durationMs }, "batch built");
        for (const job of anchoring) job.wake();
      }
    },
  });

  return {
    stop: async () => {
      await Promise.all([building, ...anchoring].map((job) => job.stop()));
    },
  };
}

/** Starts the loop of one chain. */
function startChain(
  options: AnchorJobsOptions,
  { chain, ...policy }: AnchoredChain,
  chainIds: readonly number[],
  roundLog: RoundLog,
): JobLoop {
  const { store, watch, pollIntervalMs, lookIntervalMs } = options;
  const { chainId } = chain;
  const memory = newAnchorMemory();
  return startLeasedJob(options, {
    name: "anchor",
    ...(chainIds.length === 1 ? {} : { about: { chainId } }),
    intervalMs: pollIntervalMs,
    outages: OUTAGES,
    run: async (lease, signal) => {
      try {
        await runAnchorRound(store.batches, abortableChain(chain, signal), roundLog, {
          ...policy,
          lease,
          chainIds,
          memory,
          ...(watch === undefined ? {} : { watch }),
          ...(lookIntervalMs === undefined ? {} : { lookIntervalMs }),
        });
        watch?.held(chainId, null);
      } catch (error) {
        const outage = OUTAGES.find((kind) => error instanceof kind.error);
        if (outage !== undefined) watch?.held(chainId, outage.reason);
        throw error;
      }
    },
  });
}

/** What the interface promises. */
const MIN_CONFIRMATIONS = 12;

/** Opens the jobs that build batches and anchor them. */
export function openAnchoring(host: CapabilityHost): Capability {
  const { config, log, store, network, metrics, readiness, clock, signal } = host;
  const firstLook = (chainId: number) => `first look at chain ${chainId}`;
  for (const { chainId } of chainsOf(config))
    readiness.hold(firstLook(chainId), `chain ${chainId} was not asked yet`);
  let jobs: Jobs | undefined;
  return {
    routes: [],
    startJobs: async () => {
      const chains = await network.open();
      const { batchIntervalMs, batchMaxLeaves, pollIntervalMs } = config;
      const watch = watchAnchors(metrics.anchoring, readiness);
      for (const { chain } of chains) watch.begin(chain.chainId);
      jobs = startAnchorJobs({
        ...host.jobs,
        onRun: (job, result) => {
          host.jobs.onRun?.(job, result);
          if (job !== "anchor" || result !== "stood_by") return;
          for (const { chain } of chains) watch.leave(chain.chainId);
        },
        store,
        chains: chains.map(anchored),
        batchIntervalMs,
        batchMaxLeaves,
        pollIntervalMs,
        watch,
      });
      for (const { chain, confirmations } of chains) {
        const { chainId, address } = chain;
        void Promise.all([
          watchChainId(chain, { log, readiness, signal }),
          watchChainClock(chain, clock, signal),
        ]).then(() => readiness.hold(firstLook(chainId), null));
        if (confirmations < MIN_CONFIRMATIONS && !network.isRehearsal) {
          log.warn(
            { chainId, confirmations },
            "SVC_CONFIRMATIONS is below 12: a reorganisation may take away anchors that are confirmed",
          );
        }
        const { holder } = host.jobs;
        log.info({ chainId, network: chain.network, address, holder }, "anchoring");
      }
    },
    close: async () => jobs?.stop(),
  };
}

function anchored({ raisePermille, maxFeePerGasWei, ...opened }: OpenedChain): AnchoredChain {
  return { ...opened, fees: { raisePermille: raisePermille ?? MIN_RAISE_PERMILLE, maxFeePerGasWei } };
}
