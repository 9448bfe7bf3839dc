/** Times by the clock of the server, in the expressions of an update. */

/** The server's time plus so many milliseconds, a number or an expression. `$dateAdd` asks for MongoDB 5.0. */
export function serverTimeIn(ms: number | object): object {
  return { $dateAdd: { startDate: "$$NOW", unit: "millisecond", amount: ms } };
}
