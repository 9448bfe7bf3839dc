/**
 * Witnesses of anchors: docs/design/witnesses.md. A witness depends on its block alone, so two instances that make the
 * same one do no harm: writes need no lease.
 */

import type { Store } from "../store/store.js";
import type { Key, Row } from "../store/tables.js";
import { unfinishedBatches } from "./anchors.js";
import { batchRow, withAnchors } from "./batch-record.js";
import { bare, prefixed } from "./chain-hash.js";
import type { BatchRecord, WitnessAbsence, WitnessPlace, WitnessRecord, WitnessStanding } from "./types.js";

/** In the table `progress`. */
const LOOKED_AT = "witnesses";

export function find(store: Store, place: WitnessPlace): Promise<WitnessRecord | null> {
  return store.read("witnesses.find", async (rows) => {
    const row = await rows.witnesses.get(keyOf(place));
    return row === null ? null : { ...standingOf(row), document: row.document };
  });
}

/** The standings at these places, in any order; places without one are left out. */
export function standings(
  store: Store,
  places: readonly WitnessPlace[],
): Promise<readonly WitnessStanding[]> {
  return store.read("witnesses.standings", async (rows) => {
    const found = await rows.witnesses.getMany(places.map(keyOf));
    return found.filter((row) => row !== null).map(standingOf);
  });
}

/**
 * Stores a record. False, and nothing changes, when there is a witness at that place.
 *
 * @throws RangeError when there is no such batch.
 */
export function put(store: Store, record: WitnessRecord): Promise<boolean> {
  return store.change("witnesses.put", async (rows) => {
    const key = keyOf(record);
    const [batch, chain, blockHash] = key;
    const { absence, tries, dueAt, document } = record;
    const [standing, former] = await Promise.all([batchRow(rows, batch), rows.witnesses.get(key)]);
    if (standing === null) throw new RangeError(`there is no batch ${batch}`);
    if (former === null)
      await rows.witnesses.insert({ batch, chain, blockHash, absence, tries, dueAt, document });
    return (
      former === null || rows.witnesses.update(key, { document: null }, { absence, tries, dueAt, document })
    );
  });
}

/** Standings that are due, longest due first. */
export function due(store: Store, now: Date, limit: number): Promise<readonly WitnessStanding[]> {
  return store.read("witnesses.due", async (rows) => {
    const next = await rows.witnesses.page(["dueAt", "batch", "chain", "blockHash"], [], { limit });
    return next.filter(({ dueAt }) => dueAt! <= now).map(standingOf);
  });
}

/** Batches with a higher number, in order. */
export function batchesAfter(store: Store, number: number, limit: number): Promise<readonly BatchRecord[]> {
  return store.read("witnesses.batchesAfter", async (rows) =>
    withAnchors(rows, await rows.batches.page(["number"], [], { after: [number], limit })),
  );
}

/** Batches with an anchor that is not confirmed, in order. */
export function unfinished(store: Store): Promise<readonly BatchRecord[]> {
  return store.read("witnesses.unfinished", unfinishedBatches);
}

/** The number up to which every batch was confirmed and looked at; 0 at first. */
export function progress(store: Store): Promise<number> {
  return store.read(
    "witnesses.progress",
    async (rows) => (await rows.progress.get([LOOKED_AT]))?.reached ?? 0,
  );
}

/** Raises that number; it never falls. */
export function advance(store: Store, number: number): Promise<void> {
  return store.change("witnesses.advance", async (rows) => {
    const former = await rows.progress.get([LOOKED_AT]);
    if (former === null) await rows.progress.insert({ name: LOOKED_AT, reached: number });
    else if (former.reached < number) await rows.progress.update([LOOKED_AT], {}, { reached: number });
  });
}

function keyOf({ batchId, chainId, blockHash }: WitnessPlace): Key<"witnesses"> {
  return [batchId, chainId, bare(blockHash)];
}

function standingOf(row: Row<"witnesses">): WitnessStanding {
  const { batch: batchId, chain: chainId, tries, dueAt } = row;
  const absence = row.absence as WitnessAbsence | null;
  return { batchId, chainId, blockHash: prefixed(row.blockHash), absence, tries, dueAt };
}
