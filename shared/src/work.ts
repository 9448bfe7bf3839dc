/**
 * The budget that bounds the work of one verification. Every loop whose length an attacker controls spends from it. The count
 * depends only on the bytes, not on the clock, so the same input has the same result on every machine.
 *
 * @module
 */

import { FormatError } from "./bytes.js";

/**
 * Units of one verification. A unit is about the time of one SHA-256 block, a quarter of a microsecond on the
 * machine of docs/benchmarks.md, so the whole budget is about one second. A real evidence package takes less
 * than 1 % of it.
 */
export const MAX_WORK_UNITS = 4_000_000;

/** The error code for an exhausted budget. */
export type WorkErrorCode = "work_limit_exceeded";

/**
 * The units of work that one verification may spend, whatever its inputs say. Loops over counts from an input spend
 * from it.
 */
export class WorkBudget {
  #left: number;

  /** @param units the size of the budget. */
  constructor(units: number = MAX_WORK_UNITS) {
    this.#left = units;
  }

  /** Units left; never negative. */
  get left(): number {
    return this.#left;
  }

  /**
   * Spends units. Call this before doing the work.
   *
   * @throws FormatError `work_limit_exceeded` if fewer units are left, and on every later call.
   */
  spend(units: number): void {
    if (units > this.#left) {
      this.#left = 0;
      throw new FormatError<WorkErrorCode>(
        "work_limit_exceeded",
        "the input needs more work than one verification may spend",
        0,
      );
    }
    this.#left -= units;
  }
}
