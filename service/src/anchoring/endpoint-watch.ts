import type { EndpointWatch } from "../clients/chain/several-endpoints.js";
import type { JobLog } from "../jobs/job-log.js";
import { OutageLog } from "../jobs/outage-log.js";
import type { AnchoringMetrics } from "../operations/anchoring-metrics.js";

/** Logs each outage of an endpoint once when it begins and once when it ends, and counts those that fail. */
export function endpointWatch(chainId: number, log: JobLog, metrics: AnchoringMetrics): EndpointWatch {
  const outages = new OutageLog(log, (count) => metrics.endpointOutages.set({ chain: `${chainId}` }, count));
  const subject = (place: number) => `endpoint ${place} of chain ${chainId}`;
  return {
    failed: (place, reason) =>
      outages.failed(subject(place), `an endpoint of a chain fails, the others are asked: ${reason}`),
    worked: (place) => outages.worked(subject(place)),
  };
}
