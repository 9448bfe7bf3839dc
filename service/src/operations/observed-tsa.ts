/** A timestamping authority that times its requests and logs outages. It changes no result. */

import type { Tsa, TsaAnswer } from "../clients/tsa/tsa.js";
import type { JobLog } from "../jobs/job-log.js";
import { OutageLog } from "../jobs/outage-log.js";
import type { Metrics } from "./metrics.js";

const ANSWERS: readonly TsaAnswer["kind"][] = ["issued", "refused", "unavailable"];

/** The same authority, observed. */
export function observedTsa(tsa: Tsa, { tsaDuration }: Metrics, log: JobLog): Tsa {
  const outages = new OutageLog(log);
  // Created with 0, because a series that begins with its first event shows alerts no increase.
  for (const answer of ANSWERS) tsaDuration.zero({ answer });
  return {
    name: tsa.name,
    issue: async (request) => {
      const begun = performance.now();
      const answer = await tsa.issue(request);
      tsaDuration.observe({ answer: answer.kind }, (performance.now() - begun) / 1_000);
      // All requests have the same form: an authority that refuses one seal for good will refuse the next.
      if (answer.kind === "issued") outages.worked(tsa.name);
      else outages.failed(tsa.name, `the timestamping authority issued no token: ${answer.reason}`);
      return answer;
    },
  };
}
