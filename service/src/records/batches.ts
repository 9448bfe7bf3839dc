/**
 * Batches are built from the queue: docs/design/anchoring.md. All of it is done under the lease of the job.
 *
 * A queue that is long is moved to a batch in state `building`, in portions, one change each; so the change that makes the
 * batch is as small for a million leaves as for a thousand. A run that was killed is resumed: what was moved stays moved.
 */
import { randomUUID } from "node:crypto";
import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { insertBatch, type NewBatch } from "./anchors.js";
import { firstRow } from "./every-row.js";
import { checkLease, underLease } from "./leases.js";
import { packEntries, portionsOf, unpackEntries } from "./portions.js";
import type { BatchRecord, Lease, QueueSlice, Tile } from "./types.js";

/** Proofs that one change moves: bounds how long it holds up others. */
const PORTION = 1_024;
/** Portions of one reading of the queue, which SecantusDB reads as a whole for any part of it. */
const PORTIONS = 4;
/** Drafts that one change removes: 48 KiB each, which an engine may read before. */
const DRAFTS = 16;

/** A slice: leaves of the batch that is being built, and what follows them in the queue, less than a portion. */
interface Mark {
  readonly lease: Lease;
  readonly moved: number;
  readonly rest: readonly Row<"queue">[];
}

export const tasks = {
  /**
   * Queued proofs to build a batch from under a lease, oldest first; null when none is queued. Moves the queue to the batch
   * to come as long as a whole portion of it has room there.
   *
   * @param maxLeaves of the slice; it has more if more were moved when this was greater.
   * @throws LeaseLostError
   */
  async peekQueue(store: Store, lease: Lease, maxLeaves: number): Promise<QueueSlice | null> {
    for (;;) {
      const { slice, isLong, hasOldDrafts } = await store.read("batches.peekQueue", (rows) =>
        look(rows, lease, maxLeaves),
      );
      if (hasOldDrafts) while (await sweepDrafts(store, lease));
      if (!isLong) return slice;
      while (await movePortions(store, lease, maxLeaves));
    }
  },

  /** Part of a slice, in leaf order. Less than was asked for once the batch was made. */
  async readQueue(
    store: Store,
    slice: QueueSlice,
    offset: number,
    limit: number,
  ): Promise<readonly { proofId: string; hash: string }[]> {
    const { moved, rest } = slice.mark as Mark;
    const end = Math.min(offset + limit, slice.count);
    const begin = offset - (offset % PORTION);
    const keys: (readonly [number, number])[] = [];
    for (let at = begin; at < Math.min(end, moved); at += PORTION) keys.push([slice.batchNumber, at]);
    const drafts =
      keys.length === 0 ? [] : await store.read("batches.readQueue", (rows) => rows.drafts.getMany(keys));
    if (drafts.includes(null)) return [];
    const entries = [
      ...drafts.flatMap((draft) => unpackEntries(draft!.entries)).slice(offset - begin, end - begin),
      ...rest.slice(Math.max(0, offset - moved), Math.max(0, end - moved)),
    ];
    return entries.map(({ proof, hash }) => ({ proofId: proof, hash }));
  },
};

async function look(rows: Readable, lease: Lease, maxLeaves: number) {
  const [, { number, building, moved }, queued, [draft]] = await Promise.all([
    checkLease(rows, lease),
    nextBatch(rows),
    rows.queue.page(["proof"], [], { limit: PORTION }),
    rows.drafts.page(["batch", "firstLeaf"], [], { limit: 1 }),
  ]);
  const isLong = queued.length === PORTION && moved + PORTION <= maxLeaves;
  const rest = queued.slice(0, Math.max(0, maxLeaves - moved));
  const oldest = rest.length === 0 ? null : await receivedAt(rows, rest[0]!);
  const times = [building?.createdAt, oldest].filter((time) => time != null);
  const slice: QueueSlice = {
    ...{ batchNumber: number, count: moved + rest.length, mark: { lease, moved, rest } satisfies Mark },
    oldestReceivedAt: new Date(Math.min(...times.map(Number))),
  };
  const hasOldDrafts = draft !== undefined && draft.batch < number;
  return { slice: times.length === 0 ? null : slice, isLong, hasOldDrafts };
}

async function nextBatch(rows: Readable) {
  const last = await firstRow(rows.batches, ["number"], [], { isDescending: true });
  // Null until a portion was moved to it.
  const building = last?.state === "building" ? last : null;
  const number = building?.number ?? (last?.number ?? 0) + 1;
  return { number, building, moved: building?.leafCount ?? 0 };
}
type NextBatch = Awaited<ReturnType<typeof nextBatch>>;

const receivedAt = async (rows: Readable, { proof }: Row<"queue">): Promise<Date> =>
  (await firstRow(rows.proofs, ["id"], [proof]))!.receivedAt;

/** False, and nothing more is to be moved, when the queue is short or the batch has no room for a portion. */
async function movePortions(store: Store, lease: Lease, maxLeaves: number): Promise<boolean> {
  const [{ number, moved }, queued] = await store.read("batches.readPortions", (rows) =>
    Promise.all([nextBatch(rows), rows.queue.page(["proof"], [], { limit: PORTIONS * PORTION })]),
  );
  const count = Math.floor(Math.min(queued.length, maxLeaves - moved) / PORTION);
  for (let at = 0; at < count * PORTION; at += PORTION)
    if (!(await movePortion(store, lease, [number, moved + at], queued.slice(at, at + PORTION)))) break;
  return count > 0;
}

/**
 * False, and nothing changes, when other proofs were moved since the portion was read. None leaves the queue otherwise: as
 * long as the number of the next batch and its leaves are the same, the portion is there.
 */
function movePortion(
  store: Store,
  lease: Lease,
  [number, moved]: readonly [number, number],
  portion: readonly Row<"queue">[],
): Promise<boolean> {
  const id = randomUUID();
  return store.change("batches.movePortion", async (rows) => {
    const [, next] = await Promise.all([underLease(rows, lease), nextBatch(rows)]);
    if (next.number !== number || next.moved !== moved) return false;
    await rows.drafts.insert({ batch: number, firstLeaf: moved, entries: packEntries(portion) });
    const leaves = await addLeaves(rows, next, portion);
    if (await rows.batches.update([number], {}, leaves)) return true;
    const createdAt = await receivedAt(rows, portion[0]!);
    const cells = { state: "building", root: null, chains: [], ...leaves };
    await rows.batches.insert({ number, id, createdAt, ...cells });
    return true;
  });
}

/** Makes queued proofs the last leaves of the batch. What its row says of its leaves from now on is left to the caller. */
async function addLeaves(rows: Changeable, next: NextBatch, queued: readonly Row<"queue">[]) {
  const { number, building, moved } = next;
  const proofs = queued.map(({ proof }) => proof);
  await Promise.all([
    rows.portions.insert(...portionsOf(number, moved, proofs)),
    rows.queue.remove(...proofs.map((proof) => [proof] as const)),
  ]);
  const ends = [building?.first, building?.last, proofs[0], proofs.at(-1)];
  const sorted = ends.filter((end) => end !== undefined).sort();
  return { leafCount: moved + proofs.length, first: sorted[0]!, last: sorted.at(-1)! };
}

/** Removes drafts of batches that were made. False when there is none. */
function sweepDrafts(store: Store, lease: Lease): Promise<boolean> {
  return store.change("batches.sweepDrafts", async (rows) => {
    const [, { number }, drafts] = await Promise.all([
      underLease(rows, lease),
      nextBatch(rows),
      rows.drafts.page(["batch", "firstLeaf"], [], { limit: DRAFTS }),
    ]);
    const old = drafts.filter(({ batch }) => batch < number);
    await rows.drafts.remove(...old.map(({ batch, firstLeaf }) => [batch, firstLeaf] as const));
    return old.length > 0;
  });
}

export const changes = {
  /**
   * Stores tiles of the batch to come. They are replaced when the batch is built again, and stay as they are once it is
   * made. One batch takes several calls, so that no write is long.
   *
   * @throws LeaseLostError
   */
  async writeTiles(rows: Changeable, slice: QueueSlice, tiles: readonly Tile[]): Promise<void> {
    const { batchNumber: batch, mark } = slice;
    const [, { number }] = await Promise.all([underLease(rows, (mark as Mark).lease), nextBatch(rows)]);
    if (number !== batch) return;
    await Promise.all(
      tiles.map(async ({ level, index: tile, values }) => {
        const hashes = Uint8Array.from(values);
        if (await rows.tiles.update([batch, level, tile], {}, { hashes })) return;
        await rows.tiles.insert({ batch, level, tile, hashes });
      }),
    );
  },

  /**
   * Makes the slice a batch in state `batched`, whose attestation in Bitcoin is due, atomically for all its proofs. False,
   * and nothing changes, when the batch was made already, or has other leaves by now.
   *
   * @throws LeaseLostError
   */
  async commit(
    rows: Changeable,
    slice: QueueSlice,
    { leafCount, ...batch }: Omit<NewBatch, "number" | "first" | "last">,
  ): Promise<boolean> {
    const { lease, moved, rest } = slice.mark as Mark;
    const [, next, queued] = await Promise.all([
      underLease(rows, lease),
      nextBatch(rows),
      rows.queue.getMany(rest.map(({ proof }) => [proof])),
    ]);
    if (leafCount !== slice.count)
      throw new RangeError(`"leafCount" expected ${slice.count}, got ${leafCount}`);
    const isNext = next.number === slice.batchNumber && next.moved === moved;
    if (!isNext || queued.includes(null)) return false;
    const leaves = await addLeaves(rows, next, rest);
    await insertBatch(rows, { ...batch, ...leaves, number: next.number });
    return true;
  },
};

export const queries = {
  async readTile(rows: Readable, batch: BatchRecord, level: number, at: number): Promise<Uint8Array | null> {
    return (await rows.tiles.get([batch.number, level, at]))?.hashes ?? null;
  },
};
