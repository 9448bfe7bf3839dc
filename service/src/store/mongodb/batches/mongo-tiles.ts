/**
 * Tiles in MongoDB. A tile's content follows from the batch's number and leaf count alone, because the order of receipt
 * never changes. Two processes that build the same range write the same bytes; for different ranges they write
 * different documents.
 */
import { Binary } from "mongodb";
import type { BatchRecord, Tile } from "../../store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToBytes } from "../documents/binary.js";

/** The character after `/`. */
const AFTER_SLASH = "0";

export class MongoTiles {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  async write(batchNumber: number, leafCount: number, tiles: readonly Tile[]): Promise<void> {
    if (tiles.length === 0) return;
    const operations = tiles.map(({ level, index, values }) => ({
      replaceOne: {
        filter: { _id: `${batchNumber}/${leafCount}/${level}/${index}` },
        replacement: { values: new Binary(values) },
        upsert: true,
      },
    }));
    await this.#access.run(({ tiles }) => tiles.bulkWrite(operations, { ordered: false }));
  }

  async read({ number, leafCount }: BatchRecord, level: number, index: number): Promise<Uint8Array | null> {
    const _id = `${number}/${leafCount}/${level}/${index}`;
    const tile = await this.#access.run(({ tiles }) => tiles.findOne({ _id: { $eq: _id } }));
    return tile && binaryToBytes(tile.values);
  }

  /** Removes the tiles of a batch number that belong to other ranges than the committed one. */
  async clearOthers(batchNumber: number, leafCount: number): Promise<void> {
    const [batch, run] = [`${batchNumber}/`, `${batchNumber}/${leafCount}/`];
    await this.#access.run(({ tiles }) =>
      tiles.deleteMany({
        $or: [
          { _id: { $gte: batch, $lt: run } },
          { _id: { $gte: `${batchNumber}/${leafCount}${AFTER_SLASH}`, $lt: `${batchNumber}${AFTER_SLASH}` } },
        ],
      }),
    );
  }
}
