/** The store methods that a registration calls. */
import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { MinuteLimiter } from "../limits/minute-limiter.js";
import { newAccount } from "../records/account.testing.js";
import type { Records } from "../records/records.js";
import type { ProofRecord, Registration, SealRecord } from "../records/types.js";
import { SealPurchase } from "../seals/seal-purchase.js";
import { MemoryRates } from "../store/memory-rates.js";
import { PendingRegistrations } from "./pending-registrations.js";
import { registerProof } from "./register-proof.js";

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
