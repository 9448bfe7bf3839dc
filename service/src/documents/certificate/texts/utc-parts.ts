export interface UtcParts {
  readonly day: number;
  readonly month: string;
  readonly year: number;
  /** `HH:MM:SS`, and `.mmm` unless it is a whole second. */
  readonly time: string;
}

/**
 * The parts of an exact time in UTC: truncated to the second, "no later than" would claim too much. `Intl` is not used,
 * because its output changes with the data of the runtime.
 */
export function utcParts(date: Date, months: readonly string[]): UtcParts {
  return {
    day: date.getUTCDate(),
    month: months[date.getUTCMonth()]!,
    year: date.getUTCFullYear(),
    time: date.toISOString().slice(11, -1).replace(".000", ""),
  };
}
