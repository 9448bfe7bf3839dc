/** The job that keeps a witness of each anchor. It runs in the one instance that holds its lease; the others stand by. */
import { type Chain, ChainUnavailableError } from "../clients/chain/chain.js";
import { RoundLog } from "../jobs/job-log.js";
import type { OutageKind } from "../jobs/job-loop.js";
import { type JobHost, type Jobs, startLeasedJob } from "../jobs/leased-job.js";
import { untilAborted } from "../jobs/until-aborted.js";
import type { Records } from "../records/records.js";
import type { WitnessChain } from "./build-witness.js";
import { runWitnessRound, type WitnessRoundOptions } from "./witness-round.js";

const OUTAGES: readonly OutageKind[] = [
  { error: ChainUnavailableError, level: "warn", message: "the chain returned no usable answer" },
];

export interface WitnessJobOptions extends JobHost, Pick<WitnessRoundOptions, "onLooked"> {
  readonly store: Pick<Records, "batches" | "witnesses" | "stamps" | "leases">;
  readonly chains: readonly Chain[];
  /** Time between two looks for blocks without a witness. */
  readonly intervalMs: number;
}

export function startWitnessJob(options: WitnessJobOptions): Jobs {
  const { store, chains, intervalMs, onLooked } = options;
  const log = new RoundLog(options.log);
  return startLeasedJob(options, {
    name: "witness",
    intervalMs,
    outages: OUTAGES,
    run: async (_, signal) => {
      await runWitnessRound({
        store,
        chains: chains.map((chain) => abortable(chain, signal)),
        log,
        signal,
        ...(onLooked === undefined ? {} : { onLooked }),
      });
    },
  });
}

function abortable(chain: Chain, signal: AbortSignal): WitnessChain {
  return {
    chainId: chain.chainId,
    fetchWholeBlock: (hash) => untilAborted(() => chain.fetchWholeBlock(hash), signal),
    fetchRawTransaction: (hash) => untilAborted(() => chain.fetchRawTransaction(hash), signal),
  };
}
