/**
 * The attestations of batches in Bitcoin. Each batch has one, which is `pending` and due from the moment the batch is
 * made.
 */

import type { Store } from "../store/store.js";
import { attestationOf, dueRows, lowestBlockOf, replaceAttestation } from "./attested.js";
import { batchRow, withAnchors } from "./batch-record.js";
import { checkLease, underLease } from "./leases.js";
import type { Attestation, BatchRecord, BitcoinState, Lease } from "./types.js";

/**
 * Batches with a step due, longest due first, for the holder of a lease.
 *
 * @throws LeaseLostError
 */
export function takeDue(
  store: Store,
  lease: Lease,
  now: Date,
  limit: number,
): Promise<readonly { readonly batch: BatchRecord; readonly attestation: Attestation }[]> {
  return store.read("attestations.takeDue", async (rows) => {
    const [due] = await Promise.all([dueRows(rows, "batches", now, limit), checkLease(rows, lease)]);
    const batches = await withAnchors(rows, due);
    return batches.map((batch, i) => ({ batch, attestation: attestationOf(due[i]!) }));
  });
}

/** The attestation of a batch; null when there is no such batch. */
export function find(store: Store, batchId: string): Promise<Attestation | null> {
  return store.read("attestations.find", async (rows) => {
    const row = await batchRow(rows, batchId);
    return row === null ? null : attestationOf(row);
  });
}

/**
 * Replaces the attestation of a batch. False, and nothing changes, when its state is not `from`.
 *
 * @throws LeaseLostError
 */
export function replace(
  store: Store,
  lease: Lease,
  batchId: string,
  from: BitcoinState,
  attestation: Attestation,
): Promise<boolean> {
  return store.change("attestations.replace", async (rows) => {
    const [batch] = await Promise.all([batchRow(rows, batchId), underLease(rows, lease)]);
    return batch !== null && replaceAttestation(rows.batches, batch.number, from, attestation);
  });
}

/**
 * Makes the next step of a batch due now, unless it is due already or Bitcoin is done with. It needs no lease: whoever
 * is at work on the batch sets the time anew. False when nothing changed.
 */
export function hasten(store: Store, batchId: string, now: Date): Promise<boolean> {
  return store.change("attestations.hasten", async (rows) => {
    const batch = await batchRow(rows, batchId);
    if (batch === null) return false;
    const { number, attestDueAt, bitcoinState } = batch;
    const isLater = attestDueAt === null ? bitcoinState !== "confirmed" : attestDueAt > now;
    return isLater && rows.batches.update([number], {}, { attestDueAt: now });
  });
}

/** The lowest block at or above a height in which a batch is confirmed; null when there is none. */
export function lowestBlock(store: Store, fromHeight: number): Promise<number | null> {
  return store.read("attestations.lowestBlock", (rows) => lowestBlockOf(rows, "batches", fromHeight));
}
