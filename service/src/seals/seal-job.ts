/**
 * The job that completes pending seals. It runs in the one instance that holds its lease; requests complete seals
 * too, and a hold on each seal keeps the two apart.
 */
import type { JobLoop } from "../jobs/job-loop.js";
import { type JobHost, startLeasedJob } from "../jobs/leased-job.js";
import { untilAborted } from "../jobs/until-aborted.js";
import type { Records } from "../records/records.js";
import type { SealIssuer } from "./seal-issuer.js";

/** Seals of one run. */
const MAX_DUE = 100;
/** Parallel requests to the authority. */
const PARALLEL = 4;

export interface SealJobOptions extends JobHost {
  readonly store: Pick<Records, "seals" | "leases">;
  readonly issuer: SealIssuer;
  /** Time between two checks for due seals. */
  readonly intervalMs: number;
}

/** Starts the job. */
export function startSealJob(options: SealJobOptions): JobLoop {
  const { store, issuer, intervalMs } = options;
  return startLeasedJob(options, {
    name: "seal",
    intervalMs,
    run: async (_lease, signal) => {
      // For the metrics, which observe the store's answers.
      await store.seals.pending();
      const due = await store.seals.takeDue(new Date(), MAX_DUE);
      for (let at = 0; at < due.length; at += PARALLEL) {
        const asked = due.slice(at, at + PARALLEL);
        // Requests continue by themselves, and their answers are stored.
        const outcomes = await untilAborted(
          () => Promise.all(asked.map(({ proofId }) => issuer.ask(proofId))),
          signal,
        );
        // When one fails, the others most likely would too. They stay due, and come first next time.
        if (outcomes.some(({ kind }) => kind === "pending")) return;
      }
    },
  });
}
