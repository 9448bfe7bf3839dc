import { expect, it } from "vitest";
import type { SealBooks, SealEntry, SealRecord } from "../records/types.js";
import { auditBooks } from "./books.js";

const AT = new Date("2026-03-01T12:00:00.000Z");

function entry(changes: Partial<SealEntry>): SealEntry {
  const grant = { kind: "pack" as const, amount: 1, cause: "test", at: AT, proofId: null, refundOf: null };
  return { id: "grant", accountId: "account", ...grant, ...changes };
}

function seal(changes: Partial<SealRecord> = {}): SealRecord {
  const pending = { hash: "ab".repeat(32), requestedAt: AT, tries: 0, token: null };
  return { proofId: "sealed", spendId: "payment", ...pending, ...changes };
}

/** Two seals were bought; one was spent, another refunded. */
const GRANT = entry({ amount: 2 });
const PAYMENT = entry({ id: "payment", amount: -1, proofId: "sealed" });
const REFUNDED = entry({ id: "refunded", amount: -1, proofId: "other" });
const REFUND = entry({ id: "refund", proofId: "other", refundOf: "refunded" });
const BOOKS: SealBooks = {
  accountId: "account",
  balance: { welcome: 0, pack: 1 },
  entries: [GRANT, PAYMENT, REFUNDED, REFUND],
  seals: [seal()],
};

it("finds nothing in books that agree", () => {
  expect(auditBooks(BOOKS)).toEqual([]);
});

it.each<[string, Partial<SealBooks>, readonly string[]]>([
  [
    "a balance that is not the sum",
    { balance: { welcome: 0, pack: 2 } },
    ["the pack balance is 2, and the sum of its entries 1"],
  ],
  [
    "a negative balance",
    { balance: { welcome: 0, pack: -1 }, entries: [entry({ amount: 0 }), PAYMENT, REFUNDED, REFUND] },
    ["the pack balance is negative: -1"],
  ],
  ["a payment without a seal", { seals: [] }, ["the payment payment has neither a seal nor a refund"]],
  [
    "a refunded payment with a seal",
    { seals: [seal(), seal({ proofId: "other", spendId: "refunded" })] },
    ["the payment refunded has a seal and a refund"],
  ],
  [
    "a payment that was refunded twice",
    {
      balance: { welcome: 0, pack: 2 },
      entries: [...BOOKS.entries, entry({ id: "again", proofId: "other", refundOf: "refunded" })],
    },
    ["the payment refunded was refunded 2 times"],
  ],
  [
    "a refund of another kind",
    {
      balance: { welcome: 1, pack: 0 },
      entries: [GRANT, PAYMENT, REFUNDED, { ...REFUND, kind: "welcome" }],
    },
    ["the refund refund does not give back what was paid"],
  ],
  [
    "a refund of nothing",
    {
      balance: { welcome: 0, pack: 2 },
      entries: [...BOOKS.entries, entry({ id: "gift", proofId: "other", refundOf: "nothing" })],
    },
    ["the refund gift does not give back what was paid"],
  ],
  [
    "a seal that nobody paid for",
    { seals: [seal(), seal({ proofId: "gratis", spendId: "none" })] },
    ["the seal of the proof gratis was not paid for by the entry none that it names"],
  ],
  [
    "a payment of two seals",
    { balance: { welcome: 0, pack: 0 }, entries: [GRANT, { ...PAYMENT, amount: -2 }, REFUNDED, REFUND] },
    ["the payment payment is of -2 seals"],
  ],
  [
    "a proof that was paid for twice",
    {
      balance: { welcome: 0, pack: 0 },
      entries: [...BOOKS.entries, entry({ id: "second", amount: -1, proofId: "sealed" })],
    },
    [
      "the payment second has neither a seal nor a refund",
      "the seal of the proof sealed was paid for more than once",
    ],
  ],
  [
    "an entry that stands there twice",
    { balance: { welcome: 0, pack: 3 }, entries: [...BOOKS.entries, GRANT] },
    ["an entry stands in the ledger twice"],
  ],
])("finds %s", (_, changes, findings) => {
  expect(auditBooks({ ...BOOKS, ...changes })).toEqual(findings);
});
