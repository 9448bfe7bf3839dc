/**
 * Attestations in Bitcoin, of the roots of batches and of sets of stamps. Each root has one, which is `pending` and due
 * from the moment it is made.
 */
import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { batchRecords, batchRow } from "./anchors.js";
import { dueRows } from "./every-row.js";
import { checkLease, underLease } from "./leases.js";
import type { Attestation, BatchRecord, BitcoinState, Lease } from "./types.js";

type Attested = "batch" | "stamps";

/** @throws LeaseLostError */
export async function dueAttestations(
  rows: Readable,
  of: Attested,
  lease: Lease,
  now: Date,
  limit: number,
): Promise<readonly Row<"attestations">[]> {
  const order = ["of", "dueAt", "number"] as const;
  const [due] = await Promise.all([
    dueRows(rows.attestations, order, [of], now, limit),
    checkLease(rows, lease),
  ]);
  return due;
}

export function attestationOf({ of: _, number: __, state, ...row }: Row<"attestations">): Attestation {
  return { ...row, state: state as BitcoinState };
}

/** The lowest block at or above a height that attests a root; null if there is none. */
export async function lowestBlockOf(
  rows: Readable,
  of: Attested,
  fromHeight: number,
): Promise<number | null> {
  const page = { after: [fromHeight - 1], limit: 1 };
  const [row] = await rows.attestations.page(["of", "blockHeight", "number"], [of], page);
  return row?.blockHeight ?? null;
}

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
    const due = await dueAttestations(rows, "batch", lease, now, limit);
    const batches = await batchRecords(
      rows,
      due.map(({ number }) => number),
    );
    return due.map((row) => ({ batch: batches.get(row.number)!, attestation: attestationOf(row) }));
  },

  /** The attestation of a batch; null when there is no such batch. */
  async find(rows: Readable, batchId: string): Promise<Attestation | null> {
    const batch = await batchRow(rows, batchId);
    return batch && attestationOf((await rows.attestations.get([batch.number, "batch"]))!);
  },

  /** The lowest block at or above a height in which a batch is confirmed; null when there is none. */
  async lowestBlock(rows: Readable, fromHeight: number): Promise<number | null> {
    return lowestBlockOf(rows, "batch", fromHeight);
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
    return batch !== null && rows.attestations.update([batch.number, "batch"], { state: from }, attestation);
  },

  /**
   * Makes the next step of a batch due now, unless it is due already or Bitcoin is done with. It needs no lease: whoever
   * is at work on the batch sets the time anew. False when nothing changed.
   */
  async hasten(rows: Changeable, batchId: string, now: Date): Promise<boolean> {
    const batch = await batchRow(rows, batchId);
    if (batch === null) return false;
    const key = [batch.number, "batch"] as const;
    const { dueAt, state } = (await rows.attestations.get(key))!;
    const isLater = dueAt === null ? state !== "confirmed" : dueAt > now;
    return isLater && rows.attestations.update(key, {}, { dueAt: now });
  },
};
