/**
 * Accounts and their API keys. What changes the keys, the people or the orders of an account touches the account. The keys
 * of a deleted account are revoked, whatever their rows say.
 */
import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { enterAudit } from "./audit.js";
import { everyRow, firstRow, PORTION } from "./every-row.js";
import { balanceOf, enterSeals } from "./seals.js";
import { standingAccount, touchAccount } from "./standing-account.js";
import type {
  AccountChange,
  AccountRecord,
  ApiKeyRecord,
  AuditEntry,
  PlanId,
  SealBalance,
  SealGrant,
} from "./types.js";

const OLDEST_FIRST = ["createdAt", "id"] as const;

/** Writes an account with its welcome seals, if any. @throws RangeError when the seals are another account's. */
export async function insertAccount(
  rows: Changeable,
  account: AccountRecord,
  welcome: SealGrant | null,
): Promise<void> {
  if (welcome !== null && welcome.accountId !== account.id)
    throw new RangeError(`the welcome seals are not those of the account ${account.id}`);
  await rows.accounts.insert({ ...account, deletedAt: null, eraseDueAt: null, deletionEntry: null });
  if (welcome !== null) await enterSeals(rows, { ...welcome, proofId: null, refundOf: null });
}

export const changes = {
  /** Creates an account with its welcome seals, if any: all or nothing. @throws RangeError as `insertAccount`. */
  async createAccount(
    rows: Changeable,
    account: AccountRecord,
    welcome: SealGrant | null,
    audit: AuditEntry,
  ): Promise<void> {
    await insertAccount(rows, account, welcome);
    await enterAudit(rows, audit);
  },

  /** False when there is no such account. Every instance refuses a disabled one within a second. */
  async updateAccount(rows: Changeable, id: string, to: AccountChange, audit: AuditEntry): Promise<boolean> {
    if (!(await rows.accounts.update([id], { deletedAt: null }, to))) return false;
    await enterAudit(rows, audit);
    return true;
  },

  /**
   * Enters a grant into the ledger. Entering the same grant again has no effect.
   *
   * @throws NoAccountError, and RangeError when the balance would be negative.
   */
  async addSeals(rows: Changeable, grant: SealGrant, audit: AuditEntry): Promise<void> {
    await standingAccount(rows, grant.accountId);
    if ((await rows.sealEntries.get([grant.accountId, grant.id])) !== null) return;
    await enterSeals(rows, { ...grant, proofId: null, refundOf: null });
    await enterAudit(rows, audit);
  },

  /**
   * Stores a key by the SHA-256 of its text.
   *
   * @param maxActive active keys an account may hold; at the limit nothing is written and false is returned.
   * @throws RangeError when there is no such account.
   */
  async createKey(
    rows: Changeable,
    key: { id: string; accountId: string | null; name: string; secretHash: string; createdAt: Date },
    maxActive: number,
    audit: AuditEntry,
  ): Promise<boolean> {
    const { id, accountId, name, secretHash, createdAt } = key;
    if (accountId !== null) {
      await touchAccount(rows, accountId);
      const keys = await keysOf(rows, accountId);
      if (keys.filter(({ revokedAt }) => revokedAt === null).length >= maxActive) return false;
    }
    const times = { createdAt, revokedAt: null, lastUsedAt: null };
    await rows.apiKeys.insert({ secret: secretHash, id, account: accountId, name, ...times });
    await enterAudit(rows, audit);
    return true;
  },

  /**
   * False when there is no such key, or it is not of the account that is named; revoking twice keeps the first date.
   * Every instance refuses the key within a second. The entry is stored in the trail of the key's account, whichever
   * account it names, because the administrator revokes keys by their identifiers.
   *
   * @param accountId null for any account.
   */
  async revokeKey(
    rows: Changeable,
    id: string,
    accountId: string | null,
    at: Date,
    audit: AuditEntry,
  ): Promise<boolean> {
    const key = await keyById(rows, id);
    if (key === null || (accountId !== null && key.account !== accountId)) return false;
    if (await rows.apiKeys.update([key.secret], { revokedAt: null }, { revokedAt: at }))
      await enterAudit(rows, { ...audit, accountId: key.account });
    return true;
  },
};

export const queries = {
  async findAccount(rows: Readable, id: string): Promise<AccountRecord | null> {
    return accountOf(await rows.accounts.get([id]));
  },

  /** All accounts, oldest first; of the same millisecond, by their identifiers. */
  async listAccounts(rows: Readable): Promise<readonly AccountRecord[]> {
    return (await everyRow(rows.accounts, OLDEST_FIRST, [])).flatMap((row) => accountOf(row) ?? []);
  },

  /**
   * A page of all accounts, in the order of `listAccounts`.
   *
   * @param after the account after which the page begins, which may be deleted meanwhile; null for the first page.
   * @throws RangeError when there was never such an account.
   */
  async pageAccounts(rows: Readable, limit: number, after: string | null): Promise<readonly AccountRecord[]> {
    let last: Row<"accounts"> | null = after === null ? null : await rows.accounts.get([after]);
    if (after !== null && last === null) throw new RangeError(`there is no account ${after}`);
    const found: AccountRecord[] = [];
    // Deleted accounts are passed over.
    for (;;) {
      const page = await rows.accounts.page(OLDEST_FIRST, [], { after: last, limit });
      found.push(...page.flatMap((row) => accountOf(row) ?? []));
      if (page.length < limit || found.length >= limit) return found.slice(0, limit);
      last = page.at(-1)!;
    }
  },

  async sealBalance(rows: Readable, accountId: string): Promise<SealBalance> {
    return balanceOf(rows, accountId);
  },

  async findKey(rows: Readable, secretHash: string): Promise<ApiKeyRecord | null> {
    const key = await rows.apiKeys.get([secretHash]);
    if (key === null) return null;
    return recordOf(key, key.account === null ? null : await rows.accounts.get([key.account]));
  },

  /** The keys of an account, revoked ones too, oldest first; of the same millisecond, by their identifiers. */
  async listKeys(rows: Readable, accountId: string): Promise<readonly ApiKeyRecord[]> {
    const [account, keys] = await Promise.all([rows.accounts.get([accountId]), keysOf(rows, accountId)]);
    if (account === null || account.deletedAt !== null) return [];
    const inOrder = keys.toSorted(
      (a, b) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1),
    );
    return inOrder.map((key) => recordOf(key, account));
  },
};

/** Null for a deleted account. */
export function accountOf(row: Row<"accounts"> | null): AccountRecord | null {
  if (row === null || row.deletedAt !== null) return null;
  const { id, plan, createdAt, label, displayName, showsDisplayName, disabledAt } = row;
  return { id, plan: plan as PlanId, createdAt, label, displayName, showsDisplayName, disabledAt };
}

export const tasks = {
  /** Sets when keys were last used; an earlier time than the stored one changes nothing. */
  async touchKeys(store: Store, uses: readonly { readonly id: string; readonly at: Date }[]): Promise<void> {
    for (let i = 0; i < uses.length; i += PORTION) {
      const some = uses.slice(i, i + PORTION);
      // Outside of the change, because each is a question of its own. A key keeps its secret.
      const keys = await Promise.all(
        some.map(({ id }) => store.read("accounts.findKeyById", (rows) => keyById(rows, id))),
      );
      const known = some.flatMap(({ at }, j) => (keys[j] == null ? [] : [{ secret: keys[j].secret, at }]));
      if (known.length === 0) continue;
      await store.change("accounts.touchKeys", async (rows) => {
        await rows.apiKeys.getMany(known.map(({ secret }) => [secret]));
        for (const { secret, at } of known) {
          const key = await rows.apiKeys.get([secret]);
          if (key !== null && (key.lastUsedAt === null || key.lastUsedAt < at))
            await rows.apiKeys.update([secret], {}, { lastUsedAt: at });
        }
      });
    }
  },
};

const keysOf = (rows: Readable, accountId: string) =>
  everyRow(rows.apiKeys, ["account", "createdAt", "secret"], [accountId]);

const keyById = (rows: Readable, id: string) => firstRow(rows.apiKeys, ["id"], [id]);

function recordOf(key: Row<"apiKeys">, account: Row<"accounts"> | null): ApiKeyRecord {
  const { id, name, createdAt, lastUsedAt } = key;
  const revokedAt = key.revokedAt ?? account?.deletedAt ?? null;
  return { id, account: accountOf(account), name, createdAt, revokedAt, lastUsedAt };
}
