/** Names of the jobs, which are those of their leases too. */
export const JOB_NAMES = ["batch", "anchor", "attest", "headers", "seal", "custody"] as const;

export type JobName = (typeof JOB_NAMES)[number];
