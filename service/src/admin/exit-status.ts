/** Exit statuses of the admin command line: docs/operations/admin.md. */
export const EXIT = {
  done: 0,
  /** The store or the storage of originals failed. */
  failed: 1,
  /** The command line or a setting is wrong. */
  wrongUsage: 2,
  /** A check found a problem. */
  problemFound: 3,
  notFound: 4,
  /** A rule forbids it, or it was not confirmed. Nothing was changed. */
  refused: 5,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];
