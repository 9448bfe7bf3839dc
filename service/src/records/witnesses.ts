/**
 * Witnesses of anchors: docs/design/anchoring.md. A witness depends on its block alone, so two instances that make the
 * same one do no harm: writes need no lease.
 */
import type { Changeable, Readable } from "../store/store.js";
import type { Key, Row } from "../store/tables.js";
import { bare, batchRow, prefixed, recordsOf, unfinishedBatches } from "./anchors.js";
import { dueRows } from "./every-row.js";
import type { BatchRecord, WitnessAbsence, WitnessPlace, WitnessRecord, WitnessStanding } from "./types.js";

/** In the table `progress`. */
const LOOKED_AT = "witnesses";

export const queries = {
  async find(rows: Readable, place: WitnessPlace): Promise<WitnessRecord | null> {
    const row = await rows.witnesses.get(keyOf(place));
    return row === null ? null : { ...standingOf(row), document: row.document };
  },

  /** The standings at these places, in any order; places without one are left out. */
  async standings(rows: Readable, places: readonly WitnessPlace[]): Promise<readonly WitnessStanding[]> {
    const found = await rows.witnesses.getMany(places.map(keyOf));
    return found.filter((row) => row !== null).map(standingOf);
  },

  /** Standings that are due, longest due first. */
  async due(rows: Readable, now: Date, limit: number): Promise<readonly WitnessStanding[]> {
    const order = ["dueAt", "batch", "chain", "blockHash"] as const;
    return (await dueRows(rows.witnesses, order, [], now, limit)).map(standingOf);
  },

  /** Batches with a higher number, in order. */
  async batchesAfter(rows: Readable, number: number, limit: number): Promise<readonly BatchRecord[]> {
    return recordsOf(rows, await rows.batches.page(["number"], [], { after: [number], limit }));
  },

  /** Batches with an anchor that is not confirmed, in order. */
  async unfinished(rows: Readable): Promise<readonly BatchRecord[]> {
    return unfinishedBatches(rows);
  },

  /** The number up to which every batch was confirmed and looked at; 0 at first. */
  async progress(rows: Readable): Promise<number> {
    return (await rows.progress.get([LOOKED_AT]))?.reached ?? 0;
  },
};

export const changes = {
  /**
   * Stores a record. False, and nothing changes, when there is a witness at that place.
   *
   * @throws RangeError when there is no such batch.
   */
  async put(rows: Changeable, record: WitnessRecord): Promise<boolean> {
    const key = keyOf(record);
    const [batch, chain, blockHash] = key;
    const { absence, tries, dueAt, document } = record;
    const [standing, former] = await Promise.all([batchRow(rows, batch), rows.witnesses.get(key)]);
    if (standing === null) throw new RangeError(`there is no batch ${batch}`);
    const cells = { absence, tries, dueAt, document };
    if (former !== null) return rows.witnesses.update(key, { document: null }, cells);
    await rows.witnesses.insert({ batch, chain, blockHash, ...cells });
    return true;
  },

  /** Raises that number; it never falls. */
  async advance(rows: Changeable, number: number): Promise<void> {
    const former = await rows.progress.get([LOOKED_AT]);
    if (former === null) await rows.progress.insert({ name: LOOKED_AT, reached: number });
    else if (former.reached < number) await rows.progress.update([LOOKED_AT], {}, { reached: number });
  },
};

function keyOf({ batchId, chainId, blockHash }: WitnessPlace): Key<"witnesses"> {
  return [batchId, chainId, bare(blockHash)];
}

function standingOf(row: Row<"witnesses">): WitnessStanding {
  const { batch: batchId, chain: chainId, tries, dueAt } = row;
  const absence = row.absence as WitnessAbsence | null;
  return { batchId, chainId, blockHash: prefixed(row.blockHash), absence, tries, dueAt };
}
