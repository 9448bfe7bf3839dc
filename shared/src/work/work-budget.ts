/**
 * A bound on the work that one verification may cost. Every loop whose length an attacker chooses spends from it, so
 * that no input, and no pile of inputs, takes more than the whole budget allows. The count depends on the bytes
 * alone, never on the clock: the same input has the same answer on every machine.
 */
import { FormatError } from "../encoding/format-error.js";

/**
 * Units of one verification. A unit is about the time of one SHA-256 block, a quarter of a microsecond on the machine
 * of docs/benchmarks.md, so that the whole is about one second. A real evidence package takes less than 1 % of it.
 */
export const MAX_WORK_UNITS = 4_000_000;

/** What spends: the code of a budget that is used up. */
export type WorkErrorCode = "work_limit_exceeded";

export class WorkBudget {
  #left: number;

  /** @param units how much may be spent. */
  constructor(units: number = MAX_WORK_UNITS) {
    this.#left = units;
  }

  /** Units that are left; never negative. */
  get left(): number {
    return this.#left;
  }

  /**
   * Takes units before the work that they stand for is done.
   *
   * @throws FormatError `work_limit_exceeded` when fewer are left, then and at every later call.
   */
  spend(units: number): void {
    if (units > this.#left) {
      this.#left = 0;
      throw new FormatError<WorkErrorCode>(
        "work_limit_exceeded",
        "the input costs more work than one verification may take",
        0,
      );
    }
    this.#left -= units;
  }
}
