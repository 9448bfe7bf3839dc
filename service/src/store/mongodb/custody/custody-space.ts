/**
 * The space of an account in custody. The use of its originals is not stored but summed, so that no crash makes a
 * counter wrong. One document of the account lists its uploads and decides which upload gets space.
 */
import type { Binary } from "mongodb";
import type { UploadRequest, UploadStart } from "../../custody-store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import { binaryToHex, ownUuidToBinary } from "../documents/binary.js";
import type { CustodyAccountDocument, UploadDocument } from "../documents/documents.js";

export class CustodySpace {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  /**
   * Reserves space. If another upload begins meanwhile, the version changes and the sum is computed again. An upload
   * that is completed meanwhile counts once, because the sum leaves out everything that is listed as an upload.
   */
  async reserve(request: UploadRequest): Promise<UploadStart> {
    const _id = ownUuidToBinary(request.accountId);
    const object = ownUuidToBinary(request.objectId);
    for (;;) {
      const account = await this.#find(_id);
      // The write was repeated because its first answer was lost.
      const mine = account?.uploads.find((upload) => isSame(upload.object, object));
      if (mine !== undefined) return { outcome: "begun", reservedBytes: mine.reservedBytes };
      const uploads = account?.uploads ?? [];
      const usedBytes = await this.#storedBytes(
        _id,
        uploads.map((upload) => upload.object),
      );
      const uploadingBytes = uploads.reduce((sum, upload) => sum + upload.reservedBytes, 0);
      const freeBytes = request.maxAccountBytes - usedBytes - uploadingBytes;
      if (freeBytes < request.minBytes) return { outcome: "no_room", usedBytes, uploadingBytes };
      const reservedBytes = Math.min(request.maxBytes, freeBytes);
      const upload: UploadDocument = {
        object,
        proof: ownUuidToBinary(request.proofId),
        reservedBytes,
        expiresAt: request.expiresAt,
      };
      if (await this.#add(_id, account, upload)) return { outcome: "begun", reservedBytes };
    }
  }

  usedBytes(accountId: string): Promise<number> {
    return this.#storedBytes(ownUuidToBinary(accountId), []);
  }

  /** The reservation of an upload; undefined when it was released. */
  async reserved(account: Binary, object: Binary): Promise<UploadDocument | undefined> {
    return (await this.#find(account))?.uploads.find((upload) => isSame(upload.object, object));
  }

  /** Releases an upload's reservation. From now on it counts as an original, or not at all. */
  async settle(account: Binary, object: Binary): Promise<void> {
    await this.#access.run(({ custodyAccounts }) =>
      custodyAccounts.updateOne({ _id: account }, { $pull: { uploads: { object } } }),
    );
  }

  /** Uploads of several accounts, those of accounts without any left out. */
  uploadsOf(accounts: readonly Binary[]): Promise<readonly CustodyAccountDocument[]> {
    return this.#access.run(({ custodyAccounts }) =>
      custodyAccounts.find({ _id: { $in: [...accounts] }, "uploads.0": { $exists: true } }).toArray(),
    );
  }

  /** Accounts with expired uploads, at most `limit` of them. */
  withExpired(now: Date, limit: number): Promise<readonly CustodyAccountDocument[]> {
    return this.#access.run(({ custodyAccounts }) =>
      custodyAccounts
        .find({ "uploads.expiresAt": { $lte: now } })
        .limit(limit)
        .toArray(),
    );
  }

  #find(_id: Binary): Promise<CustodyAccountDocument | null> {
    return this.#access.run(({ custodyAccounts }) => custodyAccounts.findOne({ _id }));
  }

  /** The size of the account's originals except the given ones. */
  async #storedBytes(account: Binary, except: readonly Binary[]): Promise<number> {
    const [originals] = await this.#access.run(({ originals }) =>
      originals
        .aggregate<{ bytes: number }>([
          { $match: { account, object: { $nin: [null, ...except] } } },
          { $group: { _id: null, bytes: { $sum: "$sizeBytes" } } },
        ])
        .toArray(),
    );
    return originals?.bytes ?? 0;
  }

  /** False when another upload began meanwhile. */
  async #add(_id: Binary, account: CustodyAccountDocument | null, upload: UploadDocument): Promise<boolean> {
    if (account === null) {
      try {
        await this.#access.run(({ custodyAccounts }) =>
          custodyAccounts.insertOne({ _id, version: 1, uploads: [upload] }),
        );
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    }
    const { version } = account;
    const { matchedCount } = await this.#access.run(({ custodyAccounts }) =>
      custodyAccounts.updateOne(
        { _id, version },
        { $set: { version: version + 1 }, $push: { uploads: upload } },
      ),
    );
    return matchedCount === 1;
  }
}

export function isSame(one: Binary, other: Binary): boolean {
  return binaryToHex(one) === binaryToHex(other);
}
