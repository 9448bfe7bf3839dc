/**
 * Originals in custody: whose each blob is, how much of the account's space it takes, and how often it was downloaded.
 * The bytes are in the blob store.
 *
 * Each upload writes a blob of its own, named by two identifiers: `proofId`, and `objectId`, which is new for every
 * attempt. At most one upload of a proof becomes its original. Every other blob, and the blob of an original whose custody
 * ended, has a row of `garbage` until it is known to be deleted. An upload has that row before its first byte, so that a
 * crash leaves no blob behind that nothing knows.
 *
 * Every function may be repeated. Times come from the caller. An account's space is a counter that is written with what it
 * counts. An upload touches its account, which stands for the other uploads and excludes its deletion.
 */

import type { Changeable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { utcDay } from "../store/utc-day.js";
import { standingAccount } from "./accounts.js";
import { everyRow } from "./every-row.js";
import type {
  CustodyUsage,
  DownloadSpending,
  ObjectName,
  OriginalRecord,
  Purgeable,
  UploadEnd,
  UploadRequest,
  UploadStart,
  WrappedKey,
} from "./types.js";

/** After every identifier. */
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Reserves space of the account before the first byte is read. All originals and unexpired uploads of an account together
 * never exceed its space, with any number of instances and after any crash.
 *
 * @throws RangeError when there is no such account.
 */
export function beginUpload(store: Store, request: UploadRequest): Promise<UploadStart> {
  const { objectId: object, proofId: proof, accountId: account, minBytes, maxBytes, expiresAt } = request;
  return store.change("custody.beginUpload", async (rows): Promise<UploadStart> => {
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
  });
}

/**
 * Makes an uploaded blob the proof's original. From then on it takes exactly its size of the account's space.
 *
 * @returns `existing`: another upload of the proof was completed first. `expired`: this upload's time is over, or its
 * account was deleted. In both cases the caller must abandon it.
 * @throws RangeError when the size exceeds what was reserved.
 */
export function completeUpload(store: Store, original: OriginalRecord): Promise<UploadEnd> {
  const { objectId, proofId, accountId, key, ...cells } = original;
  return store.change("custody.completeUpload", async (rows): Promise<UploadEnd> => {
    const [upload, standing, account] = await Promise.all([
      rows.garbage.get([objectId]),
      rows.originals.get([proofId]),
      rows.accounts.get([accountId]),
    ]);
    if (standing?.object === objectId) return "stored";
    if (upload === null || upload.expiresAt === null || account?.deletedAt !== null) return "expired";
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
  });
}

/** Releases the space and makes the blob garbage, whether or not the blob exists. Changes no original. */
export function abandonUpload(
  store: Store,
  { objectId: object, proofId: proof, accountId: account }: ObjectName & { readonly accountId: string },
): Promise<void> {
  const endedAt = new Date();
  return store.change("custody.abandonUpload", async (rows) => {
    const [upload, original] = await Promise.all([rows.garbage.get([object]), rows.originals.get([proof])]);
    if (original?.object === object) return;
    if (upload !== null) return endUpload(rows, upload, endedAt);
    // It had expired, and the blob was deleted before this process went on writing it.
    await rows.garbage.insert({ object, proof, account, reservedBytes: 0, expiresAt: null, endedAt });
  });
}

/** The proof's original; null when it has none. */
export function find(store: Store, proofId: string): Promise<OriginalRecord | null> {
  return store.read("custody.find", async (rows) => {
    const row = await rows.originals.get([proofId]);
    return row && originalOf(row);
  });
}

/** The originals of several proofs, in no order. */
export function findAll(store: Store, proofIds: readonly string[]): Promise<readonly OriginalRecord[]> {
  return store.read("custody.findAll", async (rows) => {
    const found = await rows.originals.getMany(proofIds.map((id) => [id]));
    return found.filter((row) => row !== null).map(originalOf);
  });
}

/** Whether an unexpired upload for the proof is in progress. */
export function isUploading(store: Store, proofId: string, now: Date): Promise<boolean> {
  return store.read("custody.isUploading", async (rows) => {
    const blobs = await everyRow(rows.garbage, ["proof"], [proofId]);
    return blobs.some(({ expiresAt }) => expiresAt !== null && expiresAt > now);
  });
}

/**
 * Ends custody: the blob becomes garbage and its space is released. False when this blob is not, or no longer, the proof's
 * original.
 */
export function endCustody(store: Store, { objectId, proofId }: ObjectName): Promise<boolean> {
  const endedAt = new Date();
  return store.change("custody.endCustody", async (rows) => {
    const original = await rows.originals.get([proofId]);
    if (original?.object !== objectId) return false;
    await endOriginal(rows, original, endedAt);
    return true;
  });
}

/**
 * Ends uploads and originals of a deleted account, at most `limit`, so that no copy of their blobs can be read.
 *
 * @returns how many.
 */
export async function endCustodyOf(
  rows: Changeable,
  account: string,
  limit: number,
  at: Date,
): Promise<number> {
  const [uploads, originals] = await Promise.all([
    rows.garbage.page(["account", "expiresAt", "object"], [account], { limit }),
    rows.originals.page(["account", "object", "proof"], [account], { limit }),
  ]);
  for (const upload of uploads) await endUpload(rows, upload, at);
  const rest = originals.slice(0, limit - uploads.length);
  for (const original of rest) await endOriginal(rows, original, at);
  return uploads.length + rest.length;
}

/** Size of the stored originals of an account in bytes, without uploads in progress. */
export function usedBytes(store: Store, accountId: string): Promise<number> {
  return store.read(
    "custody.usedBytes",
    async (rows) => (await rows.custodySpace.get([accountId]))?.storedBytes ?? 0,
  );
}

/** The use of several accounts, in no order; those that use nothing are left out. */
export function usageOf(store: Store, accountIds: readonly string[]): Promise<readonly CustodyUsage[]> {
  return store.read("custody.usageOf", async (rows) => {
    const spaces = await rows.custodySpace.getMany(accountIds.map((id) => [id]));
    return spaces
      .filter((space) => space !== null && space.originals + space.uploads > 0)
      .map((space) => {
        const { account: accountId, ...used } = space!;
        return { accountId, ...used };
      });
  });
}

/**
 * A page of an account's originals, in the order of `objectId`.
 *
 * @param after the `objectId` after which the page begins; null for the first page.
 */
export function originalsOf(
  store: Store,
  accountId: string,
  limit: number,
  after: string | null,
): Promise<readonly OriginalRecord[]> {
  const page = { after: after === null ? null : [after], limit };
  return store.read("custody.originalsOf", async (rows) =>
    (await rows.originals.page(["account", "object", "proof"], [accountId], page)).map(originalOf),
  );
}

/** What a purge would find. Reads all of it. */
export function purgeable(store: Store, now: Date): Promise<Purgeable> {
  return store.read("custody.purgeable", async (rows) => {
    const [garbage, uploads] = await Promise.all([
      everyRow(rows.garbage, ["endedAt", "object"], []),
      everyRow(rows.garbage, ["expiresAt", "object"], []),
    ]);
    return { garbage: garbage.length, expiredUploads: expiredOf(uploads, now).length };
  });
}

/** Ends expired uploads, at most `limit`. @returns their number. */
export function expireUploads(store: Store, now: Date, limit: number): Promise<number> {
  return store.change("custody.expireUploads", async (rows) => {
    const expired = expiredOf(await rows.garbage.page(["expiresAt", "object"], [], { limit }), now);
    for (const upload of expired) await endUpload(rows, upload, now);
    return expired.length;
  });
}

/** Blobs to delete, at most `limit` of them. */
export function garbage(store: Store, limit: number): Promise<readonly ObjectName[]> {
  return store.read("custody.garbage", async (rows) => {
    const ended = await rows.garbage.page(["endedAt", "object"], [], { limit });
    return ended.map(({ object, proof }) => ({ objectId: object, proofId: proof }));
  });
}

/** Records that blobs were deleted. */
export function forgetGarbage(store: Store, objects: readonly ObjectName[]): Promise<void> {
  return store.change("custody.forgetGarbage", async (rows) => {
    const blobs = await rows.garbage.getMany(objects.map(({ objectId }) => [objectId]));
    const ended = blobs.filter((blob) => blob !== null && blob.endedAt !== null);
    await rows.garbage.remove(...ended.map((blob) => [blob!.object] as const));
  });
}

/** Those of the given blobs that no original, upload or garbage record refers to. */
export function unknown(store: Store, objects: readonly ObjectName[]): Promise<readonly ObjectName[]> {
  return store.read("custody.unknown", async (rows) => {
    const [blobs, originals] = await Promise.all([
      rows.garbage.getMany(objects.map(({ objectId }) => [objectId])),
      rows.originals.getMany(objects.map(({ proofId }) => [proofId])),
    ]);
    return objects.filter(({ objectId }, i) => blobs[i] === null && originals[i]?.object !== objectId);
  });
}

/** Originals whose key is encrypted under another custody key than the given one, at most `limit` of them. */
export function wrappedOtherwise(
  store: Store,
  custodyKeyId: string,
  limit: number,
): Promise<readonly OriginalRecord[]> {
  return store.read("custody.wrappedOtherwise", async (rows) => {
    const [first, later] = await Promise.all([
      rows.originals.page(["custodyKey", "proof"], [], { limit }),
      rows.originals.page(["custodyKey", "proof"], [], { after: [custodyKeyId, LAST_ID], limit }),
    ]);
    const before = first.filter(({ custodyKey }) => custodyKey < custodyKeyId);
    return [...before, ...later].slice(0, limit).map(originalOf);
  });
}

/** Replaces the wrapped key of an original. False when the original is gone or already has another key. */
export function rewrap(
  store: Store,
  { objectId: object, proofId, key: former }: OriginalRecord,
  { custodyKeyId: custodyKey, bytes: wrappedKey }: WrappedKey,
): Promise<boolean> {
  return store.change("custody.rewrap", (rows) =>
    rows.originals.update([proofId], { object, wrappedKey: former.bytes }, { custodyKey, wrappedKey }),
  );
}

/**
 * Counts a download in the account's UTC day, unless the day's allowance is used up. The same identifier counts once.
 *
 * @returns `used`: downloads of the day including this one, or the whole allowance if none is left.
 * @throws RangeError when there was never such an account.
 */
export function spendDownload(
  store: Store,
  accountId: string,
  downloadId: string,
  at: Date,
  maxPerDay: number,
): Promise<DownloadSpending> {
  const day = utcDay(at);
  return store.change("custody.spendDownload", async (rows): Promise<DownloadSpending> => {
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
  });
}

export function downloadsOfDay(store: Store, accountId: string, moment: Date): Promise<number> {
  return store.read(
    "custody.downloadsOfDay",
    async (rows) =>
      (await everyRow(rows.downloads, ["account", "day", "id"], [accountId, utcDay(moment)])).length,
  );
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
async function count(
  rows: Changeable,
  account: string,
  by: Partial<Record<keyof Row<"custodySpace">, number>>,
): Promise<void> {
  for (const [column, points] of Object.entries(by))
    await rows.custodySpace.count([account], column as keyof typeof by, points, {});
}

const expiredOf = (uploads: readonly Row<"garbage">[], now: Date) =>
  uploads.filter(({ expiresAt }) => expiresAt! <= now);

function originalOf(row: Row<"originals">): OriginalRecord {
  const { object, proof, account, custodyKey, wrappedKey, ...cells } = row;
  return {
    ...{ ...cells, objectId: object, proofId: proof, accountId: account },
    key: { custodyKeyId: custodyKey, bytes: wrappedKey },
  };
}
