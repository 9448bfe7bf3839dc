/** Proofs as the rest of the service sees them: the row of each, joined with its batch and its seal. */
import { LRUCache } from "lru-cache";
import type { Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { batchRecords } from "./anchors.js";
import { knownPortions, placesOf } from "./portions.js";
import { sealOf } from "./seals.js";
import type { BatchRecord, ProofRecord, SealRecord } from "./types.js";

/** Batches that a process keeps of a store, about 1 KB each. */
const MAX_KNOWN = 4_096;
/** A confirmed batch may be reopened: a process then shows it as it was for at most this long. */
const KNOWN_MS = 60_000;
/** Of each store, the batches that change only if a reorganisation removes what was confirmed. */
const knownOf = new WeakMap<Store, LRUCache<number, BatchRecord>>();

/**
 * In the order of the rows. For queries alone: a change may see what is then undone, and what is read is remembered.
 *
 * @param rows of the store.
 */
export async function proofRecords(
  store: Store,
  rows: Readable,
  proofs: readonly Row<"proofs">[],
): Promise<readonly ProofRecord[]> {
  if (proofs.length === 0) return [];
  const ids = proofs.map(({ id }) => id);
  const [seals, places] = await Promise.all([
    rows.seals.getMany(ids.map((id) => [id])),
    placesOf(rows, ids, knownPortions(store)),
  ]);
  const batches = await batchesOf(store, rows, new Set([...places.values()].map(({ batch }) => batch)));
  return proofs.map((proof, i) => {
    const seal = seals[i] == null ? null : sealOf(seals[i]);
    const place = places.get(proof.id);
    // A batch that is being built is left out: its proofs are queued.
    const batch = place && batches.get(place.batch);
    return batch === undefined ? recordOf(proof, seal) : recordOf(proof, seal, batch, place!.leaf);
  });
}

async function batchesOf(store: Store, rows: Readable, numbers: ReadonlySet<number>) {
  const known = knownOf.get(store) ?? new LRUCache<number, BatchRecord>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  knownOf.set(store, known);
  const found = new Map<number, BatchRecord>();
  const unknown = [...numbers].filter((number) => {
    const batch = known.get(number);
    if (batch !== undefined) found.set(number, batch);
    return batch === undefined;
  });
  if (unknown.length === 0) return found;
  for (const [number, batch] of await batchRecords(rows, unknown)) {
    found.set(number, batch);
    const isAnchored = batch.anchors.every(({ state }) => state === "confirmed");
    if (isAnchored && batch.bitcoin.state === "confirmed") known.set(number, batch);
  }
  return found;
}

export async function proofRecord(
  store: Store,
  rows: Readable,
  proof: Row<"proofs"> | null,
): Promise<ProofRecord | null> {
  return proof === null ? null : (await proofRecords(store, rows, [proof]))[0]!;
}

/** Of a queued proof, unless it is given a batch. */
export function recordOf(
  proof: Row<"proofs">,
  seal: SealRecord | null,
  batch: BatchRecord | null = null,
  leafIndex: number | null = null,
): ProofRecord {
  const { account: accountId, certificate: certificateId, isFirst, isWeb, metadata: _, ...cells } = proof;
  const origin = isWeb ? "web" : "api";
  return { ...cells, accountId, certificateId, origin, firstRegistrant: isFirst, batch, leafIndex, seal };
}

/** @throws RangeError when the account has no such proof. */
export async function checkOwn(rows: Readable, account: string, proof: string): Promise<void> {
  if ((await rows.proofs.get([account, proof])) === null)
    throw new RangeError(`the account ${account} has no proof ${proof}`);
}
