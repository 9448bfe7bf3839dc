/**
 * The contract of the `Store` port as a test suite: every implementation runs it. Written against the port alone,
 * for Vitest. Durability across a killed process is each implementation's own test.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type {
  AccountRecord,
  AnchorAttempt,
  Inclusion,
  PlanId,
  QueueSlice,
  Registration,
  RegistrationResult,
  Store,
} from "./store.js";

/** An open, empty store. `dispose` closes it and removes what it left behind. */
export interface OpenedStore {
  readonly store: Store;
  dispose(): Promise<void>;
}

const DAY = new Date("2026-03-01T12:00:00.000Z");
/** The address that signs the attempts. */
const FROM = `0x${"7".repeat(40)}`;
const NEXT_DAY = new Date("2026-03-02T00:00:00.000Z");

/** Declares the suite for one implementation. */
export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`the store contract on ${name}`, () => {
    let opened: OpenedStore;
    let store: Store;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    const newAccount = async (plan: PlanId = "free"): Promise<AccountRecord> => {
      const account = { id: randomUUID(), plan, createdAt: DAY };
      await store.accounts.createAccount(account);
      return account;
    };
    const newKey = async (account: AccountRecord | null): Promise<string> => {
      const id = randomUUID();
      const accountId = account?.id ?? null;
      expect(
        await store.accounts.createKey({ id, accountId, secretHash: randomHash(), createdAt: DAY }, 5),
      ).toBe(true);
      return id;
    };
    const newCaller = async (): Promise<{ accountId: string; keyId: string }> => {
      const account = await newAccount();
      return { accountId: account.id, keyId: await newKey(account) };
    };
    const register = (
      caller: { accountId: string; keyId: string },
      changes: Partial<Registration> = {},
    ): Promise<RegistrationResult> => store.proofs.register(registration(caller, changes));
    const registerMany = async (count: number): Promise<string[]> => {
      const caller = await newCaller();
      const results = await Promise.all(
        Array.from({ length: count }, () => register(caller, { dailyLimit: count })),
      );
      return results.map((result) => created(result).id);
    };
    const commit = (slice: QueueSlice, changes: { root?: string; id?: string } = {}): Promise<boolean> =>
      store.batches.commit(slice, {
        id: changes.id ?? randomUUID(),
        root: changes.root ?? randomHash(),
        leafCount: slice.count,
        createdAt: DAY,
        chainId: 31_337,
      });
    const newBatch = async (leaves = 1): Promise<string> => {
      await registerMany(leaves);
      const slice = (await store.batches.peekQueue(leaves))!;
      const id = randomUUID();
      expect(await commit(slice, { id })).toBe(true);
      return id;
    };

    describe("accounts", () => {
      it("finds accounts by identifier, lists them oldest first", async () => {
        const first = await newAccount("free");
        const second = await newAccount("pro");
        expect(await store.accounts.findAccount(second.id)).toEqual(second);
        expect(await store.accounts.listAccounts()).toEqual([first, second]);
        expect(await store.accounts.findAccount(randomUUID())).toBeNull();
        expect(await store.accounts.findAccount("no uuid")).toBeNull();
      });

      it("finds a key by the hash of its text, with its account", async () => {
        const account = await newAccount("pro");
        const id = randomUUID();
        const secretHash = randomHash();
        await store.accounts.createKey({ id, accountId: account.id, secretHash, createdAt: DAY }, 5);
        const expected = { id, account, createdAt: DAY, revokedAt: null };
        expect(await store.accounts.findKey(secretHash)).toEqual(expected);
        expect(await store.accounts.findKey(randomHash())).toBeNull();
        expect(await store.accounts.listKeys(account.id)).toEqual([expected]);
      });

      it("keeps keys without an account", async () => {
        const secretHash = randomHash();
        const id = randomUUID();
        await store.accounts.createKey({ id, accountId: null, secretHash, createdAt: DAY }, 5);
        expect(await store.accounts.findKey(secretHash)).toEqual({
          id,
          account: null,
          createdAt: DAY,
          revokedAt: null,
        });
      });

      it("refuses a key for an account that is not there", async () => {
        const key = { id: randomUUID(), accountId: randomUUID(), secretHash: randomHash(), createdAt: DAY };
        await expect(store.accounts.createKey(key, 5)).rejects.toThrow(RangeError);
      });

      it("holds the limit of active keys under concurrency, and counts revoked keys out", async () => {
        const account = await newAccount();
        const make = () => {
          const id = randomUUID();
          const key = { id, accountId: account.id, secretHash: randomHash(), createdAt: DAY };
          return store.accounts.createKey(key, 5).then((made) => (made ? id : null));
        };
        const made = (await Promise.all(Array.from({ length: 20 }, make))).filter((id) => id !== null);
        expect(made).toHaveLength(5);
        expect(await make()).toBeNull();
        expect(await store.accounts.revokeKey(made[0]!, DAY)).toBe(true);
        expect(await make()).not.toBeNull();
        expect(await make()).toBeNull();
      });

      it("keeps the first date of a revocation", async () => {
        const account = await newAccount();
        const id = await newKey(account);
        expect(await store.accounts.revokeKey(id, DAY)).toBe(true);
        expect(await store.accounts.revokeKey(id, NEXT_DAY)).toBe(true);
        expect((await store.accounts.listKeys(account.id))[0]?.revokedAt).toEqual(DAY);
        expect(await store.accounts.revokeKey(randomUUID(), DAY)).toBe(false);
      });

      it("sums the seal ledger by kind", async () => {
        const account = await newAccount();
        const other = await newAccount();
        expect(await store.accounts.sealBalance(account.id)).toEqual({ welcome: 0, pack: 0 });
        const add = (accountId: string, kind: "welcome" | "pack", amount: number) =>
          store.accounts.addSeals({ id: randomUUID(), accountId, kind, amount, cause: "test", at: DAY });
        await Promise.all([
          add(account.id, "welcome", 3),
          add(account.id, "pack", 10),
          add(account.id, "pack", -4),
          add(other.id, "pack", 100),
        ]);
        expect(await store.accounts.sealBalance(account.id)).toEqual({ welcome: 3, pack: 6 });
        expect(await store.accounts.sealBalance(other.id)).toEqual({ welcome: 0, pack: 100 });
      });
    });

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
          hash: given.hash,
          name: "Übersicht 📄.pdf",
          size: 2 ** 40,
          mimeType: "application/pdf",
          receivedAt: DAY,
          firstRegistrant: true,
          batch: null,
          leafIndex: null,
        };
        expect(result).toEqual({ outcome: "created", proof: expected });
        expect(await store.proofs.find(given.id)).toEqual(expected);
        expect(await store.proofs.find(randomUUID())).toBeNull();
        expect(await store.proofs.find("'; DROP TABLE proofs; --")).toBeNull();
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
        created(await register(owner, { hash }));
        const second = created(await register(other, { hash }));
        const third = created(await register(other, { hash }));
        expect([second.firstRegistrant, third.firstRegistrant]).toEqual([false, false]);
        expect(second.id).not.toBe(third.id);
        expect(await store.proofs.findFirstRegistrant(hash)).toBe(owner.accountId);
        expect(await store.proofs.findFirstRegistrant(randomHash())).toBeNull();
      });

      it("gives a repeated idempotency key its proof, whatever the request says, by API key", async () => {
        const caller = await newCaller();
        const sameAccountOtherKey = { ...caller, keyId: await newKey(await accountOf(caller)) };
        const first = created(await register(caller, { idempotencyKey: "order-1" }));
        const repeated = await register(caller, { idempotencyKey: "order-1", dailyLimit: 0 });
        expect(repeated).toEqual({ outcome: "existing", proof: first });
        expect(await store.proofs.findByIdempotencyKey(caller.keyId, "order-1")).toEqual(first);
        expect(await store.proofs.findByIdempotencyKey(caller.keyId, "order-2")).toBeNull();
        expect(await store.proofs.findByIdempotencyKey(sameAccountOtherKey.keyId, "order-1")).toBeNull();
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
        expect(await store.proofs.findFirstRegistrant(hash)).toBeNull();
        expect(await store.proofs.findByIdempotencyKey(caller.keyId, "key")).toBeNull();
        expect(await store.batches.peekQueue(10)).toBeNull();
      });

      it("refuses an account or a key that is not there", async () => {
        const caller = await newCaller();
        await expect(register({ ...caller, accountId: randomUUID() })).rejects.toThrow(RangeError);
        await expect(register({ ...caller, keyId: randomUUID() })).rejects.toThrow(RangeError);
      });

      it("makes one proof of 100 parallel registrations of one hash by one account", async () => {
        const caller = await newCaller();
        const hash = randomHash();
        const results = await Promise.all(
          Array.from({ length: 100 }, () => register(caller, { hash, dailyLimit: 1 })),
        );
        expect(results.filter((result) => result.outcome === "created")).toHaveLength(1);
        expect(
          new Set(results.map((result) => result.outcome !== "quota_exceeded" && result.proof.id)).size,
        ).toBe(1);
        expect((await store.batches.peekQueue(1000))?.count).toBe(1);
      });

      it("makes one first registrant of 100 parallel registrations of one hash by two accounts", async () => {
        const callers = [await newCaller(), await newCaller()];
        const hash = randomHash();
        const results = await Promise.all(
          Array.from({ length: 100 }, (_, i) => register(callers[i % 2]!, { hash, dailyLimit: 100 })),
        );
        const firsts = new Set(
          results.flatMap((r) =>
            r.outcome !== "quota_exceeded" && r.proof.firstRegistrant ? [r.proof.id] : [],
          ),
        );
        expect(firsts.size).toBe(1);
        const owner = await store.proofs.findFirstRegistrant(hash);
        const others = results.filter((r) => r.outcome === "created" && r.proof.accountId !== owner);
        expect(others).toHaveLength(50);
      });

      it("makes one proof of 100 parallel registrations under one idempotency key", async () => {
        const caller = await newCaller();
        const results = await Promise.all(
          Array.from({ length: 100 }, () => register(caller, { idempotencyKey: "one", dailyLimit: 100 })),
        );
        expect(results.filter((result) => result.outcome === "created")).toHaveLength(1);
        expect((await store.batches.peekQueue(1000))?.count).toBe(1);
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
        expect((await store.batches.peekQueue(10))?.count).toBe(2);
      });
    });

    describe("batches", () => {
      it("takes the queue in order of receipt, in slices and in parts", async () => {
        expect(await store.batches.peekQueue(10)).toBeNull();
        const ids = await registerMany(7);
        const slice = (await store.batches.peekQueue(5))!;
        expect(slice).toMatchObject({ batchNumber: 1, count: 5, oldestReceivedAt: DAY });
        const parts = [
          ...(await store.batches.readQueue(slice, 0, 2)),
          ...(await store.batches.readQueue(slice, 2, 2)),
          ...(await store.batches.readQueue(slice, 4, 100)),
        ];
        expect(parts.map((part) => part.proofId)).toEqual(ids.slice(0, 5));
        expect(await store.batches.readQueue(slice, 5, 10)).toEqual([]);
        expect(parts[0]?.hash).toBe((await store.proofs.find(ids[0]!))?.hash);
      });

      it("puts exactly the slice into the batch, and the next slice after it", async () => {
        const ids = await registerMany(3);
        const root = randomHash();
        const id = randomUUID();
        expect(await commit((await store.batches.peekQueue(2))!, { root, id })).toBe(true);
        const batch = {
          id,
          number: 1,
          state: "batched",
          root,
          leafCount: 2,
          createdAt: DAY,
          chainId: 31_337,
          inclusion: null,
        };
        expect(await store.batches.find(id)).toEqual(batch);
        expect(await store.proofs.find(ids[0]!)).toMatchObject({ batch, leafIndex: 0 });
        expect(await store.proofs.find(ids[1]!)).toMatchObject({ batch, leafIndex: 1 });
        expect(await store.proofs.find(ids[2]!)).toMatchObject({ batch: null, leafIndex: null });
        const next = (await store.batches.peekQueue(10))!;
        expect(next).toMatchObject({ batchNumber: 2, count: 1 });
        expect(await commit(next)).toBe(true);
        expect(await store.proofs.find(ids[2]!)).toMatchObject({ batch: { number: 2 }, leafIndex: 0 });
        expect(await store.batches.peekQueue(10)).toBeNull();
      });

      it("commits one slice once, whoever else holds it", async () => {
        await registerMany(4);
        const wide = (await store.batches.peekQueue(4))!;
        const narrow = (await store.batches.peekQueue(2))!;
        const outcomes = await Promise.all([commit(wide), commit(narrow), commit(wide)]);
        expect(outcomes.filter((made) => made)).toHaveLength(1);
        expect(await store.batches.unfinished()).toHaveLength(1);
      });

      it("refuses a leaf count that is not the slice's", async () => {
        await registerMany(2);
        const slice = (await store.batches.peekQueue(2))!;
        const batch = { id: randomUUID(), root: randomHash(), leafCount: 1, createdAt: DAY, chainId: 1 };
        await expect(store.batches.commit(slice, batch)).rejects.toThrow(RangeError);
      });

      it("keeps tiles, replaces them before the commit and never after it", async () => {
        await registerMany(2);
        const slice = (await store.batches.peekQueue(2))!;
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
        const { chainId } = (await store.batches.find(batchId))!;
        expect(await store.batches.highestNonce(chainId, FROM)).toBeNull();
        const first = attempt(batchId, { nonce: 7, maxFeePerGas: 2n ** 80n + 1n });
        const second = attempt(batchId, { nonce: 3 });
        expect(await store.batches.recordAttempt(first)).toBe(true);
        expect(await store.batches.recordAttempt(second)).toBe(true);
        expect(await store.batches.recordAttempt(first)).toBe(false);
        expect(await store.batches.attempts(batchId)).toEqual([first, second]);
        expect(await store.batches.attempts(randomUUID())).toEqual([]);
        expect(await store.batches.highestNonce(chainId, FROM)).toBe(7);
        expect(await store.batches.highestNonce(chainId + 1, FROM)).toBeNull();
        expect(await store.batches.highestNonce(chainId, `0x${"9".repeat(40)}`)).toBeNull();
        expect(await store.batches.lowestUnfinishedNonce(chainId, FROM)).toBe(3);
        expect(await store.batches.lowestUnfinishedNonce(chainId + 1, FROM)).toBeNull();
        expect(await store.batches.lowestUnfinishedNonce(chainId, `0x${"9".repeat(40)}`)).toBeNull();
        const later = await newBatch();
        await store.batches.recordAttempt(attempt(later, { nonce: 9 }));
        await store.batches.recordAttempt(attempt(later, { nonce: 8 }));
        const here = inclusion();
        await store.batches.markAnchored(batchId, here);
        expect(await store.batches.lowestUnfinishedNonce(chainId, FROM)).toBe(3);
        await store.batches.markConfirmed(batchId, here.blockHash);
        expect(await store.batches.lowestUnfinishedNonce(chainId, FROM)).toBe(8);
        expect(await store.batches.highestNonce(chainId, FROM)).toBe(9);
        await expect(store.batches.recordAttempt(attempt(randomUUID()))).rejects.toThrow(RangeError);
      });

      it("moves a batch only along its transitions", async () => {
        const id = await newBatch();
        const here = inclusion();
        const { batches } = store;
        expect(await batches.markReorganised(id)).toBe(false);
        expect(await batches.markConfirmed(id, here.blockHash)).toBe(false);
        expect(await batches.markAnchored(id, here)).toBe(true);
        expect(await batches.markAnchored(id, inclusion())).toBe(false);
        expect(await batches.find(id)).toMatchObject({ state: "anchored", inclusion: here });
        expect(await batches.markConfirmed(id, inclusion().blockHash)).toBe(false);
        expect(await batches.markReorganised(id)).toBe(true);
        expect(await batches.find(id)).toMatchObject({ state: "batched", inclusion: null });
        expect(await batches.markAnchored(id, here)).toBe(true);
        expect(await batches.markConfirmed(id, here.blockHash)).toBe(true);
        expect(await batches.find(id)).toMatchObject({ state: "confirmed", inclusion: here });
        expect(await batches.markReorganised(id)).toBe(false);
        expect(await batches.markAnchored(id, here)).toBe(false);
        expect(await batches.markAnchored(randomUUID(), here)).toBe(false);
      });

      it("lists batches that are not confirmed, in order", async () => {
        const ids = [await newBatch(), await newBatch(2), await newBatch()];
        const here = inclusion();
        await store.batches.markAnchored(ids[1]!, here);
        await store.batches.markConfirmed(ids[1]!, here.blockHash);
        expect((await store.batches.unfinished()).map((batch) => batch.id)).toEqual([ids[0], ids[2]]);
        expect((await store.batches.unfinished()).map((batch) => batch.number)).toEqual([1, 3]);
        const { chainId } = (await store.batches.find(ids[1]!))!;
        expect((await store.batches.lastConfirmed(chainId))?.id).toBe(ids[1]);
        expect(await store.batches.lastConfirmed(chainId + 1)).toBeNull();
      });
    });

    async function accountOf({ accountId }: { accountId: string }): Promise<AccountRecord> {
      return (await store.accounts.findAccount(accountId))!;
    }
  });
}

function registration(
  { accountId, keyId }: { accountId: string; keyId: string },
  changes: Partial<Registration>,
): Registration {
  return {
    id: randomUUID(),
    certificateId: randomUUID(),
    accountId,
    keyId,
    idempotencyKey: null,
    hash: randomHash(),
    name: "file",
    metadata: null,
    size: null,
    mimeType: "application/octet-stream",
    receivedAt: DAY,
    dailyLimit: 10,
    ...changes,
  };
}

function created(result: RegistrationResult): Extract<RegistrationResult, { proof: unknown }>["proof"] {
  if (result.outcome !== "created") throw new Error(`expected a new proof, got ${result.outcome}`);
  return result.proof;
}

function attempt(batchId: string, changes: Partial<AnchorAttempt> = {}): AnchorAttempt {
  return {
    batchId,
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

function inclusion(): Inclusion {
  return {
    txHash: `0x${randomHash()}`,
    blockNumber: 12,
    blockHash: `0x${randomHash()}`,
    blockTimestamp: DAY,
  };
}

function randomHash(): string {
  return createHash("sha256").update(randomBytes(16)).digest("hex");
}
