/** Orders for tests of stores. */
import { randomUUID } from "node:crypto";
import { NOW } from "./people.testing.js";
import type { OrderRecord } from "./types.js";

/** An open order of seals with a new identifier. */
export function newOrder(accountId: string, given: Partial<OrderRecord> = {}): OrderRecord {
  return {
    id: randomUUID(),
    accountId,
    item: { kind: "seals", amount: 10 },
    priceEur: 30,
    placedBy: "jo@example.org",
    placedAt: NOW,
    state: "open",
    settledAt: null,
    ...given,
  };
}
