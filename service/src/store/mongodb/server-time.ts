/** Times by the clock of the server, in the expressions of an update. */

/** The server's time plus so many milliseconds. `$dateAdd` asks for MongoDB 5.0. */
export function serverTimeIn(ms: number): object {
  return { $dateAdd: { startDate: "$$NOW", unit: "millisecond", amount: ms } };
}
