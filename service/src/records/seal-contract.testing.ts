/**
 * The contract of `SealStore` and of registrations with a seal, as a test suite that every implementation runs: over
 * one open store, and over two on the same database. After each test the audit must find no error.
 */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anyAudit, newCaller as newCallerOf } from "./account.testing.js";
import type { Records } from "./records.js";
import { type Caller, newRegistration, randomHash } from "./registration.testing.js";
import { expectBooks, grant, newOrder, newToken, spend } from "./seal-order.testing.js";
import type { OpenedTwice } from "./store-races.testing.js";
import type {
  EntryPage,
  ProofRecord,
  Registration,
  RegistrationResult,
  SealEntry,
  SealQualification,
  SealRecord,
  SpendResult,
} from "./types.js";

const DAY = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T13:00:00.000Z");
const PARALLEL = 100;
/** Long enough for any test. */
const HOLD_MS = 600_000;

const QUALIFICATIONS: readonly SealQualification[] = [
  {
    result: "qualified",
    code: "ok",
    entry: {
      territory: "ES",
      provider: "Fábrica Nacional de Moneda y Timbre - Real Casa de la Moneda",
      service: "Sello «cualificado» № 1",
      status: "granted",
      since: "2016-06-30T22:00:00Z",
      list: {
        sequenceNumber: 184,
        issued: "2026-03-26T02:00:31Z",
        nextUpdate: "2026-09-24T01:00:31Z",
        sha256: "ab".repeat(32),
      },
      snapshotSha256: "cd".repeat(32),
    },
  },
  {
    result: "not-qualified",
    code: "service_withdrawn",
    entry: {
      territory: "UK",
      provider: "p",
      service: "s",
      status: "withdrawn",
      since: "2020-01-01T00:00:00Z",
      list: { sequenceNumber: 1, issued: "2020-01-01T00:00:00Z", nextUpdate: null, sha256: "ab".repeat(32) },
      snapshotSha256: "cd".repeat(32),
    },
  },
  { result: "indeterminate", code: "trusted_list_missing", entry: null },
];

/** Declares the suite for one implementation. */
export function describeSeals(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`seals on ${name}`, () => {
    let opened: OpenedTwice;
    let store: Records;
    let callers: Caller[];

    beforeEach(async () => {
      opened = await openTwo();
      store = opened.stores[0];
      callers = [];
    });
    afterEach(async () => {
      for (const { accountId } of callers) await expectBooks(store, accountId);
      await opened.dispose();
    });

    const newCaller = async (welcome = 0, pack = 0): Promise<Caller> => {
      const caller = await newCallerOf(store);
      const { accountId } = caller;
      if (welcome > 0) await grant(store, accountId, welcome, "welcome");
      if (pack > 0) await grant(store, accountId, pack);
      callers.push(caller);
      return caller;
    };
    const register = (caller: Caller, changes: Partial<Registration> = {}, on = store) =>
      on.proofs.register(newRegistration(caller, { receivedAt: DAY, dailyLimit: 1_000, ...changes }));
    const newProof = async (caller: Caller): Promise<ProofRecord> => proofOf(await register(caller));
    const left = ({ accountId }: Caller) => store.accounts.sealBalance(accountId);
    const pay = async (proof: ProofRecord): Promise<SealRecord> => sealOf(await spend(store, proof));

    describe("the ledger", () => {
      it("enters a grant once, however often it is told", async () => {
        const { accountId } = await newCaller();
        const entry = { id: randomUUID(), accountId, kind: "pack" as const, amount: 5, cause: "a", at: DAY };
        await store.accounts.addSeals(entry, anyAudit());
        await store.accounts.addSeals(entry, anyAudit());
        expect(await store.accounts.sealBalance(accountId)).toEqual({ welcome: 0, pack: 5 });
        expect((await store.seals.books(accountId)).entries).toEqual([
          { ...entry, proofId: null, refundOf: null },
        ]);
      });

      it("refuses what would make a balance negative", async () => {
        const caller = await newCaller(2, 1);
        await expect(grant(store, caller.accountId, -2)).rejects.toThrow(RangeError);
        await grant(store, caller.accountId, -1);
        expect(await left(caller)).toEqual({ welcome: 2, pack: 0 });
      });

      it("lists its ledger in pages, newest first, and no other account's", async () => {
        const caller = await newCaller();
        const neighbour = await newCaller();
        await grant(store, neighbour.accountId, 1);
        for (let i = 0; i < 5; i++) await grant(store, caller.accountId, i + 1);
        const { entries } = await store.seals.books(caller.accountId);
        const seen: string[] = [];
        let before: string | null = null;
        for (;;) {
          const page: EntryPage<SealEntry> = await opened.stores[1].seals.listEntries(
            caller.accountId,
            2,
            before,
          );
          expect(page.entries.length).toBeLessThanOrEqual(2);
          seen.push(...page.entries.map(({ id }) => id));
          if (!page.more) break;
          before = page.entries.at(-1)!.id;
        }
        expect(seen).toEqual(entries.map(({ id }) => id).reverse());
        const [theirs] = (await store.seals.books(neighbour.accountId)).entries;
        for (const id of [theirs!.id, randomUUID(), "no uuid"]) {
          await expect(store.seals.listEntries(caller.accountId, 2, id)).rejects.toThrow(RangeError);
        }
        const none = { entries: [], more: false };
        expect(await store.seals.listEntries(randomUUID(), 2, null)).toEqual(none);
        expect(await store.seals.listEntries("no uuid", 2, null)).toEqual(none);
      });

      it("has nothing of accounts that do not exist", async () => {
        await expect(grant(store, randomUUID(), 1)).rejects.toThrow(RangeError);
        const accountId = randomUUID();
        const none = { accountId, balance: { welcome: 0, pack: 0 }, entries: [], seals: [] };
        expect(await store.seals.books(accountId)).toEqual(none);
      });
    });

    describe("a payment", () => {
      it("takes welcome seals before those of packs, each with its cause", async () => {
        const caller = await newCaller(1, 1);
        const first = await newProof(caller);
        const seal = await pay(first);
        expect(await left(caller)).toEqual({ welcome: 0, pack: 1 });
        await pay(await newProof(caller));
        expect(await left(caller)).toEqual({ welcome: 0, pack: 0 });
        expect((await spend(store, await newProof(caller))).outcome).toBe("none_left");
        const { entries, seals } = await store.seals.books(caller.accountId);
        expect(entries.find(({ id }) => id === seal.spendId)).toMatchObject({
          kind: "welcome",
          amount: -1,
          cause: `seal of the proof ${first.id}`,
          proofId: first.id,
          refundOf: null,
        });
        expect(seals).toHaveLength(2);
      });

      it("makes a pending seal, which the proof shows", async () => {
        const proof = await newProof(await newCaller(1));
        const seal = await pay(proof);
        expect(seal).toMatchObject({ proofId: proof.id, hash: proof.hash, tries: 0, token: null });
        expect(await store.seals.find(proof.id)).toEqual(seal);
        expect(await store.seals.readResponse(proof.id)).toBeNull();
        expect((await store.proofs.find(proof.id))?.seal).toEqual(seal);
        expect((await store.proofs.findOwn(proof.id, proof.accountId))?.seal).toEqual(seal);
        const page = await store.proofs.list(proof.accountId, 10, null);
        expect(page.proofs.map((one) => one.seal)).toEqual([seal]);
      });

      it("of a proof that has a seal finds that one", async () => {
        const caller = await newCaller(2);
        const proof = await newProof(caller);
        const seal = await pay(proof);
        expect(await spend(store, proof)).toEqual({ outcome: "existing", seal });
        const { token, response } = newToken();
        const issued = await store.seals.issue(seal, token, response);
        expect(await spend(store, proof)).toEqual({ outcome: "existing", seal: issued });
        expect(await left(caller)).toEqual({ welcome: 1, pack: 0 });
      });
    });

    describe("an issue", () => {
      it("keeps the response byte for byte, and the first of two", async () => {
        const proof = await newProof(await newCaller(1));
        const seal = await pay(proof);
        const [first, second] = [newToken(), newToken()];
        const issued = await store.seals.issue(seal, first.token, first.response);
        expect(issued).toMatchObject({ token: first.token });
        expect(await store.seals.issue(seal, second.token, second.response)).toEqual(issued);
        expect(await store.seals.readResponse(proof.id)).toEqual(
          expect.objectContaining(Uint8Array.from(first.response)),
        );
        expect((await store.proofs.find(proof.id))?.seal).toEqual(issued);
        expect(await store.seals.pending()).toEqual({ count: 0, oldestRequestedAt: null });
      });

      it("keeps what the trusted lists said of it", async () => {
        const caller = await newCaller(3);
        for (const qualification of QUALIFICATIONS) {
          const proof = await newProof(caller);
          const { token, response } = newToken();
          const issued = await store.seals.issue(await pay(proof), { ...token, qualification }, response);
          expect(issued?.token?.qualification).toEqual(qualification);
          expect((await opened.stores[1].proofs.find(proof.id))?.seal).toEqual(issued);
        }
      });

      it.each([
        ["the token to be stamped", "unstamped", "markStamped"],
        ["revocation data to be requested", "revocationNotRequested", "markRevocationRequested"],
      ] as const)("leaves %s, once", async (_, left, mark) => {
        const caller = await newCaller(3);
        const proofs = [await newProof(caller), await newProof(caller), await newProof(caller)];
        const ids = proofs.map(({ id }) => id);
        const seals: SealRecord[] = [];
        for (const proof of proofs) seals.push(await pay(proof));
        expect(await store.seals[left](10)).toEqual([]);
        for (const seal of seals.slice(0, 2)) {
          const { token, response } = newToken();
          await store.seals.issue(seal, token, response);
          await store.seals.issue(seal, token, response);
        }
        await store.seals.refund(seals[2]!, newRefund());
        expect([...(await store.seals[left](10))].sort()).toEqual(ids.slice(0, 2).sort());
        expect(await store.seals[left](1)).toHaveLength(1);
        await store.seals[mark](ids.slice(0, 1));
        await store.seals[mark](ids.slice(0, 1));
        expect(await store.seals[left](10)).toEqual(ids.slice(1, 2));
        await store.seals[mark](ids);
        expect(await store.seals[left](10)).toEqual([]);
      });

      it("after a refund is dropped", async () => {
        const caller = await newCaller(1);
        const proof = await newProof(caller);
        const seal = await pay(proof);
        expect(await store.seals.refund(seal, newRefund())).toBe(true);
        const { token, response } = newToken();
        expect(await store.seals.issue(seal, token, response)).toBeNull();
        expect(await store.seals.readResponse(proof.id)).toBeNull();
        expect((await store.proofs.find(proof.id))?.seal).toBeNull();
        expect(await left(caller)).toEqual({ welcome: 1, pack: 0 });
      });
    });

    describe("a refund", () => {
      it("gives back what was taken, once", async () => {
        const caller = await newCaller(1, 1);
        const seal = await pay(await newProof(caller));
        expect(await store.seals.refund(seal, newRefund())).toBe(true);
        expect(await store.seals.refund(seal, newRefund())).toBe(true);
        expect(await left(caller)).toEqual({ welcome: 1, pack: 1 });
        const { entries } = await store.seals.books(caller.accountId);
        expect(entries.filter(({ refundOf }) => refundOf === seal.spendId)).toMatchObject([
          { kind: "welcome", amount: 1, cause: "refund", proofId: seal.proofId },
        ]);
      });

      it("of an issued seal is refused", async () => {
        const caller = await newCaller(1);
        const seal = await pay(await newProof(caller));
        const { token, response } = newToken();
        await store.seals.issue(seal, token, response);
        expect(await store.seals.refund(seal, newRefund())).toBe(false);
        expect(await left(caller)).toEqual({ welcome: 0, pack: 0 });
      });

      it("leaves a proof that can be paid for anew, and old answers do not touch the new seal", async () => {
        const caller = await newCaller(1);
        const proof = await newProof(caller);
        const former = await pay(proof);
        await store.seals.refund(former, newRefund());
        const seal = await pay(proof);
        expect(seal.spendId).not.toBe(former.spendId);
        const { token, response } = newToken();
        expect(await store.seals.issue(former, token, response)).toBeNull();
        expect(await store.seals.refund(former, newRefund())).toBe(true);
        expect(await store.seals.find(proof.id)).toEqual(seal);
        expect(await left(caller)).toEqual({ welcome: 0, pack: 0 });
      });
    });

    describe("a hold", () => {
      it("is held by one at a time, and counts tries", async () => {
        const [first, second] = opened.stores;
        const proof = await newProof(await newCaller(1));
        await pay(proof);
        const hold = await first.seals.hold(proof.id, HOLD_MS, LATER);
        expect(hold?.seal).toMatchObject({ proofId: proof.id, tries: 1 });
        expect(await second.seals.hold(proof.id, HOLD_MS, LATER)).toBeNull();
        await first.seals.postpone(hold!, DAY);
        expect((await second.seals.hold(proof.id, HOLD_MS, LATER))?.seal.tries).toBe(2);
        // Another process holds it by now.
        await first.seals.postpone(hold!, DAY);
        expect(await first.seals.hold(proof.id, HOLD_MS, LATER)).toBeNull();
      });

      it("ends by itself", async () => {
        const proof = await newProof(await newCaller(1));
        await pay(proof);
        await store.seals.hold(proof.id, 1, LATER);
        await expect.poll(() => store.seals.hold(proof.id, HOLD_MS, LATER)).not.toBeNull();
      });

      it("that ends later than it could is over: the clock was set back since", async () => {
        const proof = await newProof(await newCaller(1));
        await pay(proof);
        await store.seals.hold(proof.id, 24 * 60 * 60_000, LATER);
        const hold = await store.seals.hold(proof.id, HOLD_MS, LATER);
        expect(hold?.seal.tries).toBe(2);
        expect(await store.seals.hold(proof.id, HOLD_MS, LATER)).toBeNull();
      });

      it("is given to one of many that ask at once", async () => {
        const proof = await newProof(await newCaller(1));
        await pay(proof);
        const holds = await Promise.all(
          Array.from({ length: 20 }, (_, i) => opened.stores[i % 2]!.seals.hold(proof.id, HOLD_MS, LATER)),
        );
        expect(holds.filter((hold) => hold !== null)).toHaveLength(1);
        expect((await store.seals.find(proof.id))?.tries).toBe(1);
      });

      it("is not given where nothing is pending", async () => {
        const proof = await newProof(await newCaller(1));
        expect(await store.seals.hold(proof.id, HOLD_MS, LATER)).toBeNull();
        expect(await store.seals.hold(randomUUID(), HOLD_MS, LATER)).toBeNull();
        const { token, response } = newToken();
        await store.seals.issue(await pay(proof), token, response);
        expect(await store.seals.hold(proof.id, HOLD_MS, LATER)).toBeNull();
      });
    });

    it("shows what is due, the longest due first", async () => {
      const caller = await newCaller(4);
      const due: string[] = [];
      for (const minutes of [3, 1, 2]) {
        const proof = await newProof(caller);
        await pay(proof);
        const hold = await store.seals.hold(proof.id, HOLD_MS, LATER);
        await store.seals.postpone(hold!, new Date(DAY.getTime() + minutes * 60_000));
        due[minutes] = proof.id;
      }
      const at = async (minutes: number, limit = 10) =>
        (await store.seals.takeDue(new Date(DAY.getTime() + minutes * 60_000), limit)).map((s) => s.proofId);
      expect(await at(0)).toEqual([]);
      expect(await at(2)).toEqual([due[1], due[2]]);
      expect(await at(9, 2)).toEqual([due[1], due[2]]);
      expect((await store.seals.pending()).count).toBe(3);
    });

    describe("a registration with a seal", () => {
      it("makes the proof and its pending seal together", async () => {
        const caller = await newCaller(1);
        const result = await register(caller, { seal: newOrder() });
        const proof = proofOf(result);
        expect(proof.seal).toMatchObject({ proofId: proof.id, hash: proof.hash, token: null });
        expect(await store.proofs.find(proof.id)).toEqual(proof);
        expect(await left(caller)).toEqual({ welcome: 0, pack: 0 });
      });

      it("writes nothing when no seal is left", async () => {
        const caller = await newCaller();
        const changes = { seal: newOrder(), idempotencyKey: "order" };
        expect(await register(caller, changes)).toEqual({ outcome: "no_seal_left" });
        await expectUntouched(caller);
        expect(await store.proofs.findByIdempotencyKey(caller, "order")).toBeNull();
        // The fingerprint and the idempotency key are free.
        expect((await register(await newCaller(), { hash: randomHash() })).outcome).toBe("created");
        expect((await register(caller, { idempotencyKey: "order" })).outcome).toBe("created");
      });

      it("spends nothing when the day is used up", async () => {
        const caller = await newCaller(1);
        const result = await register(caller, { seal: newOrder(), dailyLimit: 0 });
        expect(result).toEqual({ outcome: "quota_exceeded", used: 0 });
        await expectUntouched(caller);
        expect(await left(caller)).toEqual({ welcome: 1, pack: 0 });
      });

      it("of another's bytes is refused", async () => {
        const { hash } = await newProof(await newCaller());
        const caller = await newCaller(1);
        const changes = { hash, seal: newOrder(), idempotencyKey: "order" };
        expect(await register(caller, changes)).toEqual({ outcome: "foreign" });
        await expectUntouched(caller);
        expect(await store.proofs.findByIdempotencyKey(caller, "order")).toBeNull();
        expect(await left(caller)).toEqual({ welcome: 1, pack: 0 });
      });

      it("of the account's own bytes finds their proof and writes nothing", async () => {
        const caller = await newCaller(1);
        const proof = await newProof(caller);
        const changes = { hash: proof.hash, seal: newOrder(), idempotencyKey: "order" };
        expect(await register(caller, changes)).toEqual({ outcome: "owned", proof });
        expect(await store.proofs.findByIdempotencyKey(caller, "order")).toBeNull();
        expect(await left(caller)).toEqual({ welcome: 1, pack: 0 });
      });

      it("under an idempotency key that is known finds its proof", async () => {
        const caller = await newCaller(1);
        const proof = proofOf(await register(caller, { idempotencyKey: "order" }));
        const repeated = await register(caller, { idempotencyKey: "order", seal: newOrder() });
        expect(repeated).toEqual({ outcome: "existing", proof });
        expect(await left(caller)).toEqual({ welcome: 1, pack: 0 });
      });

      const expectUntouched = async ({ accountId }: Caller) => {
        expect(await store.proofs.countOfDay(accountId, DAY)).toBe(0);
        expect((await store.proofs.list(accountId, 10, null)).proofs).toEqual([]);
        expect((await store.seals.books(accountId)).seals).toEqual([]);
      };
    });

    describe.each([
      ["one store", 1],
      ["two stores on one database", 2],
    ])("100 at the same time over %s", (_, storeCount) => {
      const race = <Result>(ask: (on: Records, index: number) => Promise<Result>): Promise<Result[]> =>
        Promise.all(Array.from({ length: PARALLEL }, (_, i) => ask(opened.stores[i % storeCount]!, i)));

      it("payments for one proof: one is spent", async () => {
        const caller = await newCaller(3, 50);
        const proof = await newProof(caller);
        const results = await race((on) => spend(on, proof));
        expect(results.filter(({ outcome }) => outcome === "spent")).toHaveLength(1);
        expect(new Set(results.map((result) => sealOf(result).spendId)).size).toBe(1);
        expect(await expectBooks(store, caller.accountId)).toBe(52);
      });

      it("payments for many proofs: as many as seals are left, welcome first", async () => {
        const caller = await newCaller(3, 4);
        const proofs = await Promise.all(Array.from({ length: PARALLEL }, () => newProof(caller)));
        const results = await race((on, i) => spend(on, proofs[i]!));
        expect(results.filter(({ outcome }) => outcome === "spent")).toHaveLength(7);
        expect(results.filter(({ outcome }) => outcome === "none_left")).toHaveLength(PARALLEL - 7);
        expect(await expectBooks(store, caller.accountId)).toBe(0);
      });

      it("registrations with a seal: as many as seals are left", async () => {
        const caller = await newCaller(2, 3);
        const results = await race((on) => register(caller, { seal: newOrder() }, on));
        expect(outcomesOf(results)).toEqual({ created: 5, no_seal_left: PARALLEL - 5 });
        expect(await store.proofs.countOfDay(caller.accountId, DAY)).toBe(5);
        expect(await expectBooks(store, caller.accountId)).toBe(0);
      });

      it("registrations with a seal beyond the day: what is refused is not spent", async () => {
        const caller = await newCaller(0, 50);
        const results = await race((on) => register(caller, { seal: newOrder(), dailyLimit: 4 }, on));
        expect(outcomesOf(results)).toEqual({ created: 4, quota_exceeded: PARALLEL - 4 });
        expect(await expectBooks(store, caller.accountId)).toBe(46);
      });

      it("registrations of one hash by two accounts: one buys one seal", async () => {
        const both = [await newCaller(9), await newCaller(9)] as const;
        const hash = randomHash();
        const results = await race((on, i) => register(both[(i >> 1) % 2]!, { hash, seal: newOrder() }, on));
        const { created, owned = 0, foreign = 0 } = outcomesOf(results);
        expect([created, owned + foreign]).toEqual([1, PARALLEL - 1]);
        const rest = [
          await expectBooks(store, both[0].accountId),
          await expectBooks(store, both[1].accountId),
        ];
        expect(rest.sort()).toEqual([8, 9]);
      });

      it("issues, refunds and new payments of one proof: the books agree", async () => {
        const caller = await newCaller(5, 5);
        const proof = await newProof(caller);
        await pay(proof);
        await race(async (on, i) => {
          const seal = await on.seals.find(proof.id);
          if (seal === null || i % 3 === 0) return spend(on, proof);
          if (i % 3 === 1) return on.seals.refund(seal, newRefund());
          if (i < 90) return on.seals.hold(proof.id, 1, DAY);
          const { token, response } = newToken();
          return on.seals.issue(seal, token, response);
        });
        const seal = await store.seals.find(proof.id);
        expect(await expectBooks(store, caller.accountId)).toBe(seal === null ? 10 : 9);
      });

      it("grants and payments: none is lost", async () => {
        const caller = await newCaller();
        const proofs = await Promise.all(Array.from({ length: 20 }, () => newProof(caller)));
        await race(async (on, i) => (i < 80 ? grant(on, caller.accountId, 1) : spend(on, proofs[i - 80]!)));
        const { seals } = await store.seals.books(caller.accountId);
        expect(await expectBooks(store, caller.accountId)).toBe(80 - seals.length);
      });
    });
  });
}

function newRefund(): { id: string; cause: string; at: Date } {
  return { id: randomUUID(), cause: "refund", at: DAY };
}

function proofOf(result: RegistrationResult): ProofRecord {
  if (!("proof" in result)) throw new Error(`a registration ended with ${result.outcome}`);
  return result.proof;
}

function sealOf(result: SpendResult): SealRecord {
  if (result.outcome === "none_left") throw new Error("no seal was left");
  return result.seal;
}

function outcomesOf(
  results: readonly RegistrationResult[],
): Partial<Record<RegistrationResult["outcome"], number>> {
  const counts: ReturnType<typeof outcomesOf> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
