/** Seals for tests of stores. */

import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { auditBooks } from "../seals/books.js";
import { anyAudit } from "./account.testing.js";
import type { Records } from "./records.js";
import type { ProofRecord, SealKind, SealOrder, SealToken } from "./types.js";

/** An order with a new identifier, due at once. */
export function newOrder(): SealOrder {
  return { spendId: randomUUID(), dueAt: new Date(0) };
}

/** Pays for the seal of a proof. */
export function spend(store: Records, proof: ProofRecord): ReturnType<Records["seals"]["spend"]> {
  return store.seals.spend({ ...newOrder(), proof, at: new Date() });
}

/** An unsigned token and response: stores do not parse them. */
export function newToken(): { token: SealToken; response: Uint8Array } {
  const serialNumber = randomBytes(8).toString("hex").toUpperCase();
  const token = { authority: "a", genTime: new Date("2026-03-01T12:00:00.000Z"), serialNumber };
  return { token: { ...token, policyOid: "1.2.3", qualification: null }, response: randomBytes(300) };
}

/** Adds seals to an account. */
export async function grant(
  store: Records,
  accountId: string,
  amount: number,
  kind: SealKind = "pack",
): Promise<void> {
  const at = new Date();
  await store.accounts.addSeals({ id: randomUUID(), accountId, kind, amount, cause: "test", at }, anyAudit());
}

/**
 * Expects that the books of an account balance and nothing is left unfinished. Returns the seals that the account has
 * left.
 */
export async function expectBooks(store: Records, accountId: string): Promise<number> {
  const books = await store.seals.books(accountId);
  expect(auditBooks(books)).toEqual([]);
  expect(await store.accounts.sealBalance(accountId)).toEqual(books.balance);
  return books.balance.welcome + books.balance.pack;
}
