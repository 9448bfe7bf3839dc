/** How all jobs are started: each runs in the one instance that holds the lease of its name. */
import type { Records } from "../records/records.js";
import { JobLease } from "./job-lease.js";
import type { JobLog } from "./job-log.js";
import { JobLoop, type JobLoopOptions } from "./job-loop.js";
import type { JobName } from "./job-names.js";

/** What the jobs of a process share. */
export interface JobHost {
  readonly store: Pick<Records, "leases">;
  readonly log: JobLog;
  /** This process among those that share the store. */
  readonly holder: string;
  /** Time after which another instance may take over the jobs of an instance that no longer responds. */
  readonly leaseMs: number;
  /** Called at the end of every run of a job. */
  readonly onRun?: NonNullable<JobLoopOptions["onRun"]>;
}

/** Jobs that were started together. */
export interface Jobs {
  /** Ends the jobs without waiting for answers from outside. The store may be closed afterwards. */
  stop(): Promise<void>;
}

/** Starts a job; its name is its lease's. */
export function startLeasedJob(
  { store, log, holder, leaseMs, onRun }: JobHost,
  job: Pick<JobLoopOptions, "about" | "intervalMs" | "run" | "outages"> & { readonly name: JobName },
): JobLoop {
  const lease = new JobLease({ leases: store.leases, name: job.name, holder, leaseMs });
  return new JobLoop({ ...job, log, lease, ...(onRun === undefined ? {} : { onRun }) });
}
