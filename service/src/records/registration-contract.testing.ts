/** The rules of `POST /proofs`, on one engine beside the engine in memory, and in races. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.testing.js";
import type { OpenedTwice } from "../store/port-contract.testing.js";
import type { Store } from "../store/store.js";
import { anyAudit, newAccount } from "./account.testing.js";
import { recordsOn } from "./records.js";
import { countOfDay, register } from "./registration.js";
import { newRegistration } from "./registration.testing.js";
import type { Registration } from "./types.js";

const AT = new Date("2026-03-01T12:00:00.000Z");
const LIMIT = 12;
const WELCOME = 4;

const accounts = Array.from({ length: 3 }, () => newAccount());
const keys = accounts.map(({ id }) => ({ accountId: id, keyId: randomUUID() }));
const hashes = Array.from({ length: 30 }, (_, i) => i.toString(16).padStart(64, "0"));

async function openAccounts(store: Store): Promise<void> {
  for (const account of accounts) {
    const grant = { id: randomUUID(), accountId: account.id, cause: "welcome", at: AT };
    const welcome = { ...grant, kind: "welcome" as const, amount: WELCOME };
    await recordsOn(store).accounts.createAccount(account, welcome, anyAudit(account.id));
  }
}

/** With few hashes, keys, proofs of a day and seals. */
const registration: fc.Arbitrary<Registration> = fc
  .record({
    caller: fc.constantFrom(...keys),
    hash: fc.constantFrom(...hashes),
    idempotencyKey: fc.option(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h")),
    isWeb: fc.boolean(),
    isSealed: fc.nat(3).map((n) => n === 0),
  })
  .map(({ caller, hash, idempotencyKey, isWeb, isSealed }) =>
    newRegistration(caller, {
      ...{ receivedAt: AT, dailyLimit: LIMIT, hash, idempotencyKey },
      ...(isWeb ? { origin: "web", keyId: null } : {}),
      seal: isSealed ? { spendId: randomUUID(), dueAt: AT } : null,
    }),
  );

/** Declares the suite for one engine. */
export function describeRegistration(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  { requests }: { readonly requests: number },
): void {
  describe(`registrations on ${name}`, () => {
    let opened: OpenedTwice;
    beforeEach(async () => {
      opened = await openTwo();
      await openAccounts(opened.stores[0]);
    });
    afterEach(() => opened.dispose());

    it("are answered as in memory, one after the other", async () => {
      const memory = openMemoryStore();
      await openAccounts(memory);
      for (const [i, asked] of fc.sample(registration, requests).entries())
        expect(await register(opened.stores[i % 2]!, asked)).toEqual(await register(memory, asked));
    });

    it("take back what another instance left of the day, before they are refused", async () => {
      const registerOn = (i: number, dailyLimit: number) =>
        register(opened.stores[i]!, newRegistration(keys[0]!, { receivedAt: AT, dailyLimit, keyId: null }));
      const made = async (i: number, dailyLimit: number, count: number) => {
        for (let n = 0; n < count; n++)
          expect((await registerOn(i, dailyLimit)).outcome, `${n}`).toBe("created");
      };
      await made(0, 20, 1);
      await made(1, 20, 19);
      for (const i of [0, 1])
        expect(await registerOn(i, 20)).toEqual({ outcome: "quota_exceeded", used: 20 });
      // Another plan.
      await made(0, 40, 1);
      await made(1, 30, 4);
      expect(await registerOn(0, 25)).toEqual({ outcome: "quota_exceeded", used: 25 });
      await made(1, 40, 8);
      await made(0, 40, 7);
      expect(await registerOn(1, 40)).toEqual({ outcome: "quota_exceeded", used: 40 });
      expect(await countOfDay(opened.stores[0], accounts[0]!.id, AT)).toBe(40);
    });

    it("have one first registrant, one proof for a key, no day beyond its limit and no seal that is not paid", async () => {
      const asked = fc.sample(registration, 200);
      const results = await Promise.all(asked.map((one, i) => register(opened.stores[i % 2]!, one)));
      const created = results.flatMap((result, i) =>
        result.outcome === "created" ? [{ ...result, asked: asked[i]! }] : [],
      );
      const firsts = created.filter(({ proof }) => proof.isFirst);
      expect(new Set(firsts.map(({ proof }) => proof.hash)).size).toBe(firsts.length);
      expect(new Set(created.map(({ proof }) => proof.hash)).size).toBe(firsts.length);
      const byKey = new Map<string, string>();
      for (const [i, result] of results.entries()) {
        const { keyId, accountId, idempotencyKey } = asked[i]!;
        if (idempotencyKey === null || !("proof" in result) || result.outcome === "owned") continue;
        const key = `${keyId ?? accountId} ${idempotencyKey}`;
        expect(byKey.get(key) ?? result.proof.id).toBe(result.proof.id);
        byKey.set(key, result.proof.id);
      }
      for (const { id } of accounts) {
        const own = created.filter(({ proof }) => proof.account === id);
        const counted = own.filter(({ proof }) => !proof.isWeb).length;
        const sealed = own.filter(({ asked: { seal } }) => seal !== null).length;
        const store = opened.stores[1];
        const found = await store.read("test.look", async (rows) => ({
          proofs: await rows.proofs.page(["account", "id"], [id], { limit: 1_000 }),
          seals: await rows.seals.page(["account", "proof"], [id], { limit: 1_000 }),
        }));
        expect(await countOfDay(store, id, AT)).toBe(counted);
        expect(counted).toBeLessThanOrEqual(LIMIT);
        expect(found.proofs).toHaveLength(own.length);
        expect(found.seals).toHaveLength(sealed);
        expect(await recordsOn(store).accounts.sealBalance(id)).toEqual({
          welcome: WELCOME - sealed,
          pack: 0,
        });
      }
    });
  });
}
