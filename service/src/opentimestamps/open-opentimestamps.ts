import type { Capability, CapabilityHost } from "../capability.js";
import type { Jobs } from "../jobs/leased-job.js";
import type { SandboxCalendar } from "../sandbox/calendar/start-calendar.js";
import { startAttestJobs } from "./attest-jobs.js";
import { openCalendars } from "./open-calendars.js";
import { openTimestampsRoutes } from "./routes.js";

/**
 * Opens the OpenTimestamps files of proofs and, once the chain answers, the jobs that submit batches to calendars.
 *
 * @param own the sandbox's own calendar, used if no other is given.
 */
export function openOpenTimestamps(host: CapabilityHost, own: SandboxCalendar | null): Capability {
  const { config, log, store, metrics, network } = host;
  let jobs: Jobs | undefined;
  return {
    routes: openTimestampsRoutes({ store }),
    startJobs: async () => {
      await network.open();
      const calendars = openCalendars(config, own, network.isSandbox);
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
