/**
 * The attestations of batches in Bitcoin. Each batch has one, which is `pending` and due from the moment the batch is
 * made.
 */

import type { Changeable, Readable } from "../store/store.js";
import { attestationOf, dueRows, lowestBlockOf, replaceAttestation } from "./attested.js";
import { batchRow, withAnchors } from "./batch-record.js";
import { checkLease, underLease } from "./leases.js";
import type { Attestation, BatchRecord, BitcoinState, Lease } from "./types.js";

export const queries = {
  /**
   * Batches with a step due, longest due first, for the holder of a lease.
   *
   * @throws LeaseLostError
   */
  async takeDue(
    rows: Readable,
    lease: Lease,
    now: Date,
    limit: number,
  ): Promise<readonly { readonly batch: BatchRecord; readonly attestation: Attestation }[]> {
    const [due] = await Promise.all([dueRows(rows, "batches", now, limit), checkLease(rows, lease)]);
    const batches = await withAnchors(rows, due);
    return batches.map((batch, i) => ({ batch, attestation: attestationOf(due[i]!) }));
  },

  /** The attestation of a batch; null when there is no such batch. */
  async find(rows: Readable, batchId: string): Promise<Attestation | null> {
    const row = await batchRow(rows, batchId);
    return row === null ? null : attestationOf(row);
  },

  /** The lowest block at or above a height in which a batch is confirmed; null when there is none. */
  async lowestBlock(rows: Readable, fromHeight: number): Promise<number | null> {
    return lowestBlockOf(rows, "batches", fromHeight);
  },
};

export const changes = {
  /**
   * Replaces the attestation of a batch. False, and nothing changes, when its state is not `from`.
   *
   * @throws LeaseLostError
   */
  async replace(
    rows: Changeable,
    lease: Lease,
    batchId: string,
    from: BitcoinState,
    attestation: Attestation,
  ): Promise<boolean> {
    const [batch] = await Promise.all([batchRow(rows, batchId), underLease(rows, lease)]);
    return batch !== null && replaceAttestation(rows.batches, batch.number, from, attestation);
  },

  /**
   * Makes the next step of a batch due now, unless it is due already or Bitcoin is done with. It needs no lease: whoever
   * is at work on the batch sets the time anew. False when nothing changed.
   */
  async hasten(rows: Changeable, batchId: string, now: Date): Promise<boolean> {
    const batch = await batchRow(rows, batchId);
    if (batch === null) return false;
    const { number, attestDueAt, bitcoinState } = batch;
    const isLater = attestDueAt === null ? bitcoinState !== "confirmed" : attestDueAt > now;
    return isLater && rows.batches.update([number], {}, { attestDueAt: now });
  },
};
