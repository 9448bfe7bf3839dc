/** The contract of searches of proofs, and of registrations in the browser, for every store. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import { newCaller as newAccountCaller } from "./account.testing.js";
import type { Records } from "./records.js";
import { type Caller, newRegistration, randomHash } from "./registration.testing.js";
import { grant, newOrder } from "./seal-order.testing.js";
import type { OpenedStore } from "./store-contract.testing.js";
import type {
  BatchState,
  Lease,
  ProofQuery,
  ProofRecord,
  QueueSlice,
  Registration,
  RegistrationResult,
} from "./types.js";

const DAY = new Date("2026-03-01T12:00:00.000Z");
const ANY: ProofQuery = { text: null, hash: null, from: null, until: null, state: null, origin: null };

/** Declares the suite for one implementation. */
export function describeSearch(name: string, open: () => Promise<OpenedStore>): void {
  describe(`the search of proofs on ${name}`, () => {
    const opened = eachOpened(open);
    let store: Records;
    let lease: Lease;
    beforeEach(async () => {
      store = opened().store;
      lease = (await store.leases.acquire("work", "this instance", 600_000))!;
    });

    const newCaller = (): Promise<Caller> => newAccountCaller(store);
    const register = (caller: Caller, given: Partial<Registration> = {}): Promise<RegistrationResult> =>
      store.proofs.register(newRegistration(caller, { receivedAt: DAY, dailyLimit: 1_000, ...given }));
    const created = async (caller: Caller, given: Partial<Registration> = {}): Promise<ProofRecord> => {
      const result = await register(caller, given);
      if (result.outcome !== "created") throw new Error(`expected a new proof, got ${result.outcome}`);
      return result.proof;
    };
    const WEB = { origin: "web", keyId: null } as const;
    const find = (caller: Caller, query: Partial<ProofQuery>, limit = 100, before: string | null = null) =>
      store.proofs.search(caller.accountId, { ...ANY, ...query }, limit, before);
    const names = async (caller: Caller, query: Partial<ProofQuery>): Promise<string[]> => {
      const { proofs, next } = await find(caller, query);
      expect(next).toBeNull();
      return proofs.map(({ name }) => name);
    };
    /** Puts all that is queued into a batch. */
    const batch = async (chainIds: readonly number[] = [31_337]): Promise<string> => {
      const slice: QueueSlice = await expect
        .poll(() => store.batches.peekQueue(lease, 10_000))
        .not.toBeNull()
        .then(async () => (await store.batches.peekQueue(lease, 10_000))!);
      const id = randomUUID();
      expect(
        await store.batches.commit(slice, {
          id,
          root: randomHash(),
          leafCount: slice.count,
          createdAt: DAY,
          chainIds,
        }),
      ).toBe(true);
      return id;
    };
    const anchor = async (id: string, chainId: number, to: "anchored" | "confirmed"): Promise<void> => {
      const blockHash = `0x${randomHash()}`;
      const inclusion = { txHash: `0x${randomHash()}`, blockNumber: 1, blockHash, blockTimestamp: DAY };
      expect(await store.batches.markAnchored(lease, id, chainId, inclusion)).toBe(true);
      if (to === "confirmed") {
        expect(await store.batches.markConfirmed(lease, id, chainId, blockHash)).toBe(true);
      }
    };

    describe("a registration in the browser", () => {
      it("needs no key, is told from others, and is seen as the account's proof", async () => {
        const caller = await newCaller();
        const proof = await created(caller, { ...WEB, name: "photo.jpg" });
        expect(proof).toMatchObject({ origin: "web", accountId: caller.accountId, name: "photo.jpg" });
        expect(await store.proofs.find(proof.id)).toEqual(proof);
        expect(await store.proofs.findOwn(proof.id, caller.accountId)).toEqual(proof);
        expect((await store.proofs.list(caller.accountId, 10, null)).proofs).toEqual([proof]);
        expect(await store.proofs.findFirst(proof.hash)).toEqual(proof);
        expect((await created(caller)).origin).toBe("api");
      });

      it("is found again under its idempotency key, which the account holds", async () => {
        const [caller, other] = [await newCaller(), await newCaller()];
        const { hash } = await created(other, WEB);
        const web = { ...WEB, hash, idempotencyKey: "sent" };
        // Bytes of another account: without the key each registration would make a proof.
        const results = await Promise.all(Array.from({ length: 20 }, () => register(caller, web)));
        const proofs = results.flatMap((result) => ("proof" in result ? [result] : []));
        expect(proofs.filter(({ outcome }) => outcome === "created")).toHaveLength(1);
        const [id, ...rest] = new Set(proofs.map(({ proof }) => proof.id));
        expect(rest).toEqual([]);
        expect(proofs[0]!.proof.firstRegistrant).toBe(false);
        const find = (holder: { accountId: string; keyId: string | null }) =>
          store.proofs.findByIdempotencyKey(holder, "sent");
        expect((await find({ ...caller, keyId: null }))?.id).toBe(id);
        // Neither the account's API keys nor other accounts have it.
        expect(await find(caller)).toBeNull();
        expect(await find({ ...other, keyId: null })).toBeNull();
        expect((await register(caller, { hash, idempotencyKey: "sent" })).outcome).toBe("created");
        expect((await register(other, { ...WEB, idempotencyKey: "sent" })).outcome).toBe("created");
        expect((await find({ ...caller, keyId: null }))?.id).toBe(id);
        // Whatever else is sent under it.
        const repeated = await register(caller, { ...WEB, idempotencyKey: "sent" });
        expect(repeated).toMatchObject({ outcome: "existing", proof: { id } });
      });

      it("binds its idempotency key to bytes that the account registered", async () => {
        const caller = await newCaller();
        const { id, hash } = await created(caller);
        const result = await register(caller, { ...WEB, hash, idempotencyKey: "again" });
        expect(result).toMatchObject({ outcome: "existing", proof: { id, origin: "api" } });
        const found = await store.proofs.findByIdempotencyKey({ ...caller, keyId: null }, "again");
        expect(found?.id).toBe(id);
      });

      it("neither counts towards the daily limit nor is refused by it", async () => {
        const caller = await newCaller();
        const limited = { dailyLimit: 2 };
        await created(caller, limited);
        await Promise.all(Array.from({ length: 5 }, () => created(caller, { ...WEB, ...limited })));
        expect(await store.proofs.countOfDay(caller.accountId, DAY)).toBe(1);
        await created(caller, limited);
        expect((await register(caller, limited)).outcome).toBe("quota_exceeded");
        await created(caller, { ...WEB, dailyLimit: 0 });
        expect(await store.proofs.countOfDay(caller.accountId, DAY)).toBe(2);
      });

      it("keeps the limit exact where both kinds arrive together", async () => {
        const caller = await newCaller();
        const results = await Promise.all(
          Array.from({ length: 40 }, (_, i) =>
            register(caller, i % 2 === 0 ? { ...WEB, dailyLimit: 0 } : { dailyLimit: 7 }),
          ),
        );
        const outcomes = (parity: number) =>
          results.filter((_, i) => i % 2 === parity).filter(({ outcome }) => outcome === "created").length;
        expect([outcomes(0), outcomes(1)]).toEqual([20, 7]);
        expect(await store.proofs.countOfDay(caller.accountId, DAY)).toBe(7);
      });

      it("gives the account's own bytes their proof, whichever way they were registered", async () => {
        const caller = await newCaller();
        const [hash, other] = [randomHash(), randomHash()];
        const first = await created(caller, { hash });
        expect(await register(caller, { ...WEB, hash })).toEqual({ outcome: "existing", proof: first });
        const second = await created(caller, { ...WEB, hash: other });
        expect(await register(caller, { hash: other, idempotencyKey: "again" })).toEqual({
          outcome: "existing",
          proof: second,
        });
      });

      it("pays for its seal", async () => {
        const caller = await newCaller();
        await grant(store, caller.accountId, 1);
        const proof = await created(caller, { ...WEB, seal: newOrder() });
        expect(proof).toMatchObject({ origin: "web", seal: { proofId: proof.id } });
        expect((await register(caller, { ...WEB, seal: newOrder() })).outcome).toBe("no_seal_left");
      });

      it("is refused without an account", async () => {
        const caller = await newCaller();
        await expect(register({ ...caller, accountId: randomUUID() }, WEB)).rejects.toThrow(RangeError);
        expect((await store.proofs.list(caller.accountId, 10, null)).proofs).toEqual([]);
      });
    });

    describe("a count of days", () => {
      it("has the proofs of each day since a moment, of the account alone, whichever way they came", async () => {
        const [caller, other] = [await newCaller(), await newCaller()];
        const at = (text: string) => ({ receivedAt: new Date(text) });
        await created(caller, at("2026-02-27T23:59:59.999Z"));
        await created(caller, at("2026-02-28T00:00:00.000Z"));
        await created(caller, { ...WEB, ...at("2026-02-28T23:59:59.999Z") });
        await created(caller, at("2026-03-02T00:00:00.000Z"));
        await created(other, at("2026-03-02T00:00:00.000Z"));
        expect(await store.proofs.countDays(caller.accountId, new Date("2026-02-28T00:00:00Z"))).toEqual({
          days: new Map([
            ["2026-03-02", 1],
            ["2026-02-28", 2],
          ]),
          stoppedIn: null,
        });
      });
    });

    describe("a search", () => {
      it("without conditions finds what the list shows, and nothing of other accounts", async () => {
        const [caller, other] = [await newCaller(), await newCaller()];
        for (let i = 0; i < 3; i++) {
          await created(caller, { name: `mine ${i}` });
          await created(other, { name: `theirs ${i}` });
        }
        expect((await find(caller, {})).proofs).toEqual(
          (await store.proofs.list(caller.accountId, 10, null)).proofs,
        );
        expect(await names(caller, { text: "theirs" })).toEqual([]);
        expect(await names(other, {})).toEqual(["theirs 2", "theirs 1", "theirs 0"]);
        expect(await names({ ...caller, accountId: randomUUID() }, {})).toEqual([]);
        expect(await names({ ...caller, accountId: "no uuid" }, {})).toEqual([]);
      });

      it("finds a part of the name in any case and in either form of Unicode", async () => {
        const caller = await newCaller();
        const stored = [
          "Übersicht.pdf",
          "U\u0308BERSICHT 2.PDF",
          "Straße.txt",
          "50%_off*.csv",
          "ΟΔΟΣ",
          "a.b",
        ];
        for (const name of stored) await created(caller, { name });
        expect(await names(caller, { text: "übersicht" })).toEqual([
          "U\u0308BERSICHT 2.PDF",
          "Übersicht.pdf",
        ]);
        expect(await names(caller, { text: "u\u0308ber" })).toHaveLength(2);
        expect(await names(caller, { text: "STRASSE" })).toEqual(["Straße.txt"]);
        expect(await names(caller, { text: "οδος" })).toEqual(["ΟΔΟΣ"]);
        expect(await names(caller, { text: "%_off*" })).toEqual(["50%_off*.csv"]);
        expect(await names(caller, { text: "A.B" })).toEqual(["a.b"]);
        expect(await names(caller, { text: "' OR 1=1 --" })).toEqual([]);
        expect(await names(caller, { text: "" })).toHaveLength(stored.length);
      });

      it("finds a fingerprint, also where another account registered it first", async () => {
        const [caller, other] = [await newCaller(), await newCaller()];
        const hash = randomHash();
        const first = await created(other, { hash, name: "first" });
        const later = [
          await created(caller, { hash, name: "second" }),
          await created(caller, { hash, name: "third" }),
          await created(caller, { hash, name: "fourth", ...WEB }),
        ];
        await created(caller);
        expect((await find(other, { hash })).proofs).toEqual([first]);
        expect((await find(caller, { hash })).proofs).toEqual(later.toReversed());
        expect(await names(caller, { hash, origin: "web" })).toEqual(["fourth"]);
        expect(await names(caller, { hash, text: "ird" })).toEqual(["third"]);
        expect(await names(caller, { hash: randomHash() })).toEqual([]);
        const page = await find(caller, { hash }, 2);
        expect([page.proofs, page.next]).toEqual([[later[2], later[1]], later[1]!.id]);
        expect((await find(caller, { hash }, 2, page.next)).proofs).toEqual([later[0]]);
      });

      it("finds what was received at or after, and before", async () => {
        const caller = await newCaller();
        const at = (seconds: number) => new Date(DAY.getTime() + seconds * 1_000);
        // The clock of another instance is behind.
        for (const seconds of [0, 10, 5, 20]) {
          await created(caller, { name: `${seconds}`, receivedAt: at(seconds) });
        }
        expect(await names(caller, { from: at(5) })).toEqual(["20", "10", "5"]);
        expect(await names(caller, { until: at(10) })).toEqual(["5", "0"]);
        expect(await names(caller, { from: at(5), until: at(20) })).toEqual(["10", "5"]);
        expect(await names(caller, { from: at(21) })).toEqual([]);
        expect(await names(caller, { until: at(0) })).toEqual([]);
        const pages: (string | undefined)[] = [];
        let before: string | null = null;
        do {
          const page = await find(caller, { from: at(0) }, 1, before);
          pages.push(...page.proofs.map(({ name }) => name));
          before = page.next;
        } while (before !== null);
        expect(pages).toEqual(["20", "10", "5", "0"]);
      });

      it("pages through proofs of one moment without omission or repetition", async () => {
        const caller = await newCaller();
        const ids = [];
        for (let i = 0; i < 7; i++) ids.push((await created(caller)).id);
        for (const query of [{}, { from: DAY }, { from: DAY, until: new Date(DAY.getTime() + 1) }]) {
          const shown: string[] = [];
          let before: string | null = null;
          do {
            const page = await find(caller, query, 2, before);
            shown.push(...page.proofs.map(({ id }) => id));
            before = page.next;
          } while (before !== null);
          expect(shown).toEqual(ids.toReversed());
        }
        expect((await find(caller, { until: DAY }, 2, ids[3])).proofs).toEqual([]);
        expect((await find(caller, { from: new Date(DAY.getTime() + 1) }, 2, ids[3])).proofs).toEqual([]);
      });

      it("finds each state, as batches move", async () => {
        const caller = await newCaller();
        const states = ["queued", "batched", "anchored", "confirmed"] as const;
        const shown = async () => {
          const found = await Promise.all(states.map((state) => names(caller, { state })));
          return Object.fromEntries(states.map((state, i) => [state, found[i]]));
        };
        await created(caller, { name: "1" });
        expect(await shown()).toEqual({ queued: ["1"], batched: [], anchored: [], confirmed: [] });
        const first = await batch();
        await created(caller, { name: "2" });
        await batch();
        await created(caller, { name: "3" });
        const third = await batch([31_337, 1]);
        await created(caller, { name: "4" });
        await batch();
        await created(caller, { name: "5" });
        expect(await shown()).toEqual({
          queued: ["5"],
          batched: ["4", "3", "2", "1"],
          anchored: [],
          confirmed: [],
        });
        await anchor(first, 31_337, "anchored");
        await anchor(third, 1, "anchored");
        expect(await shown()).toEqual({
          queued: ["5"],
          batched: ["4", "2"],
          anchored: ["3", "1"],
          confirmed: [],
        });
        // One anchor is enough.
        await anchor(third, 31_337, "confirmed");
        expect(await shown()).toEqual({
          queued: ["5"],
          batched: ["4", "2"],
          anchored: ["1"],
          confirmed: ["3"],
        });
        expect((await find(caller, { state: "batched" }, 1)).proofs.map(({ name }) => name)).toEqual(["4"]);
      });

      it("refuses a place that is not in the account", async () => {
        const [caller, other] = [await newCaller(), await newCaller()];
        const theirs = await created(other);
        await created(caller);
        await expect(find(caller, {}, 1, theirs.id)).rejects.toThrow(RangeError);
        await expect(find(caller, {}, 1, randomUUID())).rejects.toThrow(RangeError);
        await expect(find(caller, {}, 1, "no uuid")).rejects.toThrow(RangeError);
      });

      it("finds what a plain filter of the list finds, page by page, for any conditions", async () => {
        const caller = await newCaller();
        const other = await newCaller();
        const shared = [randomHash(), randomHash()];
        for (const hash of shared) await created(other, { hash });
        for (let i = 0; i < 40; i++) {
          await created(caller, {
            name: `${i % 3 === 0 ? "Akte" : "rechnung"} ${i}.pdf`,
            receivedAt: new Date(DAY.getTime() + Math.floor(i / 4) * 1_000),
            ...(i % 5 === 0 ? WEB : {}),
            ...(i % 7 === 0 ? { hash: shared[(i / 7) % 2]! } : {}),
          });
          if (i === 9 || i === 19 || i === 29) {
            const id = await batch();
            if (i !== 19) await anchor(id, 31_337, i === 9 ? "confirmed" : "anchored");
          }
        }
        const all = (await store.proofs.list(caller.accountId, 100, null)).proofs;
        const second = fc.integer({ min: -1, max: 11 }).map((s) => new Date(DAY.getTime() + s * 1_000));
        const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
        const query = fc.record<ProofQuery>({
          text: maybe(fc.constantFrom("akte", "1", "PDF", "x")),
          hash: maybe(fc.constantFrom(...shared)),
          from: maybe(second),
          until: maybe(second),
          state: maybe(fc.constantFrom<BatchState | "queued">("queued", "batched", "anchored", "confirmed")),
          origin: maybe(fc.constantFrom<"api" | "web">("api", "web")),
        });
        await fc.assert(
          fc.asyncProperty(query, fc.integer({ min: 1, max: 9 }), async (asked, limit) => {
            const found: string[] = [];
            let before: string | null = null;
            do {
              const page = await store.proofs.search(caller.accountId, asked, limit, before);
              expect(page.proofs.length).toBeLessThanOrEqual(limit);
              found.push(...page.proofs.map(({ id }) => id));
              before = page.next;
            } while (before !== null);
            expect(found).toEqual(all.filter((proof) => isFound(proof, asked)).map(({ id }) => id));
          }),
          { numRuns: 60 },
        );
      });
    });
  });
}

/** The same conditions, said plainly: the names of this suite are ASCII. */
function isFound(proof: ProofRecord, { text, hash, from, until, state, origin }: ProofQuery): boolean {
  return (
    (text === null || proof.name.toLowerCase().includes(text.toLowerCase())) &&
    (hash === null || proof.hash === hash) &&
    (from === null || proof.receivedAt.getTime() >= from.getTime()) &&
    (until === null || proof.receivedAt.getTime() < until.getTime()) &&
    (state === null || (proof.batch?.state ?? "queued") === state) &&
    (origin === null || proof.origin === origin)
  );
}
