import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import type { Capability, CapabilityHost } from "../capability.js";
import type { Jobs } from "../jobs/leased-job.js";
import { startAnchorJobs } from "./anchor-jobs.js";

/** What the interface promises. The service never checks a confirmed batch again. */
const MIN_CONFIRMATIONS = 12;

/** Opens the jobs that build batches and anchor them; they start when the chain answers. */
export function openAnchoring(host: CapabilityHost): Capability {
  const { log, store, network } = host;
  let jobs: Jobs | undefined;
  return {
    routes: [],
    startJobs: async () => {
      const { chain, config } = await network.open();
      const {
        batchIntervalMs,
        batchMaxLeaves,
        confirmations,
        pollIntervalMs,
        anchorBumpMs: bumpAfterMs,
      } = config;
      const { chainId } = chain;
      jobs = startAnchorJobs({
        ...host.jobs,
        store,
        chain,
        batchIntervalMs,
        batchMaxLeaves,
        confirmations,
        pollIntervalMs,
        bumpAfterMs,
      });
      if (confirmations < MIN_CONFIRMATIONS && chainId !== DEVELOPMENT_CHAIN_ID) {
        log.warn(
          { chainId, confirmations },
          "SVC_CONFIRMATIONS is below 12: a reorganisation may take away anchors that are confirmed",
        );
      }
      const { holder } = host.jobs;
      log.info({ chainId, network: chain.network, address: chain.address, holder }, "anchoring");
      if (chainId === DEVELOPMENT_CHAIN_ID && !network.isSandbox) {
        log.warn({ chainId }, "a development network: nothing proven here has any evidential value");
      }
    },
    close: async () => jobs?.stop(),
  };
}
