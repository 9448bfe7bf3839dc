/** API keys. Those of a deleted account are revoked, whatever their rows say. */

import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { accountOf } from "./accounts.js";
import { enterAudit } from "./audit.js";
import { everyRow, PORTION } from "./every-row.js";
import { touchAccount } from "./standing-account.js";
import type { ApiKeyRecord, AuditEntry } from "./types.js";

export const changes = {
  /**
   * Stores a key by the SHA-256 of its text.
   *
   * @param maxActive active keys an account may hold; at the limit nothing is written and false is returned.
   * @throws NoAccountError
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

export const queries = {
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
      (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
    );
    return inOrder.map((key) => recordOf(key, account));
  },
};

const keysOf = (rows: Readable, accountId: string) =>
  everyRow(rows.apiKeys, ["account", "createdAt", "secret"], [accountId]);

async function keyById(rows: Readable, id: string): Promise<Row<"apiKeys"> | null> {
  const [key] = await rows.apiKeys.page(["id"], [id], { limit: 1 });
  return key ?? null;
}

function recordOf(key: Row<"apiKeys">, account: Row<"accounts"> | null): ApiKeyRecord {
  const { id, name, createdAt, lastUsedAt } = key;
  const revokedAt = key.revokedAt ?? account?.deletedAt ?? null;
  return { id, account: accountOf(account), name, createdAt, revokedAt, lastUsedAt };
}
