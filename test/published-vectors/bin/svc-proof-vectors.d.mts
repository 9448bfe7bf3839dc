/** What a result has that is not expected; null if nothing. */
export function differenceOf(expected: unknown, result: unknown, outcomeOnly?: boolean): string | null;
