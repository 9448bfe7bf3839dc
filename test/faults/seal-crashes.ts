/** Invariants of seals after a process died, and after others continued its work. */

import { expect } from "vitest";
import { newCaller } from "../../service/src/records/account.testing.js";
import { newOrderedId } from "../../service/src/records/ordered-id.js";
import type { Records } from "../../service/src/records/records.js";
import { type Caller, newRegistration } from "../../service/src/records/registration.testing.js";
import { expectBooks, grant, newToken, spend } from "../../service/src/records/seal-order.testing.js";
import { auditBooks } from "../../service/src/seals/books.js";
import type { SealWorkerOutput } from "./seal-worker-output.js";

/** An account with seals and proofs without seals. */
export interface SealCustomer extends Caller {
  readonly proofs: readonly string[];
  readonly granted: number;
}

export async function newCustomer(store: Records, seals: number, proofCount: number): Promise<SealCustomer> {
  const { accountId, keyId } = await newCaller(store);
  const welcome = Math.floor(seals / 2);
  await grant(store, accountId, welcome, "welcome");
  await grant(store, accountId, seals - welcome);
  const proofs: string[] = [];
  for (let i = 0; i < proofCount; i++) {
    const receivedAt = new Date();
    const id = newOrderedId(receivedAt);
    await store.proofs.register(newRegistration({ accountId, keyId }, { id, receivedAt, dailyLimit: 1e6 }));
    proofs.push(id);
  }
  return { accountId, keyId, proofs, granted: seals };
}

/**
 * Expects that the survivors finish the work of the dead process, nothing acknowledged is lost, the
 * audit finds nothing, and exactly the remaining seals can still be bought.
 */
export async function expectSettled(
  store: Records,
  { accountId, keyId, granted }: SealCustomer,
  told: SealWorkerOutput,
): Promise<void> {
  // At every moment, before anything is finished.
  expect(auditBooks(await store.seals.books(accountId))).toEqual([]);
  const left = await expectBooks(store, accountId);
  const { entries, seals } = await store.seals.books(accountId);
  const ledger = new Set(entries.map(({ id }) => id));
  for (const spendId of told.paid.keys()) expect(ledger).toContain(spendId);
  for (const spendId of told.refunded) {
    expect(entries.filter(({ refundOf }) => refundOf === spendId)).toHaveLength(1);
  }
  for (const [proofId, serialNumber] of told.issued) {
    expect((await store.seals.find(proofId))?.token?.serialNumber).toBe(serialNumber);
  }
  expect(seals.length + left).toBe(granted);
  // Every proof shows its paid seal, and pending ones can be completed.
  for (const seal of seals) {
    expect((await store.proofs.findOwn(seal.proofId, accountId))?.seal).toEqual(seal);
    if (seal.token !== null) continue;
    const { token, response } = newToken();
    expect((await store.seals.issue(seal, token, response))?.token).toEqual(token);
  }
  for (let bought = 0; bought <= left; bought++) {
    const receivedAt = new Date();
    const result = await store.proofs.register(
      newRegistration({ accountId, keyId }, { receivedAt, dailyLimit: 1e6 }),
    );
    if (!("proof" in result)) throw new Error(`a registration ended with ${result.outcome}`);
    const sold = await spend(store, result.proof);
    expect(sold.outcome).toBe(bought < left ? "spent" : "none_left");
    if (sold.outcome === "none_left") continue;
    const { token, response } = newToken();
    await store.seals.issue(sold.seal, token, response);
  }
  expect(await expectBooks(store, accountId)).toBe(0);
}
