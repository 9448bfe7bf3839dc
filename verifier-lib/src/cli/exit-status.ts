import type { Outcome } from "../index.js";

export const EXIT_STATUS: Readonly<Record<Outcome, number>> = { verified: 0, failed: 1, indeterminate: 2 };
export const UNREADABLE = 3;

/** From best to worst. */
const SEVERITY: readonly number[] = [0, 2, 1, UNREADABLE];

export function worseOf(a: number, b: number): number {
  return SEVERITY.indexOf(a) > SEVERITY.indexOf(b) ? a : b;
}
