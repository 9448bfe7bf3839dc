/** Names of the jobs and of their leases. */
export const JOB_NAMES = [
  "batch",
  "anchor",
  "witness",
  "attest",
  "headers",
  "seal",
  "revocation",
  "custody",
  "trust-list",
  "people",
] as const;

export type JobName = (typeof JOB_NAMES)[number];
