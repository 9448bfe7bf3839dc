/**
 * Races on the `Store` port, as a test suite that every implementation runs: registrations that collide, over one open
 * store and over two on the same database. After each race the results, proofs, limits and batches must agree.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import { newCaller } from "./account.testing.js";
import type { Records } from "./records.js";
import { type Caller, newRegistration, randomHash } from "./registration.testing.js";
import { sealAll, sealingLease, sealNext } from "./sealing.testing.js";
import type { ProofRecord, Registration, RegistrationResult } from "./types.js";

/** Two open stores on one empty database. `dispose` closes both and removes what they left behind. */
export interface OpenedTwice {
  readonly stores: readonly [Records, Records];
  dispose(): Promise<void>;
}

const DAY = new Date("2026-03-01T12:00:00.000Z");
const PARALLEL = 100;

/**
 * Declares the suite for one implementation.
 *
 * @param isSideBySide whether one store runs two rules at a time: then half of those of a race over two stores meet in one.
 */
export function describeStoreRaces(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  { isSideBySide }: { readonly isSideBySide: boolean },
): void {
  describe(`races on ${name}`, () => {
    const opened = eachOpened(openTwo);

    describe.each<[string, number]>([
      ...(isSideBySide ? [] : [["one store", 1] satisfies [string, number]]),
      ["two stores on one database", 2],
    ])("over %s", (_, storeCount) => {
      /** 100 registrations at the same time, spread over the stores. */
      const race = (registrationOf: (index: number) => Registration): Promise<RegistrationResult[]> =>
        Promise.all(
          Array.from({ length: PARALLEL }, (_, i) =>
            opened().stores[i % storeCount]!.proofs.register(registrationOf(i)),
          ),
        );
      /** Expects that each store finds the proofs that were made, each at its place in one batch, and counts them. */
      const expectBooks = async (results: readonly RegistrationResult[], callers: readonly Caller[]) => {
        const made = createdOf(results);
        expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
        const leaves = await sealAll(opened().stores[0]);
        for (const store of opened().stores) {
          for (const { id } of made) {
            const proof = await store.proofs.find(id);
            expect(leaves.get(`${proof?.batch?.number}/${proof?.leafIndex}`)).toBe(id);
          }
          for (const accountId of new Set(callers.map((caller) => caller.accountId))) {
            const own = made.filter((proof) => proof.accountId === accountId).map(({ id }) => id);
            expect(await store.proofs.countOfDay(accountId, DAY)).toBe(own.length);
            const page = await store.proofs.list(accountId, PARALLEL + 1, null);
            expect(page.proofs.map(({ id }) => id).sort()).toEqual([...own].sort());
          }
        }
        const queued = [...leaves.values()];
        for (const { id } of made) expect(queued.filter((leaf) => leaf === id)).toHaveLength(1);
      };

      it("makes one proof of one hash by one account", async () => {
        const caller = await newCaller(opened().stores[0]);
        const hash = randomHash();
        const results = await race(() => registration(caller, { hash, dailyLimit: 1 }));
        expect(outcomes(results)).toEqual({ created: 1, existing: PARALLEL - 1, quota_exceeded: 0 });
        expect(proofIdsOf(results).size).toBe(1);
        await expectBooks(results, [caller]);
      });

      it("makes one first registrant of one hash by two accounts", async () => {
        const callers = [await newCaller(opened().stores[0]), await newCaller(opened().stores[0])];
        const hash = randomHash();
        // Both accounts through both stores.
        const results = await race((i) => registration(callers[(i >> 1) % 2]!, { hash }));
        const firsts = createdOf(results).filter(({ firstRegistrant }) => firstRegistrant);
        expect(firsts).toHaveLength(1);
        const owner = firsts[0]!.accountId;
        for (const { proofs } of opened().stores)
          expect((await proofs.findFirst(hash))?.accountId).toBe(owner);
        const others = createdOf(results).filter(({ accountId }) => accountId !== owner);
        expect(others).toHaveLength(PARALLEL / 2);
        expect(outcomes(results)).toEqual({
          created: PARALLEL / 2 + 1,
          existing: PARALLEL / 2 - 1,
          quota_exceeded: 0,
        });
        await expectBooks(results, callers);
      });

      it("makes one proof of one idempotency key, whatever the bodies say", async () => {
        const caller = await newCaller(opened().stores[0]);
        const results = await race(() => registration(caller, { idempotencyKey: "order-1" }));
        expect(outcomes(results)).toEqual({ created: 1, existing: PARALLEL - 1, quota_exceeded: 0 });
        expect(proofIdsOf(results).size).toBe(1);
        const [id] = proofIdsOf(results);
        for (const { proofs } of opened().stores) {
          expect((await proofs.findByIdempotencyKey(caller, "order-1"))?.id).toBe(id);
        }
        await expectBooks(results, [caller]);
      });

      it("keeps idempotency keys and first registrations apart where they cross", async () => {
        const callers = [await newCaller(opened().stores[0]), await newCaller(opened().stores[0])];
        const hashes = Array.from({ length: 5 }, randomHash);
        const results = await race((i) =>
          registration(callers[(i >> 1) % 2]!, {
            hash: hashes[i % hashes.length]!,
            idempotencyKey: `key-${i % 7}`,
          }),
        );
        for (const [c, caller] of callers.entries()) {
          for (let key = 0; key < 7; key++) {
            const ids = proofIdsOf(results.filter((_, i) => (i >> 1) % 2 === c && i % 7 === key));
            expect(ids.size).toBe(1);
            const bound = await opened().stores[1].proofs.findByIdempotencyKey(caller, `key-${key}`);
            expect(ids).toContain(bound?.id);
          }
        }
        const firsts = createdOf(results).filter(({ firstRegistrant }) => firstRegistrant);
        expect(new Set(firsts.map(({ hash }) => hash)).size).toBe(firsts.length);
        for (const { hash } of createdOf(results)) expect(firsts.map((first) => first.hash)).toContain(hash);
        await expectBooks(results, callers);
      });

      it("holds the daily limit over the keys of an account", async () => {
        const first = await newCaller(opened().stores[0]);
        const callers = [first, await newCaller(opened().stores[0], first.accountId)];
        const results = await race((i) => registration(callers[(i >> 1) % 2]!, { dailyLimit: 41 }));
        expect(outcomes(results)).toEqual({ created: 41, existing: 0, quota_exceeded: PARALLEL - 41 });
        for (const result of results) if (result.outcome === "quota_exceeded") expect(result.used).toBe(41);
        await expectBooks(results, callers);
        for (const { proofs } of opened().stores) {
          const late = await proofs.register(registration(first, { dailyLimit: 41 }));
          expect(late).toEqual({ outcome: "quota_exceeded", used: 41 });
        }
      });

      it("leaves no trace of what the limit refused", async () => {
        const [poor, rich] = [await newCaller(opened().stores[0]), await newCaller(opened().stores[0])];
        const hashes = Array.from({ length: PARALLEL }, randomHash);
        const results = await race((i) =>
          registration(poor, { hash: hashes[i]!, idempotencyKey: `key-${i}`, dailyLimit: 3 }),
        );
        expect(outcomes(results)).toEqual({ created: 3, existing: 0, quota_exceeded: PARALLEL - 3 });
        const after = await race((i) => registration(rich, { hash: hashes[i]! }));
        expect(createdOf(after).filter(({ firstRegistrant }) => firstRegistrant)).toHaveLength(PARALLEL - 3);
        await expectBooks([...results, ...after], [poor, rich]);
      });
    });

    it("gives 1,400 proofs one place each, whichever store received them", async () => {
      const [first, second] = opened().stores;
      const caller = await newCaller(first);
      const results: RegistrationResult[] = [];
      for (let group = 0; group < 7; group++) {
        const store = opened().stores[group % 2]!;
        const asked = Array.from({ length: 200 }, () => registration(caller, { dailyLimit: 1_400 }));
        results.push(...(await Promise.all(asked.map((each) => store.proofs.register(each)))));
      }
      const made = createdOf(results);
      expect(made).toHaveLength(1_400);
      // Half of them go into batches that end in the middle of a group that was received together.
      const lease = await sealingLease(second);
      const leaves = new Map<string, string>();
      while (leaves.size < 700) expect(await sealNext(second, lease, leaves)).toBe(true);
      const more = await Promise.all(
        Array.from({ length: 50 }, () => first.proofs.register(registration(caller, { dailyLimit: 1_450 }))),
      );
      made.push(...createdOf(more));
      await sealAll(second, leaves);
      expect([...leaves.values()].sort()).toEqual(made.map(({ id }) => id).sort());
      const places = new Set<string>();
      for (const store of opened().stores) {
        for (let before: string | null = null, more = true; more; ) {
          const page = await store.proofs.list(caller.accountId, 100, before);
          for (const { id, batch, leafIndex } of page.proofs) {
            const place = `${batch?.number}/${leafIndex}`;
            expect(leaves.get(place)).toBe(id);
            places.add(place);
          }
          before = page.proofs.at(-1)?.id ?? null;
          more = page.more;
        }
      }
      expect(places.size).toBe(1_450);
    });

    it("seals every proof once while registrations go on over both stores", async () => {
      const [first, second] = opened().stores;
      const { accountId, keyId } = await newCaller(first);
      const lease = await sealingLease(first);
      const leaves = new Map<string, string>();
      let isRegistering = true;
      const register = async (store: Records): Promise<RegistrationResult[]> => {
        const results: RegistrationResult[] = [];
        while (results.length < 150) {
          const group = Array.from({ length: 10 }, () =>
            store.proofs.register(registration({ accountId, keyId })),
          );
          results.push(...(await Promise.all(group)));
        }
        return results;
      };
      const seal = async (): Promise<void> => {
        while (isRegistering) {
          await sealNext(first, lease, leaves);
          // An embedded store answers at once, so the loop would otherwise block everything else.
          await nextTurn();
        }
      };
      const sealing = seal();
      const results = (await Promise.all([register(first), register(second)])).flat();
      isRegistering = false;
      await sealing;
      await sealAll(first, leaves);
      const made = createdOf(results);
      expect(made).toHaveLength(300);
      expect([...leaves.values()].sort()).toEqual(made.map(({ id }) => id).sort());
      for (const { id } of made) {
        const proof = await second.proofs.find(id);
        expect(leaves.get(`${proof?.batch?.number}/${proof?.leafIndex}`)).toBe(id);
      }
    });
  });
}

function registration(caller: Caller, changes: Partial<Registration> = {}): Registration {
  return newRegistration(caller, { receivedAt: DAY, dailyLimit: 1_000, ...changes });
}

function createdOf(results: readonly RegistrationResult[]): ProofRecord[] {
  return results.flatMap((result) => (result.outcome === "created" ? [result.proof] : []));
}

function proofIdsOf(results: readonly RegistrationResult[]): Set<string> {
  return new Set(results.flatMap((result) => ("proof" in result ? [result.proof.id] : [])));
}

/** Outcomes of registrations without a seal are always listed. */
function outcomes(
  results: readonly RegistrationResult[],
): Partial<Record<RegistrationResult["outcome"], number>> {
  const counts: ReturnType<typeof outcomes> = { created: 0, existing: 0, quota_exceeded: 0 };
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
