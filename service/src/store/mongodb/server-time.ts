/** Times by the clock of the server, as expressions for an update. */

/** The server's time plus `ms`, a number or an expression. `$dateAdd` requires MongoDB 5.0. */
export function serverTimeIn(ms: number | object): object {
  return { $dateAdd: { startDate: "$$NOW", unit: "millisecond", amount: ms } };
}
