/** Exit statuses and refusals. */

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

/** The command line is wrong; the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** There is no such account, key, proof, batch or order. */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

/** A rule forbids what the command asks for. Nothing was changed. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}
