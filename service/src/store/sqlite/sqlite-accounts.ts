/** Accounts, API keys and balances of seals in SQLite. */
import { hexToBytes } from "@svc-proof/shared/encoding";
import type { AccountRecord, AccountStore, ApiKeyRecord, PlanId, SealBalance, SealGrant } from "../store.js";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import { ApiKeyCache } from "./api-key-cache.js";
import type { Connection } from "./connection.js";
import { balanceOf, enter } from "./seal-ledger.js";
import type { SqliteAccess } from "./sqlite-access.js";

interface AccountRow {
  readonly id: string;
  readonly plan: PlanId;
  readonly created_at: number;
}

interface KeyRow {
  readonly id: string;
  readonly created_at: number;
  readonly revoked_at: number | null;
  /** Empty for a key without an account. */
  readonly account_id: string;
  readonly account_plan: PlanId | null;
  readonly account_created_at: number | null;
}

const SELECT_KEY = `
  SELECT lower(hex(k.id)) AS id, k.created_at, k.revoked_at, lower(hex(a.id)) AS account_id, a.plan AS account_plan,
         a.created_at AS account_created_at
  FROM api_keys k LEFT JOIN accounts a ON a.seq = k.account`;

export class SqliteAccounts implements AccountStore {
  readonly #access: SqliteAccess;
  readonly #remembered: ApiKeyCache;

  constructor(access: SqliteAccess) {
    this.#access = access;
    this.#remembered = new ApiKeyCache(access);
  }

  createAccount(account: AccountRecord): Promise<void> {
    return this.#access.write((sql) => {
      sql.run(
        "INSERT INTO accounts (id, plan, created_at) VALUES (?, ?, ?)",
        ownUuidToBytes(account.id),
        account.plan,
        account.createdAt.getTime(),
      );
    });
  }

  findAccount(id: string): Promise<AccountRecord | null> {
    return this.#access.read((sql) => {
      const bytes = uuidToBytes(id);
      const row =
        bytes &&
        sql.get<AccountRow>(
          "SELECT lower(hex(id)) AS id, plan, created_at FROM accounts WHERE id = ?",
          bytes,
        );
      return row ? accountOf(row) : null;
    });
  }

  listAccounts(): Promise<readonly AccountRecord[]> {
    return this.#access.read((sql) =>
      sql
        .all<AccountRow>("SELECT lower(hex(id)) AS id, plan, created_at FROM accounts ORDER BY seq")
        .map(accountOf),
    );
  }

  createKey(
    key: { id: string; accountId: string | null; secretHash: string; createdAt: Date },
    maxActive: number,
  ): Promise<boolean> {
    return this.#access.write((sql) => {
      const account = key.accountId === null ? null : accountSeq(sql, key.accountId);
      const { active } = sql.get<{ active: number }>(
        "SELECT count(*) AS active FROM api_keys WHERE account = ? AND revoked_at IS NULL",
        account,
      )!;
      if (active >= maxActive) return false;
      sql.run(
        "INSERT INTO api_keys (id, account, secret_hash, created_at) VALUES (?, ?, ?, ?)",
        ownUuidToBytes(key.id),
        account,
        hexToBytes(key.secretHash),
        key.createdAt.getTime(),
      );
      return true;
    });
  }

  async revokeKey(id: string, at: Date): Promise<boolean> {
    const isThere = await this.#access.write((sql) => {
      const bytes = uuidToBytes(id);
      if (bytes === null) return false;
      return (
        sql.run(
          "UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?",
          at.getTime(),
          bytes,
        ) === 1
      );
    });
    // After the commit, because until then the cache could read the old key again.
    this.#remembered.forget();
    return isThere;
  }

  async findKey(secretHash: string): Promise<ApiKeyRecord | null> {
    const remembered = this.#remembered.find(secretHash);
    if (remembered !== undefined) return remembered;
    return this.#access.read((sql) => {
      const row = sql.get<KeyRow>(`${SELECT_KEY} WHERE k.secret_hash = ?`, hexToBytes(secretHash));
      if (row === undefined) return null;
      const record = keyOf(row);
      this.#remembered.add(secretHash, record);
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

  addSeals(grant: SealGrant): Promise<void> {
    return this.#access.write((sql) => {
      const account = accountSeq(sql, grant.accountId);
      if (sql.get("SELECT 1 FROM seal_entries WHERE id = ?", ownUuidToBytes(grant.id)) !== undefined) return;
      if (balanceOf(sql, account)[grant.kind] + grant.amount < 0) {
        throw new RangeError(`the account ${grant.accountId} has too few ${grant.kind} seals`);
      }
      enter(sql, { ...grant, account, proof: null, refundOf: null });
    });
  }

  sealBalance(accountId: string): Promise<SealBalance> {
    return this.#access.read((sql) => {
      const row = sql.get<{ seq: number }>("SELECT seq FROM accounts WHERE id = ?", uuidToBytes(accountId));
      return balanceOf(sql, row?.seq ?? 0);
    });
  }
}

/** @throws RangeError when there is no such account. */
function accountSeq(sql: Connection, id: string): number {
  const row = sql.get<{ seq: number }>("SELECT seq FROM accounts WHERE id = ?", ownUuidToBytes(id));
  if (row === undefined) throw new RangeError(`there is no account ${id}`);
  return row.seq;
}

function accountOf(row: AccountRow): AccountRecord {
  return { id: hexToUuid(row.id), plan: row.plan, createdAt: new Date(row.created_at) };
}

function keyOf(row: KeyRow): ApiKeyRecord {
  const account =
    row.account_plan === null
      ? null
      : accountOf({ id: row.account_id, plan: row.account_plan, created_at: row.account_created_at! });
  return {
    id: hexToUuid(row.id),
    account,
    createdAt: new Date(row.created_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
  };
}
