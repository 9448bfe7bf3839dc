import type { Capability, CapabilityHost } from "../capability.js";
import { chainsOf } from "../config/chains.js";
import type { Jobs } from "../jobs/leased-job.js";
import type { OpenedChain } from "../network.js";
import { MIN_RAISE_PERMILLE } from "./anchor-fees.js";
import { type AnchoredChain, startAnchorJobs } from "./anchor-jobs.js";
import { watchChainClock } from "./chain-clock.js";
import { watchAnchors } from "./watch-anchors.js";
import { watchChainId } from "./watch-chain-id.js";

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
