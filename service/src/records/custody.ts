/**
 * Originals in custody: whose each blob is, how much of the account's space it takes, and how often it was downloaded.
 * The bytes are in the blob store.
 *
 * Each upload writes a blob of its own, named by two identifiers: `proofId`, and `objectId`, which is new for every
 * attempt. At most one upload of a proof becomes its original. Every other blob, and the blob of an original whose custody
 * ended, has a row of `garbage` until it is known to be deleted. An upload has that row before its first byte, so that a
 * crash leaves no blob behind that nothing knows.
 *
 * Every function may be repeated. Times come from the caller: those that uploads end by, from the clock of the store (`now`), so
 * that an instance with a wrong clock neither ends those of others nor keeps their room. An account's space is a counter that is written with what it
 * counts. An upload touches its account, which stands for the other uploads and excludes its deletion.
 */
import { utcDay } from "../store/rates.js";
import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { enterAudit } from "./audit.js";
import { dueRows, everyRow } from "./every-row.js";
import { standingAccount } from "./standing-account.js";
import type {
  AuditEntry,
  CustodyUsage,
  ObjectName,
  OriginalRecord,
  UploadRequest,
  UploadStart,
} from "./types.js";

/** After every identifier. */
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

export const tasks = {
  /** The time by the clock of the store. */
  now: (store: Store): Promise<Date> => store.ping("reads"),
};

export const changes = {
  /**
   * Reserves space of the account before the first byte is read. All originals and unexpired uploads of an account together
   * never exceed its space, with any number of instances and after any crash.
   *
   * @throws NoAccountError
   */
  async beginUpload(rows: Changeable, request: UploadRequest): Promise<UploadStart> {
    const { objectId: object, proofId: proof, accountId: account, minBytes, maxBytes, expiresAt } = request;
    const [, known, original, space] = await Promise.all([
      standingAccount(rows, account),
      rows.garbage.get([object]),
      rows.originals.get([proof]),
      rows.custodySpace.get([account]),
    ]);
    if (known !== null) return { outcome: "begun", reservedBytes: known.reservedBytes };
    if (original?.object === object) return { outcome: "begun", reservedBytes: original.sizeBytes };
    await rows.accounts.touch([account]);
    const { storedBytes: usedBytes, uploadingBytes } = space ?? { storedBytes: 0, uploadingBytes: 0 };
    const freeBytes = request.maxAccountBytes - usedBytes - uploadingBytes;
    if (freeBytes < minBytes) return { outcome: "no_room", usedBytes, uploadingBytes };
    const reservedBytes = Math.min(maxBytes, freeBytes);
    await rows.garbage.insert({ object, proof, account, reservedBytes, expiresAt, endedAt: null });
    await count(rows, account, { uploads: 1, uploadingBytes: reservedBytes });
    return { outcome: "begun", reservedBytes };
  },

  /**
   * Makes an uploaded blob the proof's original. From then on it takes exactly its size of the account's space.
   *
   * @returns `existing`: another upload of the proof was completed first. `expired`: this upload's time is over.
   * @throws NoAccountError, and RangeError when the size exceeds what was reserved. Unless it is stored, the caller must
   * abandon it.
   */
  async completeUpload(rows: Changeable, blob: OriginalRecord): Promise<"stored" | "existing" | "expired"> {
    const { objectId, proofId, accountId, key, ...cells } = blob;
    const [upload, standing] = await Promise.all([
      rows.garbage.get([objectId]),
      rows.originals.get([proofId]),
    ]);
    if (standing?.object === objectId) return "stored";
    await standingAccount(rows, accountId);
    if (upload === null || upload.expiresAt === null) return "expired";
    const { reservedBytes } = upload;
    if (cells.sizeBytes > reservedBytes)
      throw new RangeError(`expected an upload of at most ${reservedBytes} bytes, got ${cells.sizeBytes}`);
    if (standing !== null) return "existing";
    await rows.accounts.touch([accountId]);
    await rows.garbage.remove([objectId]);
    await rows.originals.insert({
      ...{ proof: proofId, account: accountId, object: objectId, ...cells },
      ...{ custodyKey: key.custodyKeyId, wrappedKey: key.bytes },
    });
    const ended = { uploads: -1, uploadingBytes: -reservedBytes };
    await count(rows, accountId, { ...ended, originals: 1, storedBytes: cells.sizeBytes });
    return "stored";
  },

  /**
   * Releases the space and makes the blob garbage, whether or not the blob exists. False, and nothing is written, when it is
   * the proof's original: the upload was completed, though its answer may be lost.
   */
  async abandonUpload(
    rows: Changeable,
    blob: Pick<OriginalRecord, "objectId" | "proofId" | "accountId">,
  ): Promise<boolean> {
    const { objectId: object, proofId: proof, accountId: account } = blob;
    const endedAt = new Date();
    const [upload, original] = await Promise.all([rows.garbage.get([object]), rows.originals.get([proof])]);
    if (original?.object === object) return false;
    if (upload !== null) await endUpload(rows, upload, endedAt);
    // It had expired, and the blob was deleted before this process went on writing it.
    else await rows.garbage.insert({ object, proof, account, reservedBytes: 0, expiresAt: null, endedAt });
    return true;
  },

  /**
   * Ends custody: the blob becomes garbage and its space is released. False, and nothing is written, when this blob is not,
   * or no longer, the proof's original.
   *
   * @param audit the entry of it, where the caller writes none for many.
   */
  async endCustody(
    rows: Changeable,
    { objectId, proofId }: ObjectName,
    audit: AuditEntry | null = null,
  ): Promise<boolean> {
    const endedAt = new Date();
    const original = await rows.originals.get([proofId]);
    if (original?.object !== objectId) return false;
    await endOriginal(rows, original, endedAt);
    if (audit !== null) await enterAudit(rows, audit);
    return true;
  },

  /** Ends uploads that have expired at a time, at most `limit`. @returns their number. */
  async expireUploads(rows: Changeable, at: Date, limit: number): Promise<number> {
    const endedAt = new Date();
    const expired = await dueRows(rows.garbage, ["expiresAt", "object"], [], at, limit);
    for (const upload of expired) await endUpload(rows, upload, endedAt);
    return expired.length;
  },

  /** Records that blobs were deleted. */
  async forgetGarbage(rows: Changeable, objects: readonly ObjectName[]): Promise<void> {
    const blobs = await rows.garbage.getMany(objects.map(({ objectId }) => [objectId]));
    const ended = blobs.filter((blob) => blob !== null && blob.endedAt !== null);
    await rows.garbage.remove(...ended.map((blob) => [blob!.object] as const));
  },

  /** Replaces the wrapped key of an original. False when the original is gone or already has another key. */
  async rewrap(
    rows: Changeable,
    { objectId: object, proofId, key: former }: OriginalRecord,
    { custodyKeyId: custodyKey, bytes: wrappedKey }: OriginalRecord["key"],
  ): Promise<boolean> {
    return rows.originals.update([proofId], { object, wrappedKey: former.bytes }, { custodyKey, wrappedKey });
  },

  /**
   * Counts a download in the account's UTC day, unless the day's allowance is used up. The same identifier counts once.
   *
   * @returns `used`: downloads of the day including this one, or the whole allowance if none is left.
   * @throws RangeError when there was never such an account.
   */
  async spendDownload(
    rows: Changeable,
    accountId: string,
    downloadId: string,
    at: Date,
    maxPerDay: number,
  ): Promise<{ readonly outcome: "spent" | "none_left"; readonly used: number }> {
    const day = utcDay(at);
    const kept = await everyRow(rows.downloads, ["account", "day", "id"], [accountId]);
    const ofDay = kept.filter((download) => download.day === day);
    const used = ofDay.length;
    if (ofDay.some(({ id }) => id === downloadId)) return { outcome: "spent", used };
    if (used >= maxPerDay) return { outcome: "none_left", used };
    // It stands for the day's other downloads.
    if (!(await rows.accounts.touch([accountId]))) throw new RangeError(`there is no account ${accountId}`);
    // Days before yesterday are no longer needed.
    const old = kept.filter((download) => download.day < day - 1);
    await rows.downloads.remove(...old.map((download) => [accountId, download.day, download.id] as const));
    await rows.downloads.insert({ account: accountId, day, id: downloadId });
    return { outcome: "spent", used: used + 1 };
  },
};

export const queries = {
  /** The proof's original; null when it has none. */
  async find(rows: Readable, proofId: string): Promise<OriginalRecord | null> {
    const row = await rows.originals.get([proofId]);
    return row && originalOf(row);
  },

  /** The originals of several proofs, in no order. */
  async findAll(rows: Readable, proofIds: readonly string[]): Promise<readonly OriginalRecord[]> {
    const found = await rows.originals.getMany(proofIds.map((id) => [id]));
    return found.filter((row) => row !== null).map(originalOf);
  },

  /** Whether an unexpired upload for the proof is in progress. */
  async isUploading(rows: Readable, proofId: string, now: Date): Promise<boolean> {
    const blobs = await everyRow(rows.garbage, ["proof"], [proofId]);
    return blobs.some(({ expiresAt }) => expiresAt !== null && expiresAt > now);
  },

  /** Size of the stored originals of an account in bytes, without uploads in progress. */
  async usedBytes(rows: Readable, accountId: string): Promise<number> {
    return (await rows.custodySpace.get([accountId]))?.storedBytes ?? 0;
  },

  /** The use of several accounts, in no order; those that use nothing are left out. */
  async usageOf(rows: Readable, accountIds: readonly string[]): Promise<readonly CustodyUsage[]> {
    const spaces = await rows.custodySpace.getMany(accountIds.map((id) => [id]));
    return spaces
      .filter((space) => space !== null)
      .filter(({ originals, uploads }) => originals + uploads > 0)
      .map(({ account: accountId, ...used }) => ({ accountId, ...used }));
  },

  /**
   * A page of an account's originals, in the order of `objectId`.
   *
   * @param after the `objectId` after which the page begins; null for the first page.
   */
  async originalsOf(
    rows: Readable,
    accountId: string,
    limit: number,
    after: string | null,
  ): Promise<readonly OriginalRecord[]> {
    const page = { after: after === null ? null : [after], limit };
    return (await rows.originals.page(["account", "object", "proof"], [accountId], page)).map(originalOf);
  },

  /** What a purge would find. Reads all of it. */
  async purgeable(rows: Readable, now: Date): Promise<{ garbage: number; expiredUploads: number }> {
    const [garbage, uploads] = await Promise.all([
      everyRow(rows.garbage, ["endedAt", "object"], []),
      everyRow(rows.garbage, ["expiresAt", "object"], []),
    ]);
    return {
      garbage: garbage.length,
      expiredUploads: uploads.filter(({ expiresAt }) => expiresAt! <= now).length,
    };
  },

  /** Blobs to delete, at most `limit` of them. */
  async garbage(rows: Readable, limit: number): Promise<readonly ObjectName[]> {
    const ended = await rows.garbage.page(["endedAt", "object"], [], { limit });
    return ended.map(({ object, proof }) => ({ objectId: object, proofId: proof }));
  },

  /** Those of the given blobs that no original, upload or garbage record refers to. */
  async unknown(rows: Readable, objects: readonly ObjectName[]): Promise<readonly ObjectName[]> {
    const [blobs, originals] = await Promise.all([
      rows.garbage.getMany(objects.map(({ objectId }) => [objectId])),
      rows.originals.getMany(objects.map(({ proofId }) => [proofId])),
    ]);
    return objects.filter(({ objectId }, i) => blobs[i] === null && originals[i]?.object !== objectId);
  },

  /** Originals whose key is encrypted under another custody key than the given one, at most `limit` of them. */
  async wrappedOtherwise(rows: Readable, keyId: string, limit: number): Promise<readonly OriginalRecord[]> {
    const [first, later] = await Promise.all([
      rows.originals.page(["custodyKey", "proof"], [], { limit }),
      rows.originals.page(["custodyKey", "proof"], [], { after: [keyId, LAST_ID], limit }),
    ]);
    const before = first.filter(({ custodyKey }) => custodyKey < keyId);
    return [...before, ...later].slice(0, limit).map(originalOf);
  },

  async downloadsOfDay(rows: Readable, accountId: string, moment: Date): Promise<number> {
    return (await everyRow(rows.downloads, ["account", "day", "id"], [accountId, utcDay(moment)])).length;
  },
};

/**
 * Ends uploads and originals of a deleted account, at most `limit`, so that no copy of their blobs can be read.
 *
 * @returns how many.
 */
export async function endCustodyOf(rows: Changeable, id: string, limit: number, at: Date): Promise<number> {
  const [uploads, originals] = await Promise.all([
    rows.garbage.page(["account", "expiresAt", "object"], [id], { limit }),
    rows.originals.page(["account", "object", "proof"], [id], { limit }),
  ]);
  for (const upload of uploads) await endUpload(rows, upload, at);
  const rest = originals.slice(0, limit - uploads.length);
  for (const original of rest) await endOriginal(rows, original, at);
  return uploads.length + rest.length;
}

/** Releases an upload's space and makes its blob garbage. */
async function endUpload(rows: Changeable, upload: Row<"garbage">, endedAt: Date): Promise<void> {
  const { object, account, reservedBytes } = upload;
  if (upload.expiresAt === null) return;
  await rows.garbage.update([object], {}, { reservedBytes: 0, expiresAt: null, endedAt });
  await count(rows, account, { uploads: -1, uploadingBytes: -reservedBytes });
}

/** Releases an original's space and makes its blob garbage. Without its wrapped key, no copy of the blob can be read. */
async function endOriginal(rows: Changeable, original: Row<"originals">, endedAt: Date): Promise<void> {
  const { proof, object, account, sizeBytes } = original;
  await rows.originals.remove([proof]);
  await rows.garbage.insert({ object, proof, account, reservedBytes: 0, expiresAt: null, endedAt });
  await count(rows, account, { originals: -1, storedBytes: -sizeBytes });
}

/** Adds to the counters of an account's space. */
async function count(rows: Changeable, account: string, by: Partial<Omit<Row<"custodySpace">, "account">>) {
  for (const [column, points] of Object.entries(by))
    await rows.custodySpace.count([account], column as keyof typeof by, points, {});
}

function originalOf(row: Row<"originals">): OriginalRecord {
  const { object, proof, account, custodyKey, wrappedKey, ...cells } = row;
  return {
    ...{ ...cells, objectId: object, proofId: proof, accountId: account },
    key: { custodyKeyId: custodyKey, bytes: wrappedKey },
  };
}

const PAGE_ORIGINALS = 500;

/** The originals of an account, page by page. */
export async function* eachOriginal(
  custody: {
    originalsOf(account: string, limit: number, after: string | null): Promise<readonly OriginalRecord[]>;
  },
  account: string,
): AsyncGenerator<OriginalRecord> {
  for (let last: string | null = null; ; ) {
    const page: readonly OriginalRecord[] = await custody.originalsOf(account, PAGE_ORIGINALS, last);
    yield* page;
    if (page.length < PAGE_ORIGINALS) return;
    last = page.at(-1)!.objectId;
  }
}
