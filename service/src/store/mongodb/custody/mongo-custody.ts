/**
 * Custody in MongoDB. The document of a proof decides what each of its blobs is. Every change is conditional on the
 * state that it changes. An upload is listed there before it reserves space, and removed before it releases the space,
 * so a paused process can only find an upload that it can no longer complete.
 */
import { Binary, type WithId } from "mongodb";
import type {
  CustodyStore,
  CustodyUsage,
  DownloadSpending,
  ObjectName,
  OriginalRecord,
  Purgeable,
  UploadEnd,
  UploadRequest,
  UploadStart,
  WrappedKey,
} from "../../custody-store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import { binaryToBytes, binaryToUuid, ownUuidToBinary, uuidToBinary } from "../documents/binary.js";
import type { OriginalDocument } from "../documents/documents.js";
import { CustodyDownloads } from "./custody-downloads.js";
import { CustodySpace, isSame } from "./custody-space.js";

/** The fields of a document without an original. Without its wrapped key, no copy of the blob can be read. */
const NONE = {
  object: null,
  sizeBytes: 0,
  fileName: null,
  mimeType: null,
  storedAt: null,
  custodyKey: null,
  wrappedKey: null,
} as const;

export class MongoCustody implements CustodyStore {
  readonly #access: MongoAccess;
  readonly #space: CustodySpace;
  readonly #downloads: CustodyDownloads;

  constructor(access: MongoAccess) {
    this.#access = access;
    this.#space = new CustodySpace(access);
    this.#downloads = new CustodyDownloads(access);
  }

  async beginUpload(request: UploadRequest): Promise<UploadStart> {
    const object = ownUuidToBinary(request.objectId);
    const { expiresAt } = request;
    await this.#noteUpload(request, { object, expiresAt });
    const start = await this.#space.reserve(request);
    if (start.outcome === "no_room") {
      // Nothing was or will be written to the blob store.
      await this.#access.run(({ originals }) =>
        originals.updateOne({ _id: ownUuidToBinary(request.proofId) }, { $pull: { uploads: { object } } }),
      );
      await this.#removeEmpty([request]);
    }
    return start;
  }

  async completeUpload(original: OriginalRecord): Promise<UploadEnd> {
    const _id = ownUuidToBinary(original.proofId);
    const account = ownUuidToBinary(original.accountId);
    const object = ownUuidToBinary(original.objectId);
    const upload = await this.#space.reserved(account, object);
    if (upload !== undefined && original.sizeBytes > upload.reservedBytes) {
      throw new RangeError(
        `expected an upload of at most ${upload.reservedBytes} bytes, got ${original.sizeBytes}`,
      );
    }
    const { matchedCount } = await this.#access.run(({ originals }) =>
      originals.updateOne(
        { _id, object: null, "uploads.object": object },
        {
          $set: {
            object,
            sizeBytes: original.sizeBytes,
            fileName: original.fileName,
            mimeType: original.mimeType,
            storedAt: original.storedAt,
            custodyKey: original.key.custodyKeyId,
            wrappedKey: new Binary(original.key.bytes),
          },
          $pull: { uploads: { object } },
        },
      ),
    );
    const document = matchedCount === 1 ? null : await this.#findDocument(_id);
    if (document !== null || matchedCount === 0) {
      if (document?.object == null) return "expired";
      if (!isSame(document.object, object)) return "existing";
    }
    await this.#space.settle(account, object);
    // After the original is stored: a deletion that does not find it has been recorded before.
    if (await this.#isDeleted(account)) {
      await this.endCustody(original);
      return "expired";
    }
    return "stored";
  }

  async abandonUpload(upload: ObjectName & { readonly accountId: string }): Promise<void> {
    const object = ownUuidToBinary(upload.objectId);
    await this.#discard(ownUuidToBinary(upload.proofId), ownUuidToBinary(upload.accountId), object);
  }

  async find(proofId: string): Promise<OriginalRecord | null> {
    const _id = uuidToBinary(proofId);
    const document = _id && (await this.#findDocument(_id));
    return document ? originalOf(document) : null;
  }

  async findAll(proofIds: readonly string[]): Promise<readonly OriginalRecord[]> {
    if (proofIds.length === 0) return [];
    const ids = proofIds.map(ownUuidToBinary);
    const documents = await this.#access.run(({ originals }) =>
      originals.find({ _id: { $in: ids }, object: { $ne: null } }).toArray(),
    );
    return documents.flatMap((document) => originalOf(document) ?? []);
  }

  async isUploading(proofId: string, now: Date): Promise<boolean> {
    const _id = uuidToBinary(proofId);
    const document = _id && (await this.#findDocument(_id));
    return document?.uploads.some(({ expiresAt }) => expiresAt > now) ?? false;
  }

  async endCustody({ objectId, proofId }: ObjectName): Promise<boolean> {
    const object = ownUuidToBinary(objectId);
    const { matchedCount } = await this.#access.run(({ originals }) =>
      originals.updateOne(
        { _id: ownUuidToBinary(proofId), object },
        { $set: NONE, $addToSet: { garbage: object } },
      ),
    );
    return matchedCount === 1;
  }

  usedBytes(accountId: string): Promise<number> {
    return this.#space.usedBytes(accountId);
  }

  async usageOf(accountIds: readonly string[]): Promise<readonly CustodyUsage[]> {
    if (accountIds.length === 0) return [];
    const ids = accountIds.map(ownUuidToBinary);
    const [stored, uploading] = await Promise.all([
      this.#access.run(({ originals }) =>
        originals
          .aggregate<{ _id: Binary; originals: number; storedBytes: number }>([
            { $match: { account: { $in: ids }, object: { $ne: null } } },
            { $group: { _id: "$account", originals: { $sum: 1 }, storedBytes: { $sum: "$sizeBytes" } } },
          ])
          .toArray(),
      ),
      this.#space.uploadsOf(ids),
    ]);
    const storedOf = new Map(stored.map((one) => [binaryToUuid(one._id), one]));
    const uploadsOf = new Map(uploading.map((one) => [binaryToUuid(one._id), one.uploads]));
    return accountIds.flatMap((accountId) => {
      const { originals = 0, storedBytes = 0 } = storedOf.get(accountId) ?? {};
      const uploads = uploadsOf.get(accountId) ?? [];
      const uploadingBytes = uploads.reduce((sum, { reservedBytes }) => sum + reservedBytes, 0);
      return originals + uploads.length === 0
        ? []
        : [{ accountId, originals, storedBytes, uploads: uploads.length, uploadingBytes }];
    });
  }

  async originalsOf(
    accountId: string,
    limit: number,
    after: string | null,
  ): Promise<readonly OriginalRecord[]> {
    const account = uuidToBinary(accountId);
    if (account === null) return [];
    const object = after === null ? { $ne: null } : { $gt: ownUuidToBinary(after) };
    const found = await this.#access.run(({ originals }) =>
      originals.find({ account, object }).sort({ object: 1 }).limit(limit).toArray(),
    );
    return found.flatMap((document) => originalOf(document) ?? []);
  }

  async purgeable(now: Date): Promise<Purgeable> {
    const [garbage, uploads] = await this.#access.run(({ originals }) =>
      Promise.all([
        originals
          .aggregate<{ count: number }>([
            { $match: { "garbage.0": { $exists: true } } },
            { $group: { _id: null, count: { $sum: { $size: "$garbage" } } } },
          ])
          .toArray(),
        originals
          .aggregate<{ count: number }>([
            { $match: { "uploads.expiresAt": { $lte: now } } },
            { $unwind: "$uploads" },
            { $match: { "uploads.expiresAt": { $lte: now } } },
            { $count: "count" },
          ])
          .toArray(),
      ]),
    );
    return { garbage: garbage[0]?.count ?? 0, expiredUploads: uploads[0]?.count ?? 0 };
  }

  async expireUploads(now: Date, limit: number): Promise<number> {
    const found = await this.#access.run(({ originals }) =>
      originals
        .find({ "uploads.expiresAt": { $lte: now } })
        .limit(limit)
        .toArray(),
    );
    let expired = 0;
    for (const { _id, account, uploads } of found) {
      for (const { object, expiresAt } of uploads) {
        if (expiresAt > now) continue;
        await this.#discard(_id, account, object);
        expired++;
      }
    }
    // Space that a paused process reserved late, or that a dead process did not release.
    for (const { _id: account, uploads } of await this.#space.withExpired(now, limit)) {
      for (const { object, proof, expiresAt } of uploads) {
        if (expiresAt > now) continue;
        const mayBeCompleted = (await this.#findDocument(proof))?.uploads.some((upload) =>
          isSame(upload.object, object),
        );
        if (!mayBeCompleted) await this.#space.settle(account, object);
      }
    }
    return expired;
  }

  async garbage(limit: number): Promise<readonly ObjectName[]> {
    const found = await this.#access.run(({ originals }) =>
      originals
        .find({ "garbage.0": { $exists: true } }, { projection: { garbage: 1 } })
        .limit(limit)
        .toArray(),
    );
    return found
      .flatMap(({ _id, garbage }) =>
        garbage.map((object) => ({ objectId: binaryToUuid(object), proofId: binaryToUuid(_id) })),
      )
      .slice(0, limit);
  }

  async forgetGarbage(objects: readonly ObjectName[]): Promise<void> {
    if (objects.length === 0) return;
    await this.#access.run(({ originals }) =>
      originals.bulkWrite(
        objects.map(({ objectId, proofId }) => ({
          updateOne: {
            filter: { _id: ownUuidToBinary(proofId) },
            update: { $pull: { garbage: ownUuidToBinary(objectId) } },
          },
        })),
        { ordered: false },
      ),
    );
    await this.#removeEmpty(objects);
  }

  async unknown(objects: readonly ObjectName[]): Promise<readonly ObjectName[]> {
    const proofs = [...new Set(objects.map(({ proofId }) => proofId))];
    const found = await this.#access.run(({ originals }) =>
      originals.find({ _id: { $in: proofs.map(ownUuidToBinary) } }).toArray(),
    );
    const known = new Set(
      found.flatMap(({ object, uploads, garbage }) =>
        [...(object === null ? [] : [object]), ...uploads.map((upload) => upload.object), ...garbage].map(
          binaryToUuid,
        ),
      ),
    );
    return objects.filter(({ objectId }) => !known.has(objectId));
  }

  async wrappedOtherwise(custodyKeyId: string, limit: number): Promise<readonly OriginalRecord[]> {
    const found = await this.#access.run(({ originals }) =>
      originals
        .find({ custodyKey: { $nin: [null, custodyKeyId] } })
        .limit(limit)
        .toArray(),
    );
    return found.flatMap((document) => originalOf(document) ?? []);
  }

  async rewrap({ objectId, proofId, key: former }: OriginalRecord, key: WrappedKey): Promise<boolean> {
    const { matchedCount } = await this.#access.run(({ originals }) =>
      originals.updateOne(
        {
          _id: ownUuidToBinary(proofId),
          object: ownUuidToBinary(objectId),
          wrappedKey: new Binary(former.bytes),
        },
        { $set: { custodyKey: key.custodyKeyId, wrappedKey: new Binary(key.bytes) } },
      ),
    );
    return matchedCount === 1;
  }

  spendDownload(
    accountId: string,
    downloadId: string,
    at: Date,
    maxPerDay: number,
  ): Promise<DownloadSpending> {
    return this.#downloads.spend(accountId, downloadId, at, maxPerDay);
  }

  downloadsOfDay(accountId: string, moment: Date): Promise<number> {
    return this.#downloads.ofDay(accountId, moment);
  }

  async #noteUpload(
    { proofId, accountId }: UploadRequest,
    upload: OriginalDocument["uploads"][number],
  ): Promise<void> {
    for (;;) {
      try {
        await this.#access.run(({ originals }) =>
          originals.updateOne(
            { _id: ownUuidToBinary(proofId) },
            {
              $setOnInsert: { account: ownUuidToBinary(accountId), ...NONE, garbage: [] },
              $addToSet: { uploads: upload },
            },
            { upsert: true },
          ),
        );
        return;
      } catch (error) {
        // Another process created the document at the same time; the retry finds it.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  /** Makes an upload garbage, unless it is the original, and releases its space. */
  async #discard(_id: Binary, account: Binary, object: Binary): Promise<void> {
    await this.#access.run(({ originals }) =>
      originals.updateOne(
        { _id, object: { $ne: object } },
        { $pull: { uploads: { object } }, $addToSet: { garbage: object } },
      ),
    );
    await this.#space.settle(account, object);
  }

  /** Removes empty documents. An upload that begins meanwhile creates a new one. */
  async #removeEmpty(objects: readonly ObjectName[]): Promise<void> {
    const proofs = [...new Set(objects.map(({ proofId }) => proofId))].map(ownUuidToBinary);
    await this.#access.run(({ originals }) =>
      originals.deleteMany({
        _id: { $in: proofs },
        object: null,
        uploads: { $size: 0 },
        garbage: { $size: 0 },
      }),
    );
  }

  async #isDeleted(_id: Binary): Promise<boolean> {
    const account = await this.#access.run(({ accounts }) =>
      accounts.findOne({ _id }, { projection: { deletion: 1 } }),
    );
    return account !== null && account.deletion != null;
  }

  #findDocument(_id: Binary): Promise<WithId<OriginalDocument> | null> {
    return this.#access.run(({ originals }) => originals.findOne({ _id }));
  }
}

function originalOf(document: OriginalDocument): OriginalRecord | null {
  const { _id, account, object, sizeBytes, fileName, mimeType, storedAt, custodyKey, wrappedKey } = document;
  if (object === null) return null;
  return {
    objectId: binaryToUuid(object),
    proofId: binaryToUuid(_id),
    accountId: binaryToUuid(account),
    sizeBytes,
    fileName: fileName!,
    mimeType: mimeType!,
    storedAt: storedAt!,
    key: { custodyKeyId: custodyKey!, bytes: binaryToBytes(wrappedKey!) },
  };
}
