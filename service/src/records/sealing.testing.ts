/** Builds batches through the port alone, for tests of stores: they check which proof has which place. */
import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Records } from "./records.js";
import type { Lease } from "./types.js";

const CREATED_AT = new Date("2026-03-01T12:00:00.000Z");

/** Proof identifiers by `batch number/leaf index`. */
export type Leaves = Map<string, string>;

/** The lease's holder, the same in all tests, so that no test has to take the lease over. */
const HOLDER = "a test";
const LEASE_MS = 600_000;
/** Small, so that a queue fills several batches. */
const MAX_LEAVES = 37;

/** The lease under which the functions below build batches. */
export async function sealingLease({ leases }: Records): Promise<Lease> {
  const lease = await leases.acquire("seal", HOLDER, LEASE_MS);
  if (lease === null) throw new Error("somebody else seals");
  return lease;
}

/**
 * Builds one batch from the queue.
 *
 * @param leaves receives its proofs.
 * @returns false when none was queued.
 */
export async function sealNext({ batches }: Records, lease: Lease, leaves: Leaves): Promise<boolean> {
  const slice = await batches.peekQueue(lease, MAX_LEAVES);
  if (slice === null) return false;
  const { batchNumber, count: leafCount } = slice;
  const entries = await batches.readQueue(slice, 0, leafCount);
  expect(entries).toHaveLength(leafCount);
  const root = randomBytes(32).toString("hex");
  const batch = { id: randomUUID(), root, leafCount, createdAt: CREATED_AT, chainIds: [31_337] };
  expect(await batches.commit(slice, batch)).toBe(true);
  for (const [index, { proofId }] of entries.entries()) leaves.set(`${batchNumber}/${index}`, proofId);
  return true;
}

/** Builds batches until the queue is empty. */
export async function sealAll(store: Records, leaves: Leaves = new Map()): Promise<Leaves> {
  const lease = await sealingLease(store);
  while (await sealNext(store, lease, leaves));
  return leaves;
}
