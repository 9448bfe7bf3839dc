import { randomUUID } from "node:crypto";
import { describe, expect, it, test, vi } from "vitest";
import { MinuteLimiter } from "../http/limits.js";
import { newAccount } from "../records/account.testing.js";
import type { Records } from "../records/records.js";
import type { ProofRecord, Registration, SealRecord } from "../records/types.js";
import { SealPurchase } from "../seals/purchase.js";
import { MemoryRates } from "../store/rates.js";
import { PendingRegistrations, registerProof } from "./register.js";

describe("pending registrations", () => {
  /** Work that ends on demand and records when it begins. */
  function works(begun: string[]) {
    const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>();
    const work = (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
    };
    return { work, end: (name: string) => ends.get(name)!.resolve(name), ends };
  }

  /** Lets everything run that need not wait. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("lets equal work wait together for the first, and other work not at all", async () => {
    const pending = new PendingRegistrations();
    const begun: string[] = [];
    const { work, end } = works(begun);
    const first = pending.run(["hash", "key"], work("first"));
    const sameHash = pending.run(["hash"], work("same hash"));
    const other = pending.run(["other hash"], work("other"));
    const sameKey = pending.run(["other hash", "key"], work("same key"));
    await settled();
    expect(begun).toEqual(["first", "other"]);
    end("first");
    expect(await first).toBe("first");
    await settled();
    expect(begun).toEqual(["first", "other", "same hash"]);
    end("other");
    await settled();
    expect(begun).toEqual(["first", "other", "same hash", "same key"]);
    end("same hash");
    end("same key");
    expect(await Promise.all([sameHash, sameKey, other])).toEqual(["same hash", "same key", "other"]);
  });

  it("lets waiting work continue when the first fails, without the error", async () => {
    const pending = new PendingRegistrations();
    const begun: string[] = [];
    const { work, end, ends } = works(begun);
    const first = pending.run(["hash"], work("first"));
    const second = pending.run(["hash"], work("second"));
    ends.get("first")!.reject(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    await settled();
    end("second");
    expect(await second).toBe("second");
  });
});

describe("register proof", () => {
  // The store methods that a registration calls.
  const ACCOUNT = newAccount();
  const HASH = "ab".repeat(32);
  const SEAL = { proofId: "owned", token: {} } as unknown as SealRecord;

  function proof(id: string): ProofRecord {
    return { id, accountId: ACCOUNT.id, hash: HASH, firstRegistrant: true, seal: SEAL } as ProofRecord;
  }

  /** @param idempotent the proof of the idempotency key. */
  function newDeps(idempotent: ProofRecord | null) {
    const register = vi.fn(async () => ({ outcome: "existing", proof: proof("owned") }));
    const proofs = {
      register,
      findFirst: async () => proof("owned"),
      findByIdempotencyKey: async () => idempotent,
    };
    const rates = new MemoryRates();
    const store = { proofs, rates } as unknown as Records;
    const limiter = new MinuteLimiter(rates, "creations", 0);
    const sealPurchase = new SealPurchase({ store, issuer: null, limiter, waitMs: 0, buyUrl: () => "" });
    return { register, deps: { store, limiter, sealPurchase, pending: new PendingRegistrations() } };
  }

  const request = { hash: HASH, name: "", metadata: null, size: null, mimeType: "", qualified: true };
  const caller = { account: ACCOUNT, keyId: randomUUID() };

  test("a seal for already registered bytes is bought without a registration", async () => {
    const { register, deps } = newDeps(null);
    const registered = await registerProof(deps, caller, null, request);
    expect(registered).toEqual({ created: false, proof: { ...proof("owned"), seal: SEAL } });
    expect(register).not.toHaveBeenCalled();
  });

  test("a repeated idempotency key gives its proof, even if the bytes have another", async () => {
    const { register, deps } = newDeps(proof("first of the key"));
    const registered = await registerProof(deps, caller, "key", request);
    expect(registered).toMatchObject({ created: false, proof: { id: "first of the key" } });
    expect(register).not.toHaveBeenCalled();
  });

  test("a registration in the browser has no key, and the store is told its origin", async () => {
    const { register, deps } = newDeps(null);
    const unsealed = { ...request, qualified: false };
    // Beyond the limit a minute, only what makes nothing is registered.
    await registerProof(deps, { account: ACCOUNT, keyId: null }, null, unsealed);
    await registerProof(deps, caller, null, unsealed);
    const ways = register.mock.calls as unknown as [Registration][];
    expect(ways.map(([{ origin, keyId }]) => [origin, keyId])).toEqual([
      ["web", null],
      ["api", caller.keyId],
    ]);
  });
});
