/**
 * Batches in MongoDB, a document each. A batch is a range of the order of receipt, so committing one writes a single
 * document however many proofs it holds. Its tiles were written before.
 *
 * Every change is one conditional update that carries the token of a lease. A document with the token of a later lease
 * refuses writes under an earlier one. Building and anchoring have separate leases and tokens.
 */
import type { Binary, Document, Filter, UpdateFilter } from "mongodb";
import { BatchRangeCache } from "../../batch-range-cache.js";
import { type BatchRange, BatchRanges, isFinal } from "../../batch-ranges.js";
import type {
  AnchorAttempt,
  BatchRecord,
  BatchState,
  BatchStore,
  Inclusion,
  Lease,
  QueueSlice,
  Tile,
} from "../../store.js";
import { BatchLoader } from "../access/batch-loader.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import { binaryToHex, hexToBinary, ownUuidToBinary, uuidToBinary } from "../documents/binary.js";
import type { AnchorDocument, BatchDocument, OpenBatchDocument } from "../documents/documents.js";
import type { ReceiptLog } from "../registration/receipt-log.js";
import {
  addressToBinary,
  attemptDocumentOf,
  attemptOf,
  type BatchSummary,
  batchOf,
  chainHashToBinary,
  inclusionDocumentOf,
  SUMMARY,
} from "./batch-document.js";
import { leaseLost } from "./lease-lost.js";
import { MongoTiles } from "./mongo-tiles.js";

type AnyBatch = OpenBatchDocument | BatchDocument;

const UNFINISHED = { "anchors.state": { $in: ["batched", "anchored"] } };

/** Names of the indexes that two queries ask for. */
export const ATTEMPTS_INDEX = "attempts_by_chain";
export const CONFIRMED_INDEX = "anchors_by_block";

/** Positions that one query looks up: a page of proofs. MongoDB takes a pipeline of 1,000 stages. */
const MAX_UNIONS = 100;

/** The mark of a slice: its lease and the positions of its first and last entry. */
interface Run {
  readonly lease: Lease;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

export class MongoBatches implements BatchStore {
  readonly #access: MongoAccess;
  readonly #receipts: ReceiptLog;
  readonly #tiles: MongoTiles;
  readonly #known = new BatchRangeCache();
  readonly #ranges: BatchLoader<number, BatchRange | null>;

  constructor(access: MongoAccess, receipts: ReceiptLog) {
    this.#access = access;
    this.#receipts = receipts;
    this.#tiles = new MongoTiles(access);
    this.#ranges = new BatchLoader((positions) => this.#findRanges(positions));
  }

  async peekQueue(lease: Lease, maxLeaves: number): Promise<QueueSlice | null> {
    const end = await this.#receipts.end();
    for (;;) {
      const last = await this.#lastMade();
      const firstSeq = (last?.lastSeq ?? 0) + 1;
      if (firstSeq >= end) return null;
      const batchNumber = (last?._id ?? 0) + 1;
      // False when another process committed that batch meanwhile.
      if (!(await this.#open(batchNumber, lease))) continue;
      const count = Math.min(maxLeaves, end - firstSeq);
      const oldestReceivedAt = await this.#receipts.receivedAt(firstSeq);
      if (oldestReceivedAt === null) return null;
      const mark: Run = { lease, firstSeq, lastSeq: firstSeq + count - 1 };
      return { batchNumber, count, oldestReceivedAt, mark };
    }
  }

  readQueue(
    slice: QueueSlice,
    offset: number,
    limit: number,
  ): Promise<readonly { proofId: string; hash: string }[]> {
    const { firstSeq, lastSeq } = slice.mark as Run;
    const from = firstSeq + offset;
    return this.#receipts.read(from, Math.min(lastSeq, from + limit - 1));
  }

  async writeTiles(slice: QueueSlice, tiles: readonly Tile[]): Promise<void> {
    const { lease } = slice.mark as Run;
    const batch = await this.#access.run(({ batches }) =>
      batches.findOne({ _id: slice.batchNumber }, { projection: { state: 1, sealingToken: 1 } }),
    );
    if (batch === null || batch.sealingToken > lease.token) throw leaseLost(lease);
    // A late writer must not add tiles to a batch that was committed.
    if (batch.state === "open") await this.#tiles.write(slice.batchNumber, slice.count, tiles);
  }

  async commit(
    slice: QueueSlice,
    batch: { id: string; root: string; leafCount: number; createdAt: Date; chainIds: readonly number[] },
  ): Promise<boolean> {
    const { lease, firstSeq, lastSeq } = slice.mark as Run;
    if (batch.leafCount !== slice.count || batch.leafCount !== lastSeq - firstSeq + 1) {
      throw new RangeError(`"leafCount" expected ${slice.count}, got ${batch.leafCount}`);
    }
    const made: Omit<BatchDocument, "_id" | "sealingToken"> = {
      state: "made",
      anchoringToken: 0,
      id: ownUuidToBinary(batch.id),
      root: hexToBinary(batch.root),
      firstSeq,
      lastSeq,
      createdAt: batch.createdAt,
      anchors: batch.chainIds.map((chainId) => ({
        chainId,
        state: "batched",
        reopened: false,
        inclusion: null,
      })),
      anchorsVersion: 1,
      attempts: [],
    };
    const { matchedCount } = await this.#access.run(({ batches }) =>
      batches.updateOne({ _id: slice.batchNumber, state: "open", sealingToken: lease.token }, { $set: made }),
    );
    if (matchedCount === 0) {
      const standing = await this.#access.run(({ batches }) => batches.findOne({ _id: slice.batchNumber }));
      if (standing === null || standing.sealingToken > lease.token) throw leaseLost(lease);
      return standing.state !== "open" && binaryToHex(standing.id) === binaryToHex(made.id);
    }
    await this.#clearAway(slice.batchNumber, lastSeq).catch(() => {
      // The batch is committed; the next one clears this one's leftovers too.
    });
    return true;
  }

  async takeUnfinished(lease: Lease): Promise<readonly BatchRecord[]> {
    for (;;) {
      const unfinished = await this.#access.run(({ batches }) =>
        batches
          .find<BatchSummary>(UNFINISHED as Filter<AnyBatch>, { projection: SUMMARY })
          .sort({ _id: 1 })
          .toArray(),
      );
      if (unfinished.some(({ anchoringToken }) => anchoringToken > lease.token)) throw leaseLost(lease);
      if (unfinished.every(({ anchoringToken }) => anchoringToken === lease.token)) {
        return unfinished.map(batchOf);
      }
      await this.#access.run(({ batches }) =>
        batches.updateMany(
          { ...UNFINISHED, anchoringToken: { $lt: lease.token } } as Filter<AnyBatch>,
          { $set: { anchoringToken: lease.token } } as UpdateFilter<AnyBatch>,
        ),
      );
    }
  }

  async find(id: string): Promise<BatchRecord | null> {
    const binary = uuidToBinary(id);
    const batch = binary && (await this.#findSummary(binary));
    return batch && batchOf(batch);
  }

  readTile(batch: BatchRecord, level: number, index: number): Promise<Uint8Array | null> {
    return this.#tiles.read(batch, level, index);
  }

  async recordAttempt(lease: Lease, attempt: AnchorAttempt): Promise<boolean> {
    const id = ownUuidToBinary(attempt.batchId);
    const document = attemptDocumentOf(attempt);
    const isRecorded = await this.#update(lease, id, { "attempts.txHash": { $ne: document.txHash } }, {
      $push: { attempts: document },
    } as UpdateFilter<AnyBatch>);
    if (!isRecorded && (await this.#findSummary(id)) === null) {
      throw new RangeError(`there is no batch ${attempt.batchId}`);
    }
    return isRecorded;
  }

  async attempts(batchId: string): Promise<readonly AnchorAttempt[]> {
    const id = uuidToBinary(batchId);
    if (id === null) return [];
    const batch = await this.#access.run(({ batches }) =>
      batches.findOne<Pick<BatchDocument, "attempts">>({ id }, { projection: { attempts: 1 } }),
    );
    return batch === null ? [] : batch.attempts.map((attempt) => attemptOf(batchId, attempt));
  }

  /** Queries for a batch with an attempt of a higher nonce until there is none: the index gives the highest first. */
  async highestNonce(chainId: number, from: string): Promise<number | null> {
    const sender = addressToBinary(from);
    let highest = -1;
    for (;;) {
      const batch = await this.#access.run(({ batches }) =>
        batches.findOne<Pick<BatchDocument, "attempts">>(
          { attempts: { $elemMatch: { chainId, from: sender, nonce: { $gt: highest } } } },
          {
            projection: { "attempts.chainId": 1, "attempts.from": 1, "attempts.nonce": 1 },
            hint: ATTEMPTS_INDEX,
          },
        ),
      );
      if (batch === null) return highest < 0 ? null : highest;
      highest = Math.max(...noncesOf(batch, chainId, sender));
    }
  }

  /** Queries for a higher one until there is none, as `highestNonce` does. */
  async highestConfirmed(chainId: number): Promise<BatchRecord | null> {
    let highest: BatchSummary | null = null;
    let blockNumber = -1;
    for (;;) {
      const isHigher = {
        chainId,
        state: "confirmed" as const,
        "inclusion.blockNumber": { $gt: blockNumber },
      };
      const batch: BatchSummary | null = await this.#access.run(({ batches }) =>
        batches.findOne<BatchSummary>({ anchors: { $elemMatch: isHigher } } as Filter<AnyBatch>, {
          projection: SUMMARY,
          hint: CONFIRMED_INDEX,
        }),
      );
      if (batch === null) return highest && batchOf(highest);
      highest = batch;
      blockNumber = batch.anchors.find((anchor) => anchor.chainId === chainId)!.inclusion!.blockNumber;
    }
  }

  async keepGenesis(chainId: number, blockHash: string): Promise<void> {
    const genesisHash = chainHashToBinary(blockHash);
    try {
      await this.#access.run(({ chains }) => chains.insertOne({ _id: chainId, genesisHash }));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async genesis(chainId: number): Promise<string | null> {
    const kept = await this.#access.run(({ chains }) => chains.findOne({ _id: chainId }));
    return kept && `0x${binaryToHex(kept.genesisHash)}`;
  }

  markAnchored(lease: Lease, id: string, chainId: number, inclusion: Inclusion): Promise<boolean> {
    const change = { state: "anchored" as const, inclusion: inclusionDocumentOf(inclusion) };
    return this.#changeAnchor(lease, id, { chainId, state: "batched" }, change);
  }

  markReorganised(lease: Lease, id: string, chainId: number): Promise<boolean> {
    const change = { state: "batched" as const, inclusion: null };
    return this.#changeAnchor(lease, id, { chainId, state: "anchored" }, change);
  }

  markConfirmed(lease: Lease, id: string, chainId: number, blockHash: string): Promise<boolean> {
    const change = { state: "confirmed" as const, reopened: false };
    return this.#changeAnchor(lease, id, { chainId, state: "anchored", blockHash }, change);
  }

  reopen(lease: Lease, id: string, chainId: number, blockHash: string): Promise<boolean> {
    const change = { state: "batched" as const, inclusion: null, reopened: true };
    return this.#changeAnchor(lease, id, { chainId, state: "confirmed", blockHash }, change);
  }

  /** Position of the last proof in a batch; 0 if there is none. */
  async batchedThrough(): Promise<number> {
    return (await this.#lastMade())?.lastSeq ?? 0;
  }

  /** The batches no anchor of which is confirmed. */
  async unsettled(): Promise<readonly BatchRange[]> {
    const found = await this.#access.run(({ batches }) =>
      batches
        .find<BatchSummary>(
          { "anchors.state": { $in: ["batched", "anchored"], $ne: "confirmed" } } as Filter<AnyBatch>,
          { projection: SUMMARY },
        )
        .toArray(),
    );
    return found.map((batch) => ({
      batch: batchOf(batch),
      firstSeq: batch.firstSeq,
      lastSeq: batch.lastSeq,
    }));
  }

  /** The batch of the proof at a position; null while the proof is queued. */
  findRange(position: number): Promise<BatchRange | null> {
    return this.#ranges.load(position);
  }

  async #findRanges(positions: readonly number[]): Promise<readonly (BatchRange | null)[]> {
    const changing = new Set<number>();
    const unknown: number[] = [];
    const ranges = new BatchRanges();
    for (const position of positions) {
      const range = this.#known.find(position);
      if (range === undefined) unknown.push(position);
      else if (isFinal(range)) ranges.add(range);
      else changing.add(range.batch.number);
    }
    const found = await Promise.all([this.#readAgain([...changing]), this.#discover(unknown)]);
    for (const batch of found.flat()) {
      const range = { batch: batchOf(batch), firstSeq: batch.firstSeq, lastSeq: batch.lastSeq };
      ranges.add(range);
      this.#known.add(range);
    }
    return positions.map((position) => ranges.find(position) ?? null);
  }

  #readAgain(numbers: readonly number[]): Promise<readonly BatchSummary[]> {
    if (numbers.length === 0) return Promise.resolve([]);
    return this.#access.run(({ batches }) =>
      batches.find<BatchSummary>({ _id: { $in: [...numbers] } }, { projection: SUMMARY }).toArray(),
    );
  }

  /**
   * For each position, the last batch that begins at or before it. The first query is for the highest position alone,
   * because mostly all others are in the same batch. One more query finds the rest, however many batches they are in.
   */
  async #discover(positions: readonly number[]): Promise<readonly BatchSummary[]> {
    if (positions.length === 0) return [];
    const [highest] = await this.#lastBefore([Math.max(...positions)]);
    if (highest === undefined) return [];
    const others = await this.#lastBefore(positions.filter((position) => position < highest.firstSeq));
    return [highest, ...others];
  }

  /** The last batch that begins at or before each of the positions, each batch once. */
  async #lastBefore(positions: readonly number[]): Promise<readonly BatchSummary[]> {
    const groups: (readonly number[])[] = [];
    for (let at = 0; at < positions.length; at += MAX_UNIONS) {
      groups.push(positions.slice(at, at + MAX_UNIONS));
    }
    const found = await Promise.all(
      groups.map(([first, ...rest]) =>
        this.#access.run(({ batches }) => {
          const unions = rest.map((position) => ({
            $unionWith: { coll: batches.collectionName, pipeline: lastBefore(position) },
          }));
          return batches.aggregate<BatchSummary>([...lastBefore(first!), ...unions]).toArray();
        }),
      ),
    );
    return [...new Map(found.flat().map((batch) => [batch._id, batch])).values()];
  }

  /** Leaves the token of a lease on the batch to come. False when that batch was committed already. */
  async #open(batchNumber: number, lease: Lease): Promise<boolean> {
    const standing = await this.#access.run(({ batches }) =>
      batches.findOne({ _id: batchNumber }, { projection: { state: 1, sealingToken: 1 } }),
    );
    const token = standing?.sealingToken ?? 0;
    if (token > lease.token) throw leaseLost(lease);
    if (standing !== null && standing.state !== "open") return false;
    if (token === lease.token) return true;
    try {
      const opened = await this.#access.run(({ batches }) =>
        batches.findOneAndUpdate(
          { _id: batchNumber, state: "open" },
          { $max: { sealingToken: lease.token } },
          { upsert: true, returnDocument: "after" },
        ),
      );
      if (opened !== null && opened.sealingToken > lease.token) throw leaseLost(lease);
      // Null if another process opened it at the same time, on a server (SecantusDB) that does not report that.
      return opened !== null;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  async #lastMade(): Promise<BatchSummary | null> {
    return this.#access.run(({ batches }) =>
      batches.findOne<BatchSummary>({ state: { $ne: "open" } } as Filter<AnyBatch>, {
        sort: { _id: -1 },
        projection: SUMMARY,
      }),
    );
  }

  #findSummary(id: Binary): Promise<BatchSummary | null> {
    return this.#access.run(({ batches }) => batches.findOne<BatchSummary>({ id }, { projection: SUMMARY }));
  }

  /**
   * Changes one anchor. The list is replaced as a whole, on the condition that nothing in it has changed since it was
   * read: updates of one element are among what servers with MongoDB's protocol do differently.
   *
   * @returns whether there is such an anchor, in that state and, if given, in that block.
   */
  async #changeAnchor(
    lease: Lease,
    id: string,
    of: { readonly chainId: number; readonly state: BatchState; readonly blockHash?: string },
    change: Partial<AnchorDocument>,
  ): Promise<boolean> {
    const binary = ownUuidToBinary(id);
    const blockHash = of.blockHash === undefined ? null : binaryToHex(chainHashToBinary(of.blockHash));
    for (;;) {
      const standing = await this.#findSummary(binary);
      if (standing === null) return false;
      if (standing.anchoringToken > lease.token) throw leaseLost(lease);
      const { anchors, anchorsVersion } = standing;
      const at = anchors.findIndex(({ chainId }) => chainId === of.chainId);
      const anchor = anchors[at];
      if (anchor?.state !== of.state) return false;
      if (blockHash !== null && binaryToHex(anchor.inclusion!.blockHash) !== blockHash) return false;
      const changed = await this.#update(lease, binary, { anchorsVersion }, {
        $set: { anchors: anchors.with(at, { ...anchor, ...change }), anchorsVersion: anchorsVersion + 1 },
      } as UpdateFilter<AnyBatch>);
      if (changed) return true;
    }
  }

  /**
   * Changes a batch under an anchoring lease.
   *
   * @returns whether the condition held.
   * @throws LeaseLostError when a later lease took the batch over.
   */
  async #update(
    lease: Lease,
    id: Binary,
    condition: Filter<BatchDocument>,
    change: UpdateFilter<AnyBatch>,
  ): Promise<boolean> {
    const { matchedCount } = await this.#access.run(({ batches }) =>
      batches.updateOne(
        { ...condition, id, anchoringToken: { $lte: lease.token } } as Filter<AnyBatch>,
        { ...change, $set: { ...change.$set, anchoringToken: lease.token } } as UpdateFilter<AnyBatch>,
      ),
    );
    if (matchedCount === 1) return true;
    const standing = await this.#findSummary(id);
    if (standing !== null && standing.anchoringToken > lease.token) throw leaseLost(lease);
    return false;
  }

  /**
   * Removes what is not needed once a batch was committed: the queue entries of this and all earlier batches, and tiles
   * of other drafts of this batch and of the one before. A paused process may have added to those after the commit.
   */
  async #clearAway(batchNumber: number, lastSeq: number): Promise<void> {
    await this.#receipts.clear(lastSeq);
    const latest = await this.#access.run(({ batches }) =>
      batches
        .find<BatchSummary>({ _id: { $in: [batchNumber - 1, batchNumber] } }, { projection: SUMMARY })
        .toArray(),
    );
    for (const { _id, firstSeq, lastSeq } of latest) {
      await this.#tiles.clearOthers(_id, lastSeq - firstSeq + 1);
    }
  }
}

/** One seek in the index of first positions. */
function lastBefore(position: number): Document[] {
  return [
    { $match: { firstSeq: { $lte: position } } },
    { $sort: { firstSeq: -1 } },
    { $limit: 1 },
    { $project: SUMMARY },
  ];
}

function noncesOf({ attempts }: Pick<BatchDocument, "attempts">, chainId: number, sender: Binary): number[] {
  return attempts
    .filter((attempt) => attempt.chainId === chainId && binaryToHex(attempt.from) === binaryToHex(sender))
    .map(({ nonce }) => nonce);
}
