import type { Capability, CapabilityHost } from "../capability.js";
import type { Jobs } from "../jobs/leased-job.js";
import { startAttestJobs } from "./attest-jobs.js";
import { openCalendars } from "./open-calendars.js";
import { openTimestampsRoutes } from "./routes.js";

/** Opens the OpenTimestamps files of proofs, and the jobs that submit batches to calendars. */
export function openOpenTimestamps(host: CapabilityHost): Capability {
  const { config, log, store, metrics, network } = host;
  let jobs: Jobs | undefined;
  return {
    routes: openTimestampsRoutes({ store }),
    startJobs: () => {
      const calendars = openCalendars(config, network.isRehearsal);
      if (calendars === null) {
        log.info({}, "no calendars are given: nothing is submitted to Bitcoin");
        return;
      }
      jobs = startAttestJobs({
        ...host.jobs,
        ...calendars,
        store,
        intervalMs: config.attestIntervalMs,
        onOutages: (count) => metrics.openTimestampsOutages.set(count),
      });
      const names = calendars.calendars.map(({ name }) => name);
      log.info(
        { calendars: names, network: calendars.bitcoin.network },
        "submitting to OpenTimestamps calendars",
      );
    },
    close: async () => jobs?.stop(),
  };
}
