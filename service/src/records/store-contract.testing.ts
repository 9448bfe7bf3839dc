/**
 * The contract of the `Store` port as a Vitest suite that every implementation runs. It uses the port alone. Each
 * implementation tests its own durability when a process is killed.
 *
 * The suite leaves open what the port leaves open. A queue may show a proof a little after its registration, so tests
 * poll for it. Identifiers may be UUIDs of any version. Times of receipt increase with each registration unless a test
 * says otherwise.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import { LeaseLostError } from "../store/store.js";
import { newAccount as accountWith, anyAudit, newKey as keyWith } from "./account.testing.js";
import { newOrderedId } from "./ordered-id.js";
import type { Records } from "./records.js";
import { type Caller, newRegistration, randomHash } from "./registration.testing.js";
import type {
  AccountRecord,
  AnchorAttempt,
  Attestation,
  Inclusion,
  Lease,
  PlanId,
  ProofRecord,
  QueueSlice,
  Registration,
  RegistrationResult,
  WitnessPlace,
  WitnessRecord,
} from "./types.js";

/** An open, empty store. `dispose` closes it and removes what it left behind. */
export interface OpenedStore {
  readonly store: Records;
  dispose(): Promise<void>;
}

const DAY = new Date("2026-03-01T12:00:00.000Z");
const NEXT_DAY = new Date("2026-03-02T00:00:00.000Z");
/** The address that signs the attempts. */
const FROM = `0x${"7".repeat(40)}`;
/** Long enough for any test. */
const LEASE_MS = 600_000;
/** How long a test polls. */
const PATIENCE_MS = 60_000;

/** Declares the suite for one implementation. */
export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`the store contract on ${name}`, () => {
    const opened = eachOpened(open);
    let store: Records;
    /** The default lease for building and anchoring batches. */
    let lease: Lease;
    beforeEach(async () => {
      store = opened().store;
      lease = await acquire("work", "this instance");
    });

    const acquire = async (job: string, holder: string, ttlMs = LEASE_MS): Promise<Lease> => {
      const acquired = await store.leases.acquire(job, holder, ttlMs);
      if (acquired === null) throw new Error(`the lease "${job}" is not free`);
      return acquired;
    };
    /** The lease of another instance that takes over. */
    const takeOver = async (former: Lease): Promise<Lease> => {
      await store.leases.release(former);
      return acquire(former.name, "another instance");
    };
    /** The head of the queue, once the queue holds `count` proofs. */
    const queued = (count: number, maxLeaves = count, by: Lease = lease): Promise<QueueSlice> =>
      until(`${count} proofs are queued`, async () => {
        const slice = await store.batches.peekQueue(by, maxLeaves);
        return slice !== null && slice.count >= count ? slice : null;
      });
    const proofIds = async (slice: QueueSlice): Promise<string[]> =>
      (await store.batches.readQueue(slice, 0, slice.count)).map(({ proofId }) => proofId);

    const newAccount = async (plan: PlanId = "free"): Promise<AccountRecord> => {
      const account = accountWith({ plan });
      await store.accounts.createAccount(account, null, anyAudit());
      return account;
    };
    const newKey = async (account: AccountRecord | null): Promise<string> => {
      const key = keyWith(account?.id ?? null);
      expect(await store.accounts.createKey(key, 5, anyAudit())).toBe(true);
      return key.id;
    };
    const newCaller = async (): Promise<{ accountId: string; keyId: string }> => {
      const account = await newAccount();
      return { accountId: account.id, keyId: await newKey(account) };
    };
    const register = (
      caller: { accountId: string; keyId: string },
      changes: Partial<Registration> = {},
    ): Promise<RegistrationResult> => store.proofs.register(registration(caller, changes));
    /** Registers one after the other, so that the order of receipt is known. */
    const registerMany = async (count: number): Promise<string[]> => {
      const caller = await newCaller();
      const ids: string[] = [];
      while (ids.length < count) ids.push(created(await register(caller, { dailyLimit: count })).id);
      return ids;
    };
    const commit = (
      slice: QueueSlice,
      changes: { root?: string; id?: string; chainIds?: readonly number[] } = {},
    ): Promise<boolean> =>
      store.batches.commit(slice, {
        id: changes.id ?? randomUUID(),
        root: changes.root ?? randomHash(),
        leafCount: slice.count,
        createdAt: DAY,
        chainIds: changes.chainIds ?? [31_337],
      });
    const newBatch = async (leaves = 1, chainIds: readonly number[] = [31_337]): Promise<string> => {
      await registerMany(leaves);
      const id = randomUUID();
      expect(await commit(await queued(leaves), { id, chainIds })).toBe(true);
      return id;
    };

    describe("registration", () => {
      it("stores every field", async () => {
        const caller = await newCaller();
        const given = registration(caller, {
          name: "Übersicht 📄.pdf",
          size: 2 ** 40,
          mimeType: "application/pdf",
        });
        const result = await store.proofs.register({ ...given, metadata: '{"a":"\\u0000"}' });
        const expected = {
          id: given.id,
          certificateId: given.certificateId,
          accountId: caller.accountId,
          origin: "api",
          hash: given.hash,
          name: "Übersicht 📄.pdf",
          size: 2 ** 40,
          mimeType: "application/pdf",
          receivedAt: given.receivedAt,
          firstRegistrant: true,
          batch: null,
          leafIndex: null,
          seal: null,
        };
        expect(result).toEqual({ outcome: "created", proof: expected });
        expect(await store.proofs.find(given.id)).toEqual(expected);
        expect(await store.proofs.find(randomUUID())).toBeNull();
        expect(await store.proofs.find("'; DROP TABLE proofs; --")).toBeNull();
      });

      it("finds a proof by its certificate, which only the first registrant's has", async () => {
        const [owner, other] = [await newCaller(), await newCaller()];
        const hash = randomHash();
        const first = created(await register(owner, { hash }));
        const second = created(await register(other, { hash }));
        expect(await store.proofs.findByCertificate(first.certificateId)).toEqual(first);
        expect(await store.proofs.findByCertificate(second.certificateId)).toBeNull();
        expect(await store.proofs.findByCertificate(first.id)).toBeNull();
        expect(await store.proofs.findByCertificate(randomUUID())).toBeNull();
        expect(await store.proofs.findByCertificate("no uuid")).toBeNull();
      });

      it("returns the metadata of an account's own proofs", async () => {
        const [owner, other] = [await newCaller(), await newCaller()];
        const metadata = '{"case":"A-1"}';
        const [some, none] = [created(await register(owner, { metadata })), created(await register(owner))];
        const theirs = created(await register(other, { metadata: "{}" }));
        const ids = [some.id, none.id, theirs.id, randomUUID(), "x"];
        expect(await store.proofs.metadata(owner.accountId, ids)).toEqual(new Map([[some.id, metadata]]));
        expect(await store.proofs.metadata("x", ids)).toEqual(new Map());
        expect(await store.proofs.metadata(owner.accountId, [])).toEqual(new Map());
      });

      it("returns the account's own proof for bytes it registered first, unchanged", async () => {
        const caller = await newCaller();
        const hash = randomHash();
        const first = created(await register(caller, { hash, name: "first" }));
        const again = await register(caller, { hash, name: "second" });
        expect(again).toEqual({ outcome: "existing", proof: first });
      });

      it("makes a proof without first registration for each request on another account's bytes", async () => {
        const [owner, other] = [await newCaller(), await newCaller()];
        const hash = randomHash();
        const first = created(await register(owner, { hash }));
        const second = created(await register(other, { hash }));
        const third = created(await register(other, { hash }));
        expect([second.firstRegistrant, third.firstRegistrant]).toEqual([false, false]);
        expect(second.id).not.toBe(third.id);
        expect(await store.proofs.findFirst(hash)).toEqual(first);
        expect(await store.proofs.findFirst(randomHash())).toBeNull();
      });

      it("gives a repeated idempotency key its proof, whatever the request says, by API key", async () => {
        const caller = await newCaller();
        const sameAccountOtherKey = { ...caller, keyId: await newKey(await accountOf(caller)) };
        const first = created(await register(caller, { idempotencyKey: "order-1" }));
        const repeated = await register(caller, { idempotencyKey: "order-1", dailyLimit: 0 });
        expect(repeated).toEqual({ outcome: "existing", proof: first });
        expect(await store.proofs.findByIdempotencyKey(caller, "order-1")).toEqual(first);
        expect(await store.proofs.findByIdempotencyKey(caller, "order-2")).toBeNull();
        expect(await store.proofs.findByIdempotencyKey(sameAccountOtherKey, "order-1")).toBeNull();
        created(await register(sameAccountOtherKey, { idempotencyKey: "order-1" }));
      });

      it("binds an idempotency key to the existing proof of the account's own bytes", async () => {
        const caller = await newCaller();
        const hash = randomHash();
        const first = created(await register(caller, { hash }));
        expect((await register(caller, { hash, idempotencyKey: "late" })).outcome).toBe("existing");
        const repeated = await register(caller, { idempotencyKey: "late" });
        expect(repeated).toEqual({ outcome: "existing", proof: first });
      });

      it("holds the daily limit; existing proofs do not count; the next UTC day starts at zero", async () => {
        const caller = await newCaller();
        const hash = randomHash();
        created(await register(caller, { hash, dailyLimit: 2, idempotencyKey: "a" }));
        created(await register(caller, { dailyLimit: 2 }));
        expect(await register(caller, { dailyLimit: 2 })).toEqual({ outcome: "quota_exceeded", used: 2 });
        expect((await register(caller, { hash, dailyLimit: 2 })).outcome).toBe("existing");
        expect((await register(caller, { dailyLimit: 2, idempotencyKey: "a" })).outcome).toBe("existing");
        const lastMoment = new Date(NEXT_DAY.getTime() - 1);
        expect((await register(caller, { dailyLimit: 2, receivedAt: lastMoment })).outcome).toBe(
          "quota_exceeded",
        );
        created(await register(caller, { dailyLimit: 2, receivedAt: NEXT_DAY }));
      });

      it("writes nothing when the day is used up", async () => {
        const caller = await newCaller();
        const hash = randomHash();
        const refused = registration(caller, { hash, dailyLimit: 0, idempotencyKey: "key" });
        expect((await store.proofs.register(refused)).outcome).toBe("quota_exceeded");
        expect(await store.proofs.find(refused.id)).toBeNull();
        expect(await store.proofs.findFirst(hash)).toBeNull();
        expect(await store.proofs.findByIdempotencyKey(caller, "key")).toBeNull();
        created(await register(caller));
        expect((await queued(1, 10)).count).toBe(1);
      });

      it("refuses an account or a key that is not there", async () => {
        const caller = await newCaller();
        await expect(register({ ...caller, accountId: randomUUID() })).rejects.toThrow(RangeError);
        await expect(register({ ...caller, keyId: randomUUID() })).rejects.toThrow(RangeError);
      });

      it.each([0, 1, 2, 3, 4])(
        "goes on as soon as the former was answered, %i promises later",
        async (depth) => {
          const caller = await newCaller();
          const registerOnce = async (left: number): Promise<RegistrationResult> =>
            left === 0 ? await register(caller) : await registerOnce(left - 1);
          for (let i = 0; i < 5; i++) created(await registerOnce(depth));
        },
      );

      it("makes one proof of 100 parallel registrations of one hash by one account", async () => {
        const caller = await newCaller();
        const hash = randomHash();
        const results = await Promise.all(
          Array.from({ length: 100 }, () => register(caller, { hash, dailyLimit: 1 })),
        );
        expect(results.filter((result) => result.outcome === "created")).toHaveLength(1);
        expect(new Set(results.map((result) => "proof" in result && result.proof.id)).size).toBe(1);
        await expectQueued(1, caller);
      });

      it("makes one first registrant of 100 parallel registrations of one hash by two accounts", async () => {
        const callers = [await newCaller(), await newCaller()];
        const hash = randomHash();
        const results = await Promise.all(
          Array.from({ length: 100 }, (_, i) => register(callers[i % 2]!, { hash, dailyLimit: 100 })),
        );
        const firsts = new Set(
          results.flatMap((r) => ("proof" in r && r.proof.firstRegistrant ? [r.proof.id] : [])),
        );
        expect(firsts.size).toBe(1);
        const owner = (await store.proofs.findFirst(hash))?.accountId;
        const others = results.filter((r) => r.outcome === "created" && r.proof.accountId !== owner);
        expect(others).toHaveLength(50);
      });

      it("makes one proof of 100 parallel registrations under one idempotency key", async () => {
        const caller = await newCaller();
        const results = await Promise.all(
          Array.from({ length: 100 }, () => register(caller, { idempotencyKey: "one", dailyLimit: 100 })),
        );
        expect(results.filter((result) => result.outcome === "created")).toHaveLength(1);
        await expectQueued(1, caller);
      });

      it("holds the daily limit exactly under 100 parallel registrations", async () => {
        const account = await newAccount();
        const keys = [await newKey(account), await newKey(account)];
        const results = await Promise.all(
          Array.from({ length: 100 }, (_, i) =>
            register({ accountId: account.id, keyId: keys[i % 2]! }, { dailyLimit: 37 }),
          ),
        );
        expect(results.filter((result) => result.outcome === "created")).toHaveLength(37);
        expect(
          results.filter((result) => result.outcome === "quota_exceeded" && result.used === 37),
        ).toHaveLength(63);
      });

      it("does not let one failing registration undo those beside it", async () => {
        const caller = await newCaller();
        const results = await Promise.allSettled([
          register(caller),
          register({ ...caller, accountId: randomUUID() }),
          register(caller),
        ]);
        expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
        await expectQueued(2, caller);
      });
    });

    describe("proofs of one account", () => {
      it("finds an account's own proof, and nobody else's", async () => {
        const [owner, other] = [await newCaller(), await newCaller()];
        const proof = created(await register(owner));
        expect(await store.proofs.findOwn(proof.id, owner.accountId)).toEqual(proof);
        expect(await store.proofs.findOwn(proof.id, other.accountId)).toBeNull();
        expect(await store.proofs.findOwn(proof.id, randomUUID())).toBeNull();
        expect(await store.proofs.findOwn(newOrderedId(DAY), owner.accountId)).toBeNull();
        expect(await store.proofs.findOwn("no uuid", owner.accountId)).toBeNull();
        expect(await store.proofs.findOwn(proof.id, "no uuid")).toBeNull();
      });

      it("shows an own proof with its batch", async () => {
        const caller = await newCaller();
        const { id } = created(await register(caller));
        await commit(await queued(1));
        expect(await store.proofs.findOwn(id, caller.accountId)).toMatchObject({
          batch: { number: 1 },
          leafIndex: 0,
        });
        expect((await store.proofs.list(caller.accountId, 1, null)).proofs).toEqual([
          await store.proofs.find(id),
        ]);
      });

      it("lists the newest first, whatever other accounts register between", async () => {
        const [caller, other] = [await newCaller(), await newCaller()];
        const proofs: ProofRecord[] = [];
        for (let i = 0; i < 5; i++) {
          proofs.unshift(created(await register(caller)));
          await register(other);
        }
        const list = (limit: number, before: string | null) =>
          store.proofs.list(caller.accountId, limit, before);
        expect(await list(5, null)).toEqual({ proofs, more: false });
        expect(await list(100, null)).toEqual({ proofs, more: false });
        expect(await list(4, null)).toEqual({ proofs: proofs.slice(0, 4), more: true });
        expect(await list(2, proofs[1]!.id)).toEqual({ proofs: proofs.slice(2, 4), more: true });
        expect(await list(1, proofs[3]!.id)).toEqual({ proofs: proofs.slice(4), more: false });
        expect(await list(1, proofs[4]!.id)).toEqual({ proofs: [], more: false });
        expect(await store.proofs.list((await newCaller()).accountId, 10, null)).toEqual({
          proofs: [],
          more: false,
        });
      });

      it("refuses to go on after what is no proof of the account", async () => {
        const [caller, other] = [await newCaller(), await newCaller()];
        const foreign = created(await register(other)).id;
        for (const before of [foreign, newOrderedId(DAY), "no uuid"]) {
          await expect(store.proofs.list(caller.accountId, 10, before)).rejects.toThrow(RangeError);
        }
        await expect(store.proofs.list(randomUUID(), 10, foreign)).rejects.toThrow(RangeError);
      });

      it("walks through 100 pages while others are being added: none twice, none left out", async () => {
        const caller = await newCaller();
        const before = await Promise.all(
          Array.from({ length: 300 }, () => register(caller, { dailyLimit: 1e6 })),
        );
        const walked: string[] = [];
        const added: Promise<unknown>[] = [];
        let last: string | null = null;
        for (let pages = 1; ; pages++) {
          added.push(register(caller, { dailyLimit: 1e6 }));
          const page = await store.proofs.list(caller.accountId, 3, last);
          walked.push(...page.proofs.map(({ id }) => id));
          last = walked.at(-1) ?? null;
          if (!page.more) break;
          expect(page.proofs).toHaveLength(3);
          expect(pages).toBeLessThan(200);
        }
        await Promise.all(added);
        expect(new Set(walked).size).toBe(walked.length);
        expect(walked).toEqual(expect.arrayContaining(before.map((result) => created(result).id)));
        expect(walked.length).toBeLessThanOrEqual(303);
      });

      it("counts what an account made in a UTC day, from its first to its last millisecond", async () => {
        const [caller, other] = [await newCaller(), await newCaller()];
        const count = (moment: Date) => store.proofs.countOfDay(caller.accountId, moment);
        const [firstMoment, lastMoment] = [
          new Date("2026-03-01T00:00:00.000Z"),
          new Date("2026-03-01T23:59:59.999Z"),
        ];
        expect(await count(DAY)).toBe(0);
        const hash = randomHash();
        created(await register(caller, { hash, receivedAt: firstMoment }));
        created(await register(caller, { receivedAt: lastMoment }));
        created(await register(caller, { receivedAt: NEXT_DAY }));
        created(await register(other));
        expect((await register(caller, { hash })).outcome).toBe("existing");
        expect((await register(caller, { dailyLimit: 2 })).outcome).toBe("quota_exceeded");
        for (const moment of [firstMoment, DAY, lastMoment]) expect(await count(moment)).toBe(2);
        expect(await count(NEXT_DAY)).toBe(1);
        expect(await count(new Date(firstMoment.getTime() - 1))).toBe(0);
        expect(await store.proofs.countOfDay(randomUUID(), DAY)).toBe(0);
      });
    });

    describe("leases", () => {
      it("gives a lease to one holder at a time, and each name its own", async () => {
        const first = await acquire("job", "a");
        expect(first).toMatchObject({ name: "job", holder: "a" });
        expect(await store.leases.acquire("job", "b", LEASE_MS)).toBeNull();
        expect(await acquire("another job", "b")).toMatchObject({ name: "another job", holder: "b" });
      });

      it("prolongs a lease that is held, under the same token", async () => {
        const first = await acquire("job", "a");
        expect(await acquire("job", "a")).toEqual(first);
        // Renewed until the end that was asked for last: a short lease ends soon.
        expect(await acquire("job", "a", 1)).toEqual(first);
        const next = await until("it has run out", () => store.leases.acquire("job", "b", LEASE_MS));
        expect(next.token).toBeGreaterThan(first.token);
        expect(await store.leases.acquire("job", "a", LEASE_MS)).toBeNull();
      });

      it("gives a lease that was released at once, with a higher token, to its last holder too", async () => {
        const first = await acquire("job", "a");
        await store.leases.release(first);
        const second = await acquire("job", "b");
        await store.leases.release(second);
        const third = await acquire("job", "b");
        expect(second.token).toBeGreaterThan(first.token);
        expect(third.token).toBeGreaterThan(second.token);
      });

      it("does not release what is another's by now", async () => {
        const first = await acquire("job", "a");
        await store.leases.release(first);
        const second = await acquire("job", "b");
        await store.leases.release(first);
        expect(await store.leases.acquire("job", "a", LEASE_MS)).toBeNull();
        expect(await acquire("job", "b")).toEqual(second);
      });

      it("gives one that ends later than any lease could: the clock of the store was set back since", async () => {
        const former = await acquire("job", "a", 5 * 3_600_000);
        const next = await acquire("job", "b");
        expect(next.token).toBeGreaterThan(former.token);
        expect(await store.leases.acquire("job", "a", LEASE_MS)).toBeNull();
      });

      it("gives it to one of 20 that ask at once, each time", async () => {
        let token = 0;
        for (let round = 0; round < 3; round++) {
          const holders = Array.from({ length: 20 }, (_, i) => `holder ${i}`);
          const answers = await Promise.all(
            holders.map((holder) => store.leases.acquire("job", holder, LEASE_MS)),
          );
          const [held, ...others] = answers.filter((answer) => answer !== null);
          expect(others).toEqual([]);
          expect(held!.token).toBeGreaterThan(token);
          token = held!.token;
          await store.leases.release(held!);
        }
      });
    });

    describe("rates", () => {
      it("adds up within a window, each key by itself", async () => {
        const first = await store.rates.add("a", 1, 60_000);
        expect(first.total).toBe(1);
        expect(first.endsInMs).toBeGreaterThan(0);
        expect(first.endsInMs).toBeLessThanOrEqual(60_000);
        const second = await store.rates.add("a", 4, 600_000);
        expect(second.total).toBe(5);
        expect(second.endsInMs).toBeLessThanOrEqual(first.endsInMs);
        expect((await store.rates.add("b", 2, 60_000)).total).toBe(2);
      });

      it("begins again at zero when the window is over", async () => {
        expect((await store.rates.add("a", 100, 1)).total).toBe(100);
        const again = await until("the window is over", async () => {
          const { total } = await store.rates.add("a", 1, 600_000);
          return total < 100 ? total : null;
        });
        expect(again).toBe(1);
        expect((await store.rates.add("a", 1, 600_000)).total).toBe(2);
      });

      it("takes back what was counted, never below zero", async () => {
        const { window } = await store.rates.add("a", 2, 60_000);
        await store.rates.takeBack("a", 1, window);
        expect((await store.rates.add("a", 1, 60_000)).total).toBe(2);
        await store.rates.takeBack("a", 5, window);
        expect((await store.rates.add("a", 1, 60_000)).total).toBe(1);
        await store.rates.takeBack("never seen", 1, window);
        expect(await store.rates.add("never seen", 1, 60_000)).toMatchObject({ total: 1 });
        expect((await store.rates.add("never seen", 1, 60_000)).total).toBe(2);
      });

      it("takes nothing back from a later window", async () => {
        const { window } = await store.rates.add("a", 1, 200);
        const later = await until("the window is over", async () => {
          const count = await store.rates.add("a", 1, 600_000);
          return count.window === window ? null : count;
        });
        expect(later.total).toBe(1);
        await Promise.all([store.rates.takeBack("a", 1, window), store.rates.takeBack("a", 9, window)]);
        expect(await store.rates.add("a", 1, 600_000)).toMatchObject({ total: 2, window: later.window });
      });

      it("takes back in the midst of additions what was counted in their window alone", async () => {
        const { window: former } = await store.rates.add("a", 1, 1);
        const { window } = await until("the window is over", async () => {
          const count = await store.rates.add("a", 1, 600_000);
          return count.window === former ? null : count;
        });
        await Promise.all(
          Array.from({ length: 30 }, async (_, i) => {
            await store.rates.add("a", 3, 600_000);
            await store.rates.takeBack("a", 1, i % 3 === 0 ? former : window);
          }),
        );
        expect((await store.rates.add("a", 1, 600_000)).total).toBe(1 + 90 - 20 + 1);
      });

      it("loses no addition among 100 at once", async () => {
        const totals = await Promise.all(
          Array.from({ length: 100 }, async () => (await store.rates.add("a", 1, 60_000)).total),
        );
        expect(totals.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
      });
    });

    describe("secrets", () => {
      it("makes 32 bytes for each name, once, whoever asks first", async () => {
        const asked = await Promise.all(Array.from({ length: 10 }, () => store.secret("list-cursor")));
        for (const secret of asked) {
          expect(secret).toBeInstanceOf(Uint8Array);
          expect(secret).toHaveLength(32);
          expect(Buffer.from(secret)).toEqual(Buffer.from(asked[0]!));
        }
        expect(Buffer.from(await store.secret("list-cursor"))).toEqual(Buffer.from(asked[0]!));
        expect(Buffer.from(await store.secret("csrf"))).not.toEqual(Buffer.from(asked[0]!));
      });
    });

    it("answers a ping with its time", async () => {
      for (let i = 0; i < 2; i++) {
        const skewMs = Math.abs(Date.now() - (await store.ping()).getTime());
        expect(skewMs).toBeLessThan(600_000);
      }
    });

    describe("batches", () => {
      it("takes the queue in order of receipt, in slices and in parts", async () => {
        expect(await store.batches.peekQueue(lease, 10)).toBeNull();
        const ids = await registerMany(7);
        const slice = await queued(5);
        const oldest = (await store.proofs.find(ids[0]!))!;
        expect(slice).toMatchObject({ batchNumber: 1, count: 5, oldestReceivedAt: oldest.receivedAt });
        const parts = [
          ...(await store.batches.readQueue(slice, 0, 2)),
          ...(await store.batches.readQueue(slice, 2, 2)),
          ...(await store.batches.readQueue(slice, 4, 100)),
        ];
        expect(parts.map((part) => part.proofId)).toEqual(ids.slice(0, 5));
        expect(await store.batches.readQueue(slice, 5, 10)).toEqual([]);
        expect(parts[0]?.hash).toBe(oldest.hash);
      });

      it("puts exactly the slice into the batch, and the next slice after it", async () => {
        const ids = await registerMany(3);
        const root = randomHash();
        const id = randomUUID();
        expect(await commit(await queued(2), { root, id })).toBe(true);
        const batch = {
          id,
          number: 1,
          state: "batched",
          root,
          leafCount: 2,
          createdAt: DAY,
          anchors: [{ chainId: 31_337, state: "batched", inclusion: null, reopened: false }],
          bitcoin: { state: "pending", blockHeight: null },
        };
        expect(await store.batches.find(id)).toEqual(batch);
        expect(await store.proofs.find(ids[0]!)).toMatchObject({ batch, leafIndex: 0 });
        expect(await store.proofs.find(ids[1]!)).toMatchObject({ batch, leafIndex: 1 });
        expect(await store.proofs.find(ids[2]!)).toMatchObject({ batch: null, leafIndex: null });
        const next = await queued(1, 10);
        expect(next).toMatchObject({ batchNumber: 2, count: 1 });
        expect(await commit(next)).toBe(true);
        expect(await store.proofs.find(ids[2]!)).toMatchObject({ batch: { number: 2 }, leafIndex: 0 });
        expect(await store.batches.peekQueue(lease, 10)).toBeNull();
      });

      it("takes every proof into one batch, wherever batches are cut while registrations go on", async () => {
        const callers = await Promise.all(Array.from({ length: 4 }, newCaller));
        const registering = Promise.all(
          callers.map(async (caller) => {
            const ids: string[] = [];
            while (ids.length < 50) ids.push(created(await register(caller, { dailyLimit: 1e6 })).id);
            return ids;
          }),
        );
        const places = new Map<string, string>();
        while (places.size < 200) {
          const slice = await queued(1, 37);
          const ids = await proofIds(slice);
          expect(ids).toHaveLength(slice.count);
          expect(await commit(slice)).toBe(true);
          for (const [index, id] of ids.entries()) {
            expect(places.has(id), "no proof is in two batches").toBe(false);
            places.set(id, `${slice.batchNumber}/${index}`);
          }
        }
        for (const id of (await registering).flat()) {
          const { batch, leafIndex } = (await store.proofs.find(id))!;
          expect(`${batch?.number}/${leafIndex}`).toBe(places.get(id));
        }
        expect(await store.batches.peekQueue(lease, 37)).toBeNull();
      });

      it("queues a proof whose time of receipt lies before that of proofs in a batch", async () => {
        await newBatch(2);
        const caller = await newCaller();
        const late = created(await register(caller, { receivedAt: new Date(DAY.getTime() - 3_600_000) }));
        expect(await proofIds(await queued(1))).toEqual([late.id]);
      });

      it("commits one slice once, whoever else holds it", async () => {
        await registerMany(4);
        const wide = await queued(4);
        const narrow = await queued(2);
        const outcomes = await Promise.all([commit(wide), commit(narrow), commit(wide)]);
        expect(outcomes.filter((made) => made)).toHaveLength(1);
        expect(await store.batches.takeUnfinished(lease)).toHaveLength(1);
      });

      it("refuses a leaf count that is not the slice's", async () => {
        await registerMany(2);
        const slice = await queued(2);
        const batch = { id: randomUUID(), root: randomHash(), leafCount: 1, createdAt: DAY, chainIds: [1] };
        await expect(store.batches.commit(slice, batch)).rejects.toThrow(RangeError);
      });

      it("keeps tiles, replaces them before the commit and never after it", async () => {
        await registerMany(2);
        const slice = await queued(2);
        const [draft, final, late] = [randomBytes(64), randomBytes(64), randomBytes(64)];
        await store.batches.writeTiles(slice, [{ level: 0, index: 0, values: draft }]);
        await store.batches.writeTiles(slice, [
          { level: 0, index: 0, values: final },
          { level: 1, index: 0, values: final.subarray(32) },
        ]);
        const id = randomUUID();
        await commit(slice, { id });
        await store.batches.writeTiles(slice, [{ level: 0, index: 0, values: late }]);
        const batch = (await store.batches.find(id))!;
        const tile = await store.batches.readTile(batch, 0, 0);
        expect(tile).toBeInstanceOf(Uint8Array);
        expect(Buffer.from(tile!)).toEqual(final);
        expect(Buffer.from((await store.batches.readTile(batch, 1, 0))!)).toEqual(final.subarray(32));
        expect(await store.batches.readTile(batch, 0, 1)).toBeNull();
        expect(await store.batches.readTile(batch, 2, 0)).toBeNull();
      });

      it("keeps anchor attempts in order, once each, with fees beyond 2^53", async () => {
        const batchId = await newBatch();
        const chainId = 31_337;
        const record = (one: AnchorAttempt) => store.batches.recordAttempt(lease, one);
        expect(await store.batches.highestNonce(chainId, FROM)).toBeNull();
        const first = attempt(batchId, { nonce: 7, maxFeePerGas: 2n ** 80n + 1n });
        const second = attempt(batchId, { nonce: 3 });
        expect(await record(first)).toBe(true);
        expect(await record(second)).toBe(true);
        expect(await record(first)).toBe(false);
        expect(await store.batches.attempts(batchId)).toEqual([first, second]);
        expect(await store.batches.attempts(randomUUID())).toEqual([]);
        expect(await store.batches.highestNonce(chainId, FROM)).toBe(7);
        expect(await store.batches.highestNonce(chainId + 1, FROM)).toBeNull();
        expect(await store.batches.highestNonce(chainId, `0x${"9".repeat(40)}`)).toBeNull();
        const later = await newBatch();
        await record(attempt(later, { nonce: 9 }));
        await record(attempt(later, { nonce: 8 }));
        expect(await store.batches.highestNonce(chainId, FROM)).toBe(9);
        await record(attempt(later, { nonce: 20, chainId: chainId + 1 }));
        expect(await store.batches.highestNonce(chainId, FROM)).toBe(9);
        expect(await store.batches.highestNonce(chainId + 1, FROM)).toBe(20);
        await expect(record(attempt(randomUUID()))).rejects.toThrow(RangeError);
      });

      it("moves a batch only along its transitions", async () => {
        const id = await newBatch();
        const here = inclusion();
        const { batches } = store;
        expect(await batches.markReorganised(lease, id, 31_337)).toBe(false);
        expect(await batches.markConfirmed(lease, id, 31_337, here.blockHash)).toBe(false);
        expect(await batches.markAnchored(lease, id, 31_337, here)).toBe(true);
        expect(await batches.markAnchored(lease, id, 31_337, inclusion())).toBe(false);
        expect(await batches.find(id)).toMatchObject({ state: "anchored", anchors: [{ inclusion: here }] });
        expect(await batches.markConfirmed(lease, id, 31_337, inclusion().blockHash)).toBe(false);
        expect(await batches.markReorganised(lease, id, 31_337)).toBe(true);
        expect(await batches.find(id)).toMatchObject({ state: "batched", anchors: [{ inclusion: null }] });
        expect(await batches.markAnchored(lease, id, 31_337, here)).toBe(true);
        expect(await batches.markConfirmed(lease, id, 31_337, here.blockHash)).toBe(true);
        expect(await batches.find(id)).toMatchObject({ state: "confirmed", anchors: [{ inclusion: here }] });
        expect(await batches.markReorganised(lease, id, 31_337)).toBe(false);
        expect(await batches.markAnchored(lease, id, 31_337, here)).toBe(false);
        expect(await batches.markAnchored(lease, randomUUID(), 31_337, here)).toBe(false);
      });

      it("lists batches that are not confirmed, in order", async () => {
        const ids = [await newBatch(), await newBatch(2), await newBatch()];
        const here = inclusion();
        await store.batches.markAnchored(lease, ids[1]!, 31_337, here);
        await store.batches.markConfirmed(lease, ids[1]!, 31_337, here.blockHash);
        const unfinished = await store.batches.takeUnfinished(lease);
        expect(unfinished.map((batch) => batch.id)).toEqual([ids[0], ids[2]]);
        expect(unfinished.map((batch) => batch.number)).toEqual([1, 3]);
      });

      it("reopens a confirmed anchor that is in the block that was lost, and says so until it is confirmed again", async () => {
        const id = await newBatch();
        const [here, there] = [inclusion(), inclusion()];
        const { batches } = store;
        const reopen = (blockHash: string) => batches.reopen(lease, id, 31_337, blockHash);
        await batches.markAnchored(lease, id, 31_337, here);
        expect(await reopen(here.blockHash), "not confirmed yet").toBe(false);
        await batches.markConfirmed(lease, id, 31_337, here.blockHash);
        expect(await batches.takeUnfinished(lease)).toEqual([]);
        expect(await reopen(there.blockHash), "another block").toBe(false);
        expect(await batches.reopen(lease, id, 1, here.blockHash), "another chain").toBe(false);
        expect(await reopen(here.blockHash)).toBe(true);
        expect(await reopen(here.blockHash), "no longer").toBe(false);
        const [reopened] = await batches.takeUnfinished(lease);
        expect(reopened).toMatchObject({
          id,
          state: "batched",
          anchors: [{ chainId: 31_337, state: "batched", inclusion: null, reopened: true }],
        });
        await batches.markAnchored(lease, id, 31_337, there);
        expect((await batches.find(id))?.anchors).toMatchObject([{ state: "anchored", reopened: true }]);
        await batches.markConfirmed(lease, id, 31_337, there.blockHash);
        expect((await batches.find(id))?.anchors).toMatchObject([
          { state: "confirmed", inclusion: there, reopened: false },
        ]);
      });

      it("keeps the anchors of several chains apart, in order; the furthest gives the batch its state", async () => {
        const id = await newBatch(1, [137, 1]);
        const { batches } = store;
        const [here, there] = [inclusion(), inclusion()];
        const standing = async () => {
          const batch = (await batches.find(id))!;
          return [batch.state, ...batch.anchors.map(({ chainId, state }) => `${chainId} ${state}`)];
        };
        expect(await standing()).toEqual(["batched", "137 batched", "1 batched"]);
        expect(await batches.markAnchored(lease, id, 10, here)).toBe(false);
        // At the same time, as the loops of two chains do it.
        const both = await Promise.all([
          batches.markAnchored(lease, id, 1, here),
          batches.markAnchored(lease, id, 137, there),
        ]);
        expect(both).toEqual([true, true]);
        expect(await batches.markConfirmed(lease, id, 1, there.blockHash)).toBe(false);
        expect(await batches.markConfirmed(lease, id, 1, here.blockHash)).toBe(true);
        expect(await standing()).toEqual(["confirmed", "137 anchored", "1 confirmed"]);
        expect(await batches.takeUnfinished(lease)).toHaveLength(1);
        expect(await batches.markReorganised(lease, id, 1)).toBe(false);
        expect(await batches.markReorganised(lease, id, 137)).toBe(true);
        expect(await standing()).toEqual(["confirmed", "137 batched", "1 confirmed"]);
        expect((await batches.find(id))?.anchors.map((anchor) => anchor.inclusion)).toEqual([null, here]);
        await batches.markAnchored(lease, id, 137, there);
        await batches.markConfirmed(lease, id, 137, there.blockHash);
        expect(await batches.takeUnfinished(lease)).toEqual([]);
      });

      it("finds the confirmed anchor in the highest block of a chain, whatever the order of the batches", async () => {
        const { batches } = store;
        const blocks = [30, 50, 40, 60];
        const ids: string[] = [];
        for (const [i, blockNumber] of blocks.entries()) {
          const id = await newBatch(1, [31_337, 1]);
          ids.push(id);
          const here = { ...inclusion(), blockNumber };
          await batches.markAnchored(lease, id, 31_337, here);
          const elsewhere = { ...inclusion(), blockNumber: 1_000 - blockNumber };
          await batches.markAnchored(lease, id, 1, elsewhere);
          await batches.markConfirmed(lease, id, 1, elsewhere.blockHash);
          // The last one stays anchored.
          if (i < 3) await batches.markConfirmed(lease, id, 31_337, here.blockHash);
        }
        expect((await batches.highestConfirmed(31_337))?.id).toBe(ids[1]);
        expect((await batches.highestConfirmed(1))?.id).toBe(ids[0]);
        expect(await batches.highestConfirmed(137)).toBeNull();
        const lost = (await batches.highestConfirmed(31_337))!.anchors[0]!.inclusion!;
        await batches.reopen(lease, ids[1]!, 31_337, lost.blockHash);
        expect((await batches.highestConfirmed(31_337))?.id).toBe(ids[2]);
      });

      it("keeps the first block of a chain, and the first one that it is told", async () => {
        const [first, second] = [inclusion().blockHash, inclusion().blockHash];
        expect(await store.batches.genesis(1)).toBeNull();
        await store.batches.keepGenesis(1, first);
        await store.batches.keepGenesis(1, second);
        await store.batches.keepGenesis(137, second);
        expect(await store.batches.genesis(1)).toBe(first);
        expect(await store.batches.genesis(137)).toBe(second);
      });
    });

    describe("attestations", () => {
      const due = async (limit = 10, now = DAY) =>
        (await store.attestations.takeDue(lease, now, limit)).map(({ batch }) => batch.id);
      const replace = (id: string, from: Attestation["state"], to: Partial<Attestation>) =>
        store.attestations.replace(lease, id, from, attestation(to));

      it("makes every batch pending and due", async () => {
        expect(await due()).toEqual([]);
        await registerMany(1);
        expect(await due()).toEqual([]);
        const id = await newBatch();
        expect(await store.attestations.takeDue(lease, DAY, 10)).toEqual([
          {
            batch: await store.batches.find(id),
            attestation: {
              state: "pending",
              blockHeight: null,
              timestamp: null,
              submittedAt: null,
              tries: 0,
              dueAt: new Date(0),
            },
          },
        ]);
        expect(await store.attestations.find(id)).toMatchObject({ state: "pending" });
        expect(await store.attestations.find(randomUUID())).toBeNull();
        expect(await store.attestations.find("no uuid")).toBeNull();
      });

      it("gives the longest due first, up to a limit, and what is due only", async () => {
        const ids = [await newBatch(), await newBatch(), await newBatch(), await newBatch()];
        const dueIn = (ms: number) => ({ dueAt: new Date(DAY.getTime() + ms) });
        await replace(ids[0]!, "pending", dueIn(0));
        await replace(ids[1]!, "pending", dueIn(1));
        await replace(ids[2]!, "pending", { dueAt: null });
        expect(await due()).toEqual([ids[3], ids[0]]);
        expect(await due(1)).toEqual([ids[3]]);
        expect(await due(10, new Date(DAY.getTime() + 1))).toEqual([ids[3], ids[0], ids[1]]);
        expect(await due(10, new Date("9000-01-01T00:00:00.000Z"))).not.toContain(ids[2]);
      });

      it("keeps all of an attestation, and shows its state and height with the batch and its proofs", async () => {
        const [proof] = await registerMany(1);
        const id = randomUUID();
        await commit(await queued(1), { id });
        const given = attestation({
          state: "submitted",
          timestamp: randomBytes(3_000),
          submittedAt: DAY,
          tries: 7,
          dueAt: NEXT_DAY,
        });
        expect(await store.attestations.replace(lease, id, "pending", given)).toBe(true);
        const kept = (await store.attestations.find(id))!;
        expect({ ...kept, timestamp: null }).toEqual({ ...given, timestamp: null });
        expect(Buffer.from(kept.timestamp!)).toEqual(given.timestamp);
        expect((await store.batches.find(id))?.bitcoin).toEqual({ state: "submitted", blockHeight: null });
        const confirmed = { ...given, state: "confirmed", blockHeight: 832_608, dueAt: null } as const;
        expect(await store.attestations.replace(lease, id, "submitted", confirmed)).toBe(true);
        const shown = { state: "confirmed", blockHeight: 832_608 };
        expect((await store.batches.find(id))?.bitcoin).toEqual(shown);
        expect((await store.proofs.find(proof!))?.batch?.bitcoin).toEqual(shown);
        const [taken] = await store.batches.takeUnfinished(lease);
        expect(taken?.bitcoin).toEqual(shown);
        expect((await store.attestations.find(id))?.dueAt).toBeNull();
      });

      it("changes nothing of a batch that is in another state than expected, or not there", async () => {
        const id = await newBatch();
        expect(await replace(id, "submitted", { state: "confirmed", blockHeight: 1 })).toBe(false);
        expect(await replace(randomUUID(), "pending", { state: "submitted" })).toBe(false);
        expect(await replace(id, "pending", { state: "submitted" })).toBe(true);
        expect(await replace(id, "pending", { state: "confirmed", blockHeight: 2 })).toBe(false);
        expect((await store.batches.find(id))?.bitcoin).toEqual({ state: "submitted", blockHeight: null });
      });

      it("leaves the anchor alone, and is left alone by it", async () => {
        const id = await newBatch();
        const here = inclusion();
        const attesting = await acquire("attest", "this instance");
        await store.attestations.takeDue(attesting, DAY, 10);
        await store.batches.takeUnfinished(lease);
        const submitted = attestation({ state: "submitted", timestamp: randomBytes(20) });
        expect(await store.batches.markAnchored(lease, id, 31_337, here)).toBe(true);
        expect(await store.attestations.replace(attesting, id, "pending", submitted)).toBe(true);
        expect(await store.batches.markConfirmed(lease, id, 31_337, here.blockHash)).toBe(true);
        expect(await store.batches.find(id)).toMatchObject({
          state: "confirmed",
          anchors: [{ inclusion: here }],
          bitcoin: { state: "submitted" },
        });
      });

      it("shows what changes in Bitcoin after the anchor is confirmed, however often it was read", async () => {
        const [proof] = await registerMany(1);
        const id = randomUUID();
        await commit(await queued(1), { id });
        const here = inclusion();
        await store.batches.markAnchored(lease, id, 31_337, here);
        await store.batches.markConfirmed(lease, id, 31_337, here.blockHash);
        const shown = async () => (await store.proofs.find(proof!))!.batch!.bitcoin.state;
        expect(await shown()).toBe("pending");
        await replace(id, "pending", { state: "submitted" });
        expect(await shown()).toBe("submitted");
        await replace(id, "submitted", { state: "confirmed", blockHeight: 5 });
        expect(await shown()).toBe("confirmed");
        expect(await shown()).toBe("confirmed");
      });

      it("finds the lowest block, from a height on, in which a batch is confirmed", async () => {
        expect(await store.attestations.lowestBlock(0)).toBeNull();
        for (const blockHeight of [300, null, 100, 200, 100]) {
          const id = await newBatch();
          const state = blockHeight === null ? "submitted" : "confirmed";
          await replace(id, "pending", { state, blockHeight });
        }
        const lowest = (height: number) => store.attestations.lowestBlock(height);
        expect([await lowest(0), await lowest(100)]).toEqual([100, 100]);
        expect([await lowest(101), await lowest(300), await lowest(301)]).toEqual([200, 300, null]);
      });

      it("refuses what is written under an earlier lease once a later one took the batch over", async () => {
        const id = await newBatch();
        expect(await due()).toEqual([id]);
        const successor = await takeOver(lease);
        expect(await store.attestations.takeDue(successor, DAY, 10)).toHaveLength(1);
        await expect(replace(id, "pending", { state: "submitted" })).rejects.toThrow(LeaseLostError);
        await expect(store.attestations.takeDue(lease, DAY, 10)).rejects.toThrow(LeaseLostError);
        expect(await store.attestations.find(id)).toMatchObject({ state: "pending" });
        const submitted = attestation({ state: "submitted" });
        expect(await store.attestations.replace(successor, id, "pending", submitted)).toBe(true);
      });
    });

    describe("headers of blocks", () => {
      const run = randomBytes(3 * 80);
      const kept = async (epoch: number) => Buffer.from(await store.blockHeaders.find(epoch));
      const replace = (epoch: number, formerBytes: number, bytes: Uint8Array, held = lease) =>
        store.blockHeaders.replace(held, epoch, formerBytes, bytes);

      it("are a run for each epoch, empty until it is begun", async () => {
        expect(await kept(408)).toHaveLength(0);
        expect(await replace(408, 0, run)).toBe(true);
        expect(await kept(408)).toEqual(run);
        expect(await kept(407)).toHaveLength(0);
        const whole = randomBytes(2017 * 80);
        expect(await replace(408, run.length, whole)).toBe(true);
        expect(await kept(408)).toEqual(whole);
        expect(await replace(408, whole.length, new Uint8Array())).toBe(true);
        expect(await kept(408)).toHaveLength(0);
        expect(await replace(408, 0, run)).toBe(true);
        expect(await kept(408)).toEqual(run);
      });

      it("are replaced only where the run is as long as was expected", async () => {
        expect(await replace(1, 80, run)).toBe(false);
        expect(await kept(1)).toHaveLength(0);
        expect(await replace(1, 0, run)).toBe(true);
        for (const formerBytes of [0, 80, 320])
          expect(await replace(1, formerBytes, randomBytes(80))).toBe(false);
        expect(await kept(1)).toEqual(run);
        const both = await Promise.all([
          replace(1, run.length, randomBytes(400)),
          replace(1, run.length, randomBytes(480)),
        ]);
        expect(both.filter(Boolean)).toHaveLength(1);
      });

      it("refuse what is written under an earlier lease once a later one has written", async () => {
        expect(await replace(1, 0, run)).toBe(true);
        const successor = await takeOver(lease);
        const longer = randomBytes(4 * 80);
        expect(await replace(1, run.length, longer, successor)).toBe(true);
        await expect(replace(1, longer.length, run)).rejects.toThrow(LeaseLostError);
        expect(await kept(1)).toEqual(longer);
      });
    });

    describe("witnesses", () => {
      const chainHash = () => `0x${randomHash()}`;
      const record = (batchId: string, changes: Partial<WitnessRecord> = {}): WitnessRecord => ({
        batchId,
        chainId: 31_337,
        blockHash: chainHash(),
        absence: null,
        tries: 1,
        dueAt: null,
        document: randomBytes(2_000),
        ...changes,
      });
      const absent = { absence: "block_missing", document: null, dueAt: DAY } as const;
      const read = async (place: WitnessPlace) => {
        const found = await store.witnesses.find(place);
        return found && { ...found, document: found.document && Buffer.from(found.document) };
      };
      const without = ({ document: _, ...standing }: WitnessRecord) => standing;

      it("are kept by batch, chain and block", async () => {
        const [one, other] = [record(await newBatch()), record(await newBatch())];
        const elsewhere = record(one.batchId, { chainId: 1, blockHash: one.blockHash });
        const later = record(one.batchId);
        for (const each of [one, other, elsewhere, later]) {
          expect(await read(each)).toBeNull();
          expect(await store.witnesses.put(each)).toBe(true);
        }
        for (const each of [one, other, elsewhere, later]) expect(await read(each)).toEqual(each);
        const unknown = record(one.batchId);
        const standings = await store.witnesses.standings([one, unknown, elsewhere]);
        expect(standings).toHaveLength(2);
        expect(standings).toEqual(expect.arrayContaining([without(one), without(elsewhere)]));
        expect(await store.witnesses.standings([])).toEqual([]);
      });

      it("take the place of an absence, and are never replaced", async () => {
        const place = record(await newBatch());
        const missing = { ...place, ...absent };
        expect(await store.witnesses.put(missing)).toBe(true);
        expect(await read(place)).toEqual(missing);
        const givenUp = { ...missing, absence: "header_rules", tries: 2, dueAt: null } as const;
        expect(await store.witnesses.put(givenUp)).toBe(true);
        expect(await read(place)).toEqual(givenUp);
        expect(await store.witnesses.put(place)).toBe(true);
        for (const late of [missing, { ...place, document: randomBytes(10) }]) {
          expect(await store.witnesses.put(late)).toBe(false);
        }
        expect(await read(place)).toEqual(place);
      });

      it("are due in order, while they are absent", async () => {
        const batchId = await newBatch();
        const at = (seconds: number) => new Date(DAY.getTime() + 1_000 * seconds);
        const [third, first, second, never, kept] = [
          record(batchId, { ...absent, dueAt: at(3) }),
          record(batchId, { ...absent, dueAt: at(1) }),
          record(batchId, { ...absent, dueAt: at(2) }),
          record(batchId, { ...absent, dueAt: null }),
          record(batchId),
        ];
        for (const each of [third, first, second, never, kept]) await store.witnesses.put(each);
        const due = (seconds: number, limit = 10) => store.witnesses.due(at(seconds), limit);
        expect(await due(0.999)).toEqual([]);
        expect(await due(2)).toEqual([first, second].map(without));
        expect(await due(9)).toEqual([first, second, third].map(without));
        expect(await due(9, 1)).toEqual([without(first)]);
        await store.witnesses.put({ ...first, absence: null, dueAt: null, document: randomBytes(1) });
        await store.witnesses.put({ ...second, dueAt: null });
        expect(await due(9)).toEqual([without(third)]);
      });

      it("refuse a batch that is not there", async () => {
        await expect(store.witnesses.put(record(randomUUID()))).rejects.toThrow(RangeError);
      });

      it("find batches by number, and those that are not confirmed", async () => {
        const ids = [await newBatch(), await newBatch(), await newBatch()];
        const idsOf = (batches: readonly { id: string }[]) => batches.map(({ id }) => id);
        expect(idsOf(await store.witnesses.batchesAfter(0, 10))).toEqual(ids);
        expect(idsOf(await store.witnesses.batchesAfter(0, 2))).toEqual(ids.slice(0, 2));
        expect(idsOf(await store.witnesses.batchesAfter(1, 1))).toEqual([ids[1]]);
        expect(idsOf(await store.witnesses.batchesAfter(3, 10))).toEqual([]);
        await store.batches.takeUnfinished(lease);
        const place = inclusion();
        await store.batches.markAnchored(lease, ids[0]!, 31_337, place);
        await store.batches.markAnchored(lease, ids[1]!, 31_337, inclusion());
        await store.batches.markConfirmed(lease, ids[0]!, 31_337, place.blockHash);
        expect((await store.witnesses.batchesAfter(0, 1))[0]).toMatchObject({
          anchors: [{ chainId: 31_337, state: "confirmed", inclusion: place }],
        });
        expect(idsOf(await store.witnesses.unfinished())).toEqual(ids.slice(1));
      });

      it("do not show a batch before it is committed", async () => {
        await registerMany(1);
        await queued(1);
        expect(await store.witnesses.batchesAfter(0, 10)).toEqual([]);
        expect(await store.witnesses.unfinished()).toEqual([]);
      });

      it("remember how far the batches were looked at, and never go back", async () => {
        expect(await store.witnesses.progress()).toBe(0);
        await Promise.all([3, 7, 5].map((number) => store.witnesses.advance(number)));
        expect(await store.witnesses.progress()).toBe(7);
        await store.witnesses.advance(6);
        expect(await store.witnesses.progress()).toBe(7);
      });
    });

    describe("fencing", () => {
      it("lets nobody make a batch once a later lease has looked at the queue", async () => {
        const ids = await registerMany(3);
        const late = await queued(3);
        const draft = randomBytes(96);
        await store.batches.writeTiles(late, [{ level: 0, index: 0, values: draft }]);

        const successor = await takeOver(lease);
        const slice = await queued(2, 2, successor);
        const values = randomBytes(64);
        await store.batches.writeTiles(slice, [{ level: 0, index: 0, values }]);
        // The store may refuse or ignore the tiles. Only the batch's final tiles matter.
        await store.batches.writeTiles(late, [{ level: 0, index: 0, values: draft }]).catch(expectLeaseLost);
        await expect(commit(late)).rejects.toThrow(LeaseLostError);
        expect(await store.proofs.find(ids[0]!)).toMatchObject({ batch: null });

        const id = randomUUID();
        expect(await commit(slice, { id })).toBe(true);
        const batch = (await store.batches.find(id))!;
        expect(batch).toMatchObject({ number: 1, leafCount: 2 });
        expect(Buffer.from((await store.batches.readTile(batch, 0, 0))!)).toEqual(values);
        await store.batches.writeTiles(late, [{ level: 0, index: 0, values: draft }]).catch(expectLeaseLost);
        expect(Buffer.from((await store.batches.readTile(batch, 0, 0))!)).toEqual(values);
        await expect(commit(late)).rejects.toThrow(LeaseLostError);
        expect(await store.proofs.find(ids[2]!)).toMatchObject({ batch: null });
      });

      it("lets nobody look at the queue under an earlier lease", async () => {
        await registerMany(1);
        const successor = await takeOver(lease);
        await queued(1, 1, successor);
        await expect(store.batches.peekQueue(lease, 1)).rejects.toThrow(LeaseLostError);
        expect(await commit(await queued(1, 1, successor))).toBe(true);
      });

      it("refuses attempts and states under an earlier lease once a later one took the batches over", async () => {
        const { batches } = store;
        const [fresh, anchored] = [await newBatch(), await newBatch()];
        const here = inclusion();
        const first = attempt(fresh);
        await batches.takeUnfinished(lease);
        expect(await batches.recordAttempt(lease, first)).toBe(true);
        expect(await batches.markAnchored(lease, anchored, 31_337, here)).toBe(true);

        const successor = await takeOver(lease);
        expect(await batches.takeUnfinished(successor)).toHaveLength(2);
        const lateWrites = [
          () => batches.recordAttempt(lease, attempt(fresh, { nonce: 1 })),
          () => batches.markAnchored(lease, fresh, 31_337, here),
          () => batches.markReorganised(lease, anchored, 31_337),
          () => batches.markConfirmed(lease, anchored, 31_337, here.blockHash),
          () => batches.reopen(lease, anchored, 31_337, here.blockHash),
          () => batches.takeUnfinished(lease),
        ];
        for (const write of lateWrites) await expect(write()).rejects.toThrow(LeaseLostError);
        expect(await batches.attempts(fresh)).toEqual([first]);
        expect(await batches.find(fresh)).toMatchObject({ state: "batched", anchors: [{ inclusion: null }] });
        expect(await batches.find(anchored)).toMatchObject({
          state: "anchored",
          anchors: [{ inclusion: here }],
        });

        const second = attempt(fresh, { nonce: 2 });
        expect(await batches.recordAttempt(successor, second)).toBe(true);
        expect(await batches.attempts(fresh)).toEqual([first, second]);
        expect(await batches.markAnchored(successor, fresh, 31_337, inclusion())).toBe(true);
        expect(await batches.markConfirmed(successor, anchored, 31_337, here.blockHash)).toBe(true);
      });

      it("refuses what an instance writes that was paused beyond its lease", async () => {
        const id = await newBatch();
        const paused = await acquire("short", "paused", 1);
        const successor = await until("the lease has run out", () =>
          store.leases.acquire("short", "successor", LEASE_MS),
        );
        await store.batches.takeUnfinished(successor);
        await expect(store.batches.recordAttempt(paused, attempt(id))).rejects.toThrow(LeaseLostError);
        await expect(store.batches.markAnchored(paused, id, 31_337, inclusion())).rejects.toThrow(
          LeaseLostError,
        );
        expect(await store.leases.acquire("short", "paused", LEASE_MS)).toBeNull();
        expect(await store.batches.attempts(id)).toEqual([]);
        expect(await store.batches.find(id)).toMatchObject({ state: "batched" });
      });

      it("keeps leases of different jobs out of each other's way", async () => {
        const [sealing, anchoring] = [await acquire("seal", "a"), await acquire("anchor", "b")];
        await registerMany(2);
        const slice = await queued(2, 2, sealing);
        expect(await store.batches.takeUnfinished(anchoring)).toEqual([]);
        const id = randomUUID();
        expect(await commit(slice, { id })).toBe(true);
        expect(await store.batches.peekQueue(sealing, 1)).toBeNull();
        expect(await store.batches.takeUnfinished(anchoring)).toHaveLength(1);
        expect(await store.batches.recordAttempt(anchoring, attempt(id))).toBe(true);
      });
    });

    async function accountOf({ accountId }: { accountId: string }): Promise<AccountRecord> {
      return (await store.accounts.findAccount(accountId))!;
    }

    /** Expects exactly `count` proofs: another one, registered after them, must come next in the queue. */
    async function expectQueued(count: number, caller: { accountId: string; keyId: string }): Promise<void> {
      const last = created(
        await register(caller, { dailyLimit: 1e6, receivedAt: new Date(DAY.getTime() + 3_600_000) }),
      );
      const ids = await proofIds(await queued(count + 1, 1_000));
      expect(ids).toHaveLength(count + 1);
      expect(ids.at(-1)).toBe(last.id);
    }
  });
}

/** Polls until there is an answer. @throws when it does not come in time. */
async function until<Answer>(what: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`waited ${PATIENCE_MS} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function expectLeaseLost(error: unknown): void {
  expect(error).toBeInstanceOf(LeaseLostError);
}

/** Increases by a millisecond with each registration. */
let registered = 0;

function registration(caller: Caller, changes: Partial<Registration>): Registration {
  const receivedAt = changes.receivedAt ?? new Date(DAY.getTime() + (registered++ % 1_000_000));
  return newRegistration(caller, { dailyLimit: 10, ...changes, receivedAt });
}

function created(result: RegistrationResult): Extract<RegistrationResult, { proof: unknown }>["proof"] {
  if (result.outcome !== "created") throw new Error(`expected a new proof, got ${result.outcome}`);
  return result.proof;
}

function attempt(batchId: string, changes: Partial<AnchorAttempt> = {}): AnchorAttempt {
  return {
    batchId,
    chainId: 31_337,
    txHash: `0x${randomHash()}`,
    from: FROM,
    nonce: 0,
    raw: `0x${randomHash()}`,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    createdAt: DAY,
    ...changes,
  };
}

function attestation(changes: Partial<Attestation>): Attestation {
  return {
    state: "pending",
    blockHeight: null,
    timestamp: null,
    submittedAt: null,
    tries: 0,
    dueAt: DAY,
    ...changes,
  };
}

function inclusion(): Inclusion {
  return {
    txHash: `0x${randomHash()}`,
    blockNumber: 12,
    blockHash: `0x${randomHash()}`,
    blockTimestamp: DAY,
  };
}
