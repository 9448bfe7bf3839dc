export interface UtcParts {
  readonly day: number;
  readonly month: string;
  readonly year: number;
  /** `HH:MM:SS`, and `.mmm` unless it is a whole second. */
  readonly time: string;
}

/** A moment in UTC, exactly: cut to the second, "no later than" would say too much. Not by `Intl`, whose spelling changes with the data of the runtime. */
export function utcParts(date: Date, months: readonly string[]): UtcParts {
  return {
    day: date.getUTCDate(),
    month: months[date.getUTCMonth()]!,
    year: date.getUTCFullYear(),
    time: date.toISOString().slice(11, -1).replace(".000", ""),
  };
}
