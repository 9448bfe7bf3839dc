/** Accounts, API keys and balances of seals in SQLite. */
import { hexToBytes } from "@svc-proof/shared/encoding";
import type { AuditEntry } from "../audit-store.js";
import type {
  AccountChange,
  AccountRecord,
  AccountStore,
  ApiKeyRecord,
  SealBalance,
  SealGrant,
} from "../store.js";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import {
  ACCOUNT_COLUMNS,
  type AccountRow,
  accountOf,
  accountSeq,
  findAccountSeq,
  insertAccount,
} from "./account-rows.js";
import type { ApiKeyCache } from "./api-key-cache.js";
import { enterAudit } from "./audit-trail.js";
import type { Connection } from "./connection.js";
import { closeAccount, eraseAccount } from "./delete-account.js";
import { balanceOf, enter } from "./seal-ledger.js";
import type { SqliteAccess } from "./sqlite-access.js";

type KeyRow = {
  readonly key_id: string;
  readonly key_name: string;
  readonly key_created_at: number;
  readonly key_revoked_at: number | null;
  readonly key_last_used_at: number | null;
} & (AccountRow | { readonly account_plan: null });

const SELECT_ACCOUNT = `SELECT ${ACCOUNT_COLUMNS} FROM accounts a WHERE a.deleted_at IS NULL`;

const SELECT_KEY = `
  SELECT lower(hex(k.id)) AS key_id, k.name AS key_name, k.created_at AS key_created_at, k.revoked_at AS key_revoked_at,
         k.last_used_at AS key_last_used_at, ${ACCOUNT_COLUMNS}
  FROM api_keys k LEFT JOIN accounts a ON a.seq = k.account AND a.deleted_at IS NULL`;

export class SqliteAccounts implements AccountStore {
  readonly #access: SqliteAccess;
  readonly #rememberedKeys: ApiKeyCache;

  constructor(access: SqliteAccess, rememberedKeys: ApiKeyCache) {
    this.#access = access;
    this.#rememberedKeys = rememberedKeys;
  }

  createAccount(account: AccountRecord, welcome: SealGrant | null, audit: AuditEntry): Promise<void> {
    return this.#access.write((sql) => {
      insertAccount(sql, account, welcome);
      enterAudit(sql, audit);
    });
  }

  updateAccount(id: string, change: AccountChange, audit: AuditEntry): Promise<boolean> {
    return this.#writeOfKeys((sql) => {
      const account = findAccount(sql, id);
      if (account === null) return false;
      const { plan, label, displayName, showsDisplayName, disabledAt } = { ...account, ...change };
      sql.run(
        `UPDATE accounts SET plan = ?, label = ?, display_name = ?, shows_display_name = ?, disabled_at = ?
         WHERE id = ?`,
        plan,
        label,
        displayName,
        showsDisplayName ? 1 : 0,
        disabledAt?.getTime() ?? null,
        ownUuidToBytes(id),
      );
      enterAudit(sql, audit);
      return true;
    });
  }

  async deleteAccount(id: string, at: Date, audit: AuditEntry): Promise<boolean> {
    const closed = await this.#writeOfKeys((sql) => closeAccount(sql, id, at, audit));
    if (closed === null) return false;
    await eraseAccount(this.#access, closed);
    return true;
  }

  findAccount(id: string): Promise<AccountRecord | null> {
    return this.#access.read((sql) => findAccount(sql, id));
  }

  listAccounts(): Promise<readonly AccountRecord[]> {
    return this.#access.read((sql) => sql.all<AccountRow>(`${SELECT_ACCOUNT} ORDER BY a.seq`).map(accountOf));
  }

  pageAccounts(limit: number, after: string | null): Promise<readonly AccountRecord[]> {
    return this.#access.read((sql) => {
      const place = after === null ? 0 : findAccountSeq(sql, after);
      if (place === undefined) throw new RangeError(`there is no account ${after}`);
      return sql
        .all<AccountRow>(`${SELECT_ACCOUNT} AND a.seq > ? ORDER BY a.seq LIMIT ?`, place, limit)
        .map(accountOf);
    });
  }

  createKey(
    key: { id: string; accountId: string | null; name: string; secretHash: string; createdAt: Date },
    maxActive: number,
    audit: AuditEntry,
  ): Promise<boolean> {
    return this.#access.write((sql) => {
      const account = key.accountId === null ? null : accountSeq(sql, key.accountId);
      const { active } = sql.get<{ active: number }>(
        "SELECT count(*) AS active FROM api_keys WHERE account = ? AND revoked_at IS NULL",
        account,
      )!;
      if (active >= maxActive) return false;
      sql.run(
        "INSERT INTO api_keys (id, account, name, secret_hash, created_at) VALUES (?, ?, ?, ?, ?)",
        ownUuidToBytes(key.id),
        account,
        key.name,
        hexToBytes(key.secretHash),
        key.createdAt.getTime(),
      );
      enterAudit(sql, audit);
      return true;
    });
  }

  revokeKey(id: string, accountId: string | null, at: Date, audit: AuditEntry): Promise<boolean> {
    return this.#writeOfKeys((sql) => {
      const bytes = uuidToBytes(id);
      const key =
        bytes &&
        sql.get<{ revoked_at: number | null; account_id: string }>(
          `SELECT k.revoked_at, lower(hex(a.id)) AS account_id
           FROM api_keys k LEFT JOIN accounts a ON a.seq = k.account WHERE k.id = ?`,
          bytes,
        );
      if (!key || (accountId !== null && hexToUuid(key.account_id) !== accountId)) return false;
      if (key.revoked_at !== null) return true;
      sql.run("UPDATE api_keys SET revoked_at = ? WHERE id = ?", at.getTime(), bytes);
      enterAudit(sql, { ...audit, accountId: key.account_id === "" ? null : hexToUuid(key.account_id) });
      return true;
    });
  }

  touchKeys(uses: readonly { readonly id: string; readonly at: Date }[]): Promise<void> {
    return this.#writeOfKeys((sql) => {
      for (const { id, at } of uses) {
        sql.run(
          "UPDATE api_keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?",
          at.getTime(),
          ownUuidToBytes(id),
        );
      }
    });
  }

  async findKey(secretHash: string): Promise<ApiKeyRecord | null> {
    const remembered = this.#rememberedKeys.find(secretHash);
    if (remembered !== undefined) return remembered;
    return this.#access.read((sql) => {
      const row = sql.get<KeyRow>(`${SELECT_KEY} WHERE k.secret_hash = ?`, hexToBytes(secretHash));
      if (row === undefined) return null;
      const record = keyOf(row);
      this.#rememberedKeys.add(secretHash, record);
      return record;
    });
  }

  listKeys(accountId: string): Promise<readonly ApiKeyRecord[]> {
    return this.#access.read((sql) => {
      const bytes = uuidToBytes(accountId);
      return bytes === null
        ? []
        : sql.all<KeyRow>(`${SELECT_KEY} WHERE a.id = ? ORDER BY k.seq`, bytes).map(keyOf);
    });
  }

  addSeals(grant: SealGrant, audit: AuditEntry): Promise<void> {
    return this.#access.write((sql) => {
      if (enterGrant(sql, grant)) enterAudit(sql, audit);
    });
  }

  sealBalance(accountId: string): Promise<SealBalance> {
    return this.#access.read((sql) => balanceOf(sql, findAccountSeq(sql, accountId) ?? 0));
  }

  /** Writes what remembered keys may say otherwise. */
  async #writeOfKeys<Result>(work: (sql: Connection) => Result): Promise<Result> {
    const result = await this.#access.write(work);
    // After the commit, because until then the cache could read the old key again.
    this.#rememberedKeys.forget();
    return result;
  }
}

function findAccount(sql: Connection, id: string): AccountRecord | null {
  const bytes = uuidToBytes(id);
  const row = bytes && sql.get<AccountRow>(`${SELECT_ACCOUNT} AND a.id = ?`, bytes);
  return row ? accountOf(row) : null;
}

/** False, and nothing changes, when the grant was entered before. */
function enterGrant(sql: Connection, grant: SealGrant): boolean {
  const account = accountSeq(sql, grant.accountId);
  if (sql.get("SELECT 1 FROM seal_entries WHERE id = ?", ownUuidToBytes(grant.id)) !== undefined)
    return false;
  if (balanceOf(sql, account)[grant.kind] + grant.amount < 0) {
    throw new RangeError(`the account ${grant.accountId} has too few ${grant.kind} seals`);
  }
  enter(sql, { ...grant, account, proof: null, refundOf: null });
  return true;
}

function keyOf(row: KeyRow): ApiKeyRecord {
  return {
    id: hexToUuid(row.key_id),
    account: row.account_plan === null ? null : accountOf(row),
    name: row.key_name,
    createdAt: new Date(row.key_created_at),
    revokedAt: row.key_revoked_at === null ? null : new Date(row.key_revoked_at),
    lastUsedAt: row.key_last_used_at === null ? null : new Date(row.key_last_used_at),
  };
}
