export interface UtcParts {
  readonly day: number;
  readonly month: string;
  readonly year: number;
  /** `HH:MM:SS`. */
  readonly time: string;
}

/** A moment in UTC, to the second. Not by `Intl`, whose spelling changes with the data of the runtime. */
export function utcParts(date: Date, months: readonly string[]): UtcParts {
  return {
    day: date.getUTCDate(),
    month: months[date.getUTCMonth()]!,
    year: date.getUTCFullYear(),
    time: date.toISOString().slice(11, 19),
  };
}
