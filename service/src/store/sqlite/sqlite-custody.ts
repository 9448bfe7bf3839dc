/** Custody in SQLite: one row for each blob, with its state. An account's use is the sum of its rows. */

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
} from "../custody-store.js";
import { utcDay } from "../utc-day.js";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import { findAccountSeq, accountSeq as standingAccountSeq } from "./account-rows.js";
import type { Connection } from "./connection.js";
import { makeGarbage } from "./custody-garbage.js";
import type { SqliteAccess } from "./sqlite-access.js";

interface ObjectRow {
  readonly id: string;
  readonly proof: string;
}

interface OriginalRow extends ObjectRow {
  readonly account_id: string;
  readonly size_bytes: number;
  readonly file_name: string;
  readonly mime_type: string;
  readonly stored_at: number;
  readonly custody_key: string;
  readonly wrapped_key: Uint8Array;
}

const OBJECT_COLUMNS = "lower(hex(o.id)) AS id, lower(hex(o.proof)) AS proof";

const SELECT_ORIGINAL = `
  SELECT ${OBJECT_COLUMNS}, lower(hex(a.id)) AS account_id, o.size_bytes, o.file_name, o.mime_type, o.stored_at,
    o.custody_key, o.wrapped_key
  FROM custody_objects o JOIN accounts a ON a.seq = o.account WHERE o.state = 'stored'`;

export class SqliteCustody implements CustodyStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  beginUpload(request: UploadRequest): Promise<UploadStart> {
    return this.#access.write((sql) => {
      const account = standingAccountSeq(sql, request.accountId);
      const usedBytes = bytesOf(sql, account, "stored");
      const uploadingBytes = bytesOf(sql, account, "uploading");
      const freeBytes = request.maxAccountBytes - usedBytes - uploadingBytes;
      if (freeBytes < request.minBytes) return { outcome: "no_room", usedBytes, uploadingBytes };
      const reservedBytes = Math.min(request.maxBytes, freeBytes);
      sql.run(
        `INSERT INTO custody_objects (id, proof, account, state, size_bytes, expires_at)
         VALUES (?, ?, ?, 'uploading', ?, ?)`,
        ownUuidToBytes(request.objectId),
        ownUuidToBytes(request.proofId),
        account,
        reservedBytes,
        request.expiresAt.getTime(),
      );
      return { outcome: "begun", reservedBytes };
    });
  }

  completeUpload(original: OriginalRecord): Promise<UploadEnd> {
    return this.#access.write((sql) => {
      const id = ownUuidToBytes(original.objectId);
      const proof = ownUuidToBytes(original.proofId);
      const row = sql.get<{ state: string; size_bytes: number; deleted_at: number | null }>(
        `SELECT o.state, o.size_bytes, a.deleted_at FROM custody_objects o JOIN accounts a ON a.seq = o.account
         WHERE o.id = ?`,
        id,
      );
      if (row?.state === "stored") return "stored";
      if (row?.state !== "uploading" || row.deleted_at !== null) return "expired";
      if (original.sizeBytes > row.size_bytes) {
        throw new RangeError(
          `expected an upload of at most ${row.size_bytes} bytes, got ${original.sizeBytes}`,
        );
      }
      if (sql.get("SELECT 1 FROM custody_objects WHERE proof = ? AND state = 'stored'", proof))
        return "existing";
      sql.run(
        `UPDATE custody_objects SET state = 'stored', size_bytes = ?, expires_at = NULL, file_name = ?, mime_type = ?,
           stored_at = ?, custody_key = ?, wrapped_key = ? WHERE id = ?`,
        original.sizeBytes,
        original.fileName,
        original.mimeType,
        original.storedAt.getTime(),
        original.key.custodyKeyId,
        original.key.bytes,
        id,
      );
      return "stored";
    });
  }

  abandonUpload(upload: ObjectName & { readonly accountId: string }): Promise<void> {
    return this.#access.write((sql) => {
      // An expired upload may have been removed by now, or completed after all.
      sql.run(
        `INSERT INTO custody_objects (id, proof, account, state, size_bytes) VALUES (?, ?, ?, 'garbage', 0)
         ON CONFLICT (id) DO UPDATE SET state = 'garbage', size_bytes = 0, expires_at = NULL
           WHERE state = 'uploading'`,
        ownUuidToBytes(upload.objectId),
        ownUuidToBytes(upload.proofId),
        accountSeq(sql, upload.accountId),
      );
    });
  }

  find(proofId: string): Promise<OriginalRecord | null> {
    return this.#access.read((sql) => {
      const row = sql.get<OriginalRow>(`${SELECT_ORIGINAL} AND o.proof = ?`, uuidToBytes(proofId));
      return row === undefined ? null : originalOf(row);
    });
  }

  findAll(proofIds: readonly string[]): Promise<readonly OriginalRecord[]> {
    return this.#access.read((sql) =>
      proofIds.flatMap((proofId) => {
        const row = sql.get<OriginalRow>(`${SELECT_ORIGINAL} AND o.proof = ?`, uuidToBytes(proofId));
        return row === undefined ? [] : [originalOf(row)];
      }),
    );
  }

  isUploading(proofId: string, now: Date): Promise<boolean> {
    return this.#access.read(
      (sql) =>
        sql.get(
          "SELECT 1 FROM custody_objects WHERE proof = ? AND state = 'uploading' AND expires_at > ?",
          uuidToBytes(proofId),
          now.getTime(),
        ) !== undefined,
    );
  }

  endCustody({ objectId, proofId }: ObjectName): Promise<boolean> {
    return this.#access.write((sql) => {
      const id = ownUuidToBytes(objectId);
      const stands = sql.get(
        "SELECT 1 FROM custody_objects WHERE id = ? AND proof = ? AND state = 'stored'",
        id,
        ownUuidToBytes(proofId),
      );
      if (stands === undefined) return false;
      makeGarbage(sql, id);
      return true;
    });
  }

  usedBytes(accountId: string): Promise<number> {
    return this.#access.read((sql) => bytesOf(sql, accountSeq(sql, accountId), "stored"));
  }

  usageOf(accountIds: readonly string[]): Promise<readonly CustodyUsage[]> {
    return this.#access.read((sql) =>
      accountIds.flatMap((accountId) => {
        const used = sql.get<Omit<CustodyUsage, "accountId">>(
          `SELECT count(*) FILTER (WHERE o.state = 'stored') AS originals,
             coalesce(sum(o.size_bytes) FILTER (WHERE o.state = 'stored'), 0) AS storedBytes,
             count(*) FILTER (WHERE o.state = 'uploading') AS uploads,
             coalesce(sum(o.size_bytes) FILTER (WHERE o.state = 'uploading'), 0) AS uploadingBytes
           FROM custody_objects o WHERE o.account = (SELECT seq FROM accounts WHERE id = ?) AND o.state <> 'garbage'`,
          uuidToBytes(accountId),
        )!;
        return used.originals + used.uploads === 0 ? [] : [{ accountId, ...used }];
      }),
    );
  }

  originalsOf(accountId: string, limit: number, after: string | null): Promise<readonly OriginalRecord[]> {
    return this.#access.read((sql) =>
      sql
        .all<OriginalRow>(
          `${SELECT_ORIGINAL} AND a.id = ? AND o.id > ? ORDER BY o.id LIMIT ?`,
          uuidToBytes(accountId),
          after === null ? new Uint8Array() : ownUuidToBytes(after),
          limit,
        )
        .map(originalOf),
    );
  }

  purgeable(now: Date): Promise<Purgeable> {
    return this.#access.read(
      (sql) =>
        sql.get<Purgeable & object>(
          `SELECT (SELECT count(*) FROM custody_objects WHERE state = 'garbage') AS garbage,
             (SELECT count(*) FROM custody_objects WHERE state = 'uploading' AND expires_at <= ?) AS expiredUploads`,
          now.getTime(),
        )!,
    );
  }

  expireUploads(now: Date, limit: number): Promise<number> {
    return this.#access.write((sql) => {
      const expired = sql.all<{ id: Uint8Array }>(
        "SELECT id FROM custody_objects WHERE state = 'uploading' AND expires_at <= ? LIMIT ?",
        now.getTime(),
        limit,
      );
      for (const { id } of expired) makeGarbage(sql, id);
      return expired.length;
    });
  }

  garbage(limit: number): Promise<readonly ObjectName[]> {
    return this.#access.read((sql) =>
      sql
        .all<ObjectRow>(
          `SELECT ${OBJECT_COLUMNS} FROM custody_objects o WHERE o.state = 'garbage' ORDER BY o.id LIMIT ?`,
          limit,
        )
        .map(nameOf),
    );
  }

  forgetGarbage(objects: readonly ObjectName[]): Promise<void> {
    return this.#access.write((sql) => {
      for (const { objectId } of objects) {
        sql.run("DELETE FROM custody_objects WHERE id = ? AND state = 'garbage'", ownUuidToBytes(objectId));
      }
    });
  }

  unknown(objects: readonly ObjectName[]): Promise<readonly ObjectName[]> {
    return this.#access.read((sql) =>
      objects.filter(
        ({ objectId }) =>
          sql.get("SELECT 1 FROM custody_objects WHERE id = ?", uuidToBytes(objectId)) === undefined,
      ),
    );
  }

  wrappedOtherwise(custodyKeyId: string, limit: number): Promise<readonly OriginalRecord[]> {
    return this.#access.read((sql) =>
      // Two index ranges, because `<>` would read the whole index.
      sql
        .all<OriginalRow>(
          `SELECT * FROM (${SELECT_ORIGINAL} AND o.custody_key < ?1 UNION ALL ${SELECT_ORIGINAL} AND o.custody_key > ?1)
           LIMIT ?2`,
          custodyKeyId,
          limit,
        )
        .map(originalOf),
    );
  }

  rewrap({ objectId, key: former }: OriginalRecord, key: WrappedKey): Promise<boolean> {
    return this.#access.write(
      (sql) =>
        sql.run(
          `UPDATE custody_objects SET custody_key = ?, wrapped_key = ?
           WHERE id = ? AND state = 'stored' AND wrapped_key = ?`,
          key.custodyKeyId,
          key.bytes,
          ownUuidToBytes(objectId),
          former.bytes,
        ) === 1,
    );
  }

  spendDownload(
    accountId: string,
    downloadId: string,
    at: Date,
    maxPerDay: number,
  ): Promise<DownloadSpending> {
    return this.#access.write((sql) => {
      const account = accountSeq(sql, accountId);
      const day = utcDay(at);
      const id = ownUuidToBytes(downloadId);
      const used = downloadsOf(sql, account, day);
      const isCounted =
        sql.get(
          "SELECT 1 FROM custody_downloads WHERE account = ? AND day = ? AND id = ?",
          account,
          day,
          id,
        ) !== undefined;
      if (isCounted) return { outcome: "spent", used };
      if (used >= maxPerDay) return { outcome: "none_left", used };
      // Days before yesterday are no longer needed.
      sql.run("DELETE FROM custody_downloads WHERE account = ? AND day < ?", account, day - 1);
      sql.run("INSERT INTO custody_downloads (account, day, id) VALUES (?, ?, ?)", account, day, id);
      return { outcome: "spent", used: used + 1 };
    });
  }

  downloadsOfDay(accountId: string, moment: Date): Promise<number> {
    return this.#access.read((sql) => downloadsOf(sql, accountSeq(sql, accountId), utcDay(moment)));
  }
}

/** Also of a deleted account. */
function accountSeq(sql: Connection, accountId: string): number {
  const seq = findAccountSeq(sql, accountId);
  if (seq === undefined) throw new RangeError(`there is no account ${accountId}`);
  return seq;
}

function bytesOf(sql: Connection, account: number, state: "stored" | "uploading"): number {
  return sql.get<{ bytes: number }>(
    "SELECT coalesce(sum(size_bytes), 0) AS bytes FROM custody_objects WHERE account = ? AND state = ?",
    account,
    state,
  )!.bytes;
}

function downloadsOf(sql: Connection, account: number, day: number): number {
  return sql.get<{ used: number }>(
    "SELECT count(*) AS used FROM custody_downloads WHERE account = ? AND day = ?",
    account,
    day,
  )!.used;
}

function nameOf({ id, proof }: ObjectRow): ObjectName {
  return { objectId: hexToUuid(id), proofId: hexToUuid(proof) };
}

function originalOf(row: OriginalRow): OriginalRecord {
  return {
    ...nameOf(row),
    accountId: hexToUuid(row.account_id),
    sizeBytes: row.size_bytes,
    fileName: row.file_name,
    mimeType: row.mime_type,
    storedAt: new Date(row.stored_at),
    key: { custodyKeyId: row.custody_key, bytes: new Uint8Array(row.wrapped_key) },
  };
}
