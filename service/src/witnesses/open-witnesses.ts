import type { Capability, CapabilityHost } from "../capability.js";
import type { Jobs } from "../jobs/leased-job.js";
import { witnessRoutes } from "./routes.js";
import { startWitnessJob } from "./witness-job.js";

/** Opens the witnesses of anchors; the job that makes them starts when the chain answers. */
export function openWitnesses(host: CapabilityHost): Capability {
  const { config, store, metrics, network } = host;
  let jobs: Jobs | undefined;
  return {
    routes: witnessRoutes({ store }),
    startJobs: async () => {
      const chains = await network.open();
      jobs = startWitnessJob({
        ...host.jobs,
        store,
        chains: chains.map(({ chain }) => chain),
        intervalMs: config.pollIntervalMs,
        onLooked: (result) => metrics.witnesses.inc({ result }),
      });
    },
    close: async () => jobs?.stop(),
  };
}
