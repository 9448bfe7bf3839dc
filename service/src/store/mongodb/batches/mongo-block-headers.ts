/** Bitcoin block headers in MongoDB: a document for each difficulty epoch, 161 kB when complete. */
import { Binary } from "mongodb";
import type { BlockHeaderStore, Lease } from "../../store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import { binaryToBytes } from "../documents/binary.js";
import { leaseLost } from "./lease-lost.js";

export class MongoBlockHeaders implements BlockHeaderStore {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  async find(epoch: number): Promise<Uint8Array> {
    const found = await this.#access.run(({ blockHeaders }) => blockHeaders.findOne({ _id: epoch }));
    return found === null ? new Uint8Array() : binaryToBytes(found.run);
  }

  async replace(lease: Lease, epoch: number, formerBytes: number, run: Uint8Array): Promise<boolean> {
    const { token } = lease;
    const written = await this.#access.run(async ({ blockHeaders }) => {
      try {
        const { matchedCount, upsertedCount } = await blockHeaders.updateOne(
          { _id: epoch, sizeBytes: formerBytes, token: { $lte: token } },
          { $set: { run: new Binary(run), sizeBytes: run.length, token } },
          { upsert: formerBytes === 0 },
        );
        return matchedCount + upsertedCount === 1;
      } catch (error) {
        // A run exists, with another length or under a later lease.
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    });
    if (written) return true;
    const standing = await this.#access.run(({ blockHeaders }) =>
      blockHeaders.findOne({ _id: epoch }, { projection: { token: 1 } }),
    );
    if (standing !== null && standing.token > token) throw leaseLost(lease);
    return false;
  }
}
