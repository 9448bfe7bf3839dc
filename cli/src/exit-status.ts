/** Exit statuses, in the order in which they count. */
export const EXIT = {
  done: 0,
  /** Something is still to come. */
  pending: 2,
  /** Evidence does not hold, a file changed, or the place of its evidence is taken. */
  failed: 1,
  /** Wrong usage or configuration, or a file cannot be read or written. */
  unusable: 3,
  /** The service refuses. */
  refused: 4,
  /** The service does not answer, or not as it promises. */
  unreachable: 5,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** From best to worst. */
const SEVERITY: readonly ExitStatus[] = [0, 2, 1, 3, 4, 5];

export function worseOf(a: ExitStatus, b: ExitStatus): ExitStatus {
  return SEVERITY.indexOf(a) > SEVERITY.indexOf(b) ? a : b;
}
