/** The newest snapshot of the trusted lists in MongoDB: one document, far below the limit of 16 MB. */
import { Binary } from "mongodb";
import type { TrustSnapshotRecord, TrustSnapshotStore } from "../store.js";
import type { MongoAccess } from "./access/mongo-access.js";
import { isDuplicateKey } from "./access/mongo-errors.js";
import { binaryToBytes, binaryToHex, hexToBinary } from "./documents/binary.js";

const _id = "newest";

export class MongoTrustSnapshots implements TrustSnapshotStore {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  async find(): Promise<TrustSnapshotRecord | null> {
    const found = await this.#access.run(({ trustSnapshots }) =>
      trustSnapshots.findOne({ _id }, { projection: { bytes: 0 } }),
    );
    return found && { sha256: binaryToHex(found.sha256), checkedAt: found.checkedAt };
  }

  async read(sha256: string): Promise<Uint8Array | null> {
    const found = await this.#access.run(({ trustSnapshots }) =>
      trustSnapshots.findOne({ _id, sha256: hexToBinary(sha256) }),
    );
    return found && binaryToBytes(found.bytes);
  }

  async replace(
    former: string | null,
    { sha256, checkedAt, bytes }: TrustSnapshotRecord & { readonly bytes: Uint8Array },
  ): Promise<boolean> {
    const document = { sha256: hexToBinary(sha256), checkedAt, bytes: new Binary(bytes) };
    return this.#access.run(async ({ trustSnapshots }) => {
      if (former !== null) {
        const { matchedCount } = await trustSnapshots.updateOne(
          { _id, sha256: hexToBinary(former) },
          { $set: document },
        );
        return matchedCount === 1;
      }
      try {
        await trustSnapshots.insertOne({ _id, ...document });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    });
  }
}
