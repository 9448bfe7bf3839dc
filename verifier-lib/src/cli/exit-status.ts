import type { Outcome } from "../index.js";
import type { Row } from "./rows/row.js";

export const EXIT_STATUS: Readonly<Record<Outcome, number>> = { verified: 0, failed: 1, indeterminate: 2 };
export const UNREADABLE = 3;

/** From best to worst. */
const SEVERITY: readonly number[] = [0, 2, 1, UNREADABLE];

export function worseOf(a: number, b: number): number {
  return SEVERITY.indexOf(a) > SEVERITY.indexOf(b) ? a : b;
}

/** Nothing verified is no success, and neither is evidence beside a file that was probably changed. */
export function statusOfRows(rows: readonly Pick<Row, "outcome" | "problem" | "probablyChanged">[]): number {
  if (rows.length === 0) return EXIT_STATUS.indeterminate;
  return rows
    .map(({ outcome, problem, probablyChanged }) => {
      if (problem !== null) return UNREADABLE;
      const doubt = probablyChanged.length > 0 ? EXIT_STATUS.indeterminate : EXIT_STATUS.verified;
      return worseOf(EXIT_STATUS[outcome], doubt);
    })
    .reduce(worseOf);
}
