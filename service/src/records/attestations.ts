/**
 * Attestations in Bitcoin, of the roots of batches and of sets of stamps. Each root has one, which is `pending` and due
 * from the moment it is made.
 */
import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { batchRecords, batchRow } from "./anchors.js";
import { dueRows, firstRow } from "./every-row.js";
import type { Attestation, BatchRecord, BitcoinState } from "./types.js";

type Attested = "batch" | "stamps";

/** By the times at which steps are due, of each kind. */
export const DUE = ["of", "dueAt", "number"] as const;

export function attestationOf({ of: _, number: __, state, ...row }: Row<"attestations">): Attestation {
  return { ...row, state: state as BitcoinState };
}

/** The lowest block at or above a height that attests a root; null if there is none. */
export async function lowestBlockOf(rows: Readable, of: Attested, from: number): Promise<number | null> {
  const order = ["of", "blockHeight", "number"] as const;
  const row = await firstRow(rows.attestations, order, [of], { after: [from - 1] });
  return row?.blockHeight ?? null;
}

export const leasedQueries = {
  /** Batches with a step due, longest due first. */
  async takeDue(
    rows: Readable,
    now: Date,
    limit: number,
  ): Promise<readonly { readonly batch: BatchRecord; readonly attestation: Attestation }[]> {
    const due = await dueRows(rows.attestations, DUE, ["batch"], now, limit);
    const numbers = due.map(({ number }) => number);
    const batches = await batchRecords(rows, numbers);
    return due.map((row) => ({ batch: batches.get(row.number)!, attestation: attestationOf(row) }));
  },
};

export const queries = {
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

export const leasedChanges = {
  /** Replaces the attestation of a batch. False, and nothing changes, when its state is not `from`. */
  async replace(rows: Changeable, id: string, from: BitcoinState, next: Attestation): Promise<boolean> {
    const batch = await batchRow(rows, id);
    return batch !== null && rows.attestations.update([batch.number, "batch"], { state: from }, next);
  },
};

export const changes = {
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
