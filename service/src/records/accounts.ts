/** Accounts and their API keys. What changes the keys or the people of an account touches the account. */
import type {
  AccountChange,
  AccountRecord,
  ApiKeyRecord,
  PlanId,
  SealBalance,
  SealGrant,
} from "../store/account-store.js";
import type { AuditEntry } from "../store/audit-store.js";
import type { Changeable, Readable, Store } from "../tables/store.js";
import type { Row } from "../tables/tables.js";
import { enterAudit } from "./audit.js";
import { everyRow } from "./every-row.js";
import { balanceOf, enterSeals } from "./seals.js";

/** @throws RangeError when there is no such account, or it is deleted. */
export async function standingAccount(rows: Readable, id: string): Promise<Row<"accounts">> {
  const row = await rows.accounts.get([id]);
  if (row === null || row.deletedAt !== null) throw new RangeError(`there is no account ${id}`);
  return row;
}

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

/** Creates an account with its welcome seals, if any: all or nothing. @throws RangeError as `insertAccount`. */
export function createAccount(
  store: Store,
  account: AccountRecord,
  welcome: SealGrant | null,
  audit: AuditEntry,
): Promise<void> {
  return store.change("accounts.createAccount", async (rows) => {
    await insertAccount(rows, account, welcome);
    await enterAudit(rows, audit);
  });
}

/** False when there is no such account. Every instance refuses a disabled one within a second. */
export function updateAccount(
  store: Store,
  id: string,
  change: AccountChange,
  audit: AuditEntry,
): Promise<boolean> {
  return store.change("accounts.updateAccount", async (rows) => {
    if (!(await rows.accounts.update([id], { deletedAt: null }, change))) return false;
    await enterAudit(rows, audit);
    return true;
  });
}

export function findAccount(store: Store, id: string): Promise<AccountRecord | null> {
  return store.read("accounts.findAccount", async (rows) => accountOf(await rows.accounts.get([id])));
}

/**
 * Stores a key by the SHA-256 of its text.
 *
 * @param maxActive active keys an account may hold; at the limit nothing is written and false is returned.
 * @throws RangeError when there is no such account.
 */
export function createKey(
  store: Store,
  key: { id: string; accountId: string | null; name: string; secretHash: string; createdAt: Date },
  maxActive: number,
  audit: AuditEntry,
): Promise<boolean> {
  return store.change("accounts.createKey", async (rows) => {
    const { id, accountId, name, secretHash, createdAt } = key;
    if (accountId !== null) {
      await standingAccount(rows, accountId);
      await rows.accounts.touch([accountId]);
      const keys = await everyRow(rows.apiKeys, ["account", "createdAt", "secret"], [accountId]);
      if (keys.filter(({ revokedAt }) => revokedAt === null).length >= maxActive) return false;
    }
    const times = { createdAt, revokedAt: null, lastUsedAt: null };
    await rows.apiKeys.insert({ secret: secretHash, id, account: accountId, name, ...times });
    await enterAudit(rows, audit);
    return true;
  });
}

export function findKey(store: Store, secretHash: string): Promise<ApiKeyRecord | null> {
  return store.read("accounts.findKey", async (rows) => {
    const key = await rows.apiKeys.get([secretHash]);
    if (key === null) return null;
    const { id, name, createdAt, revokedAt, lastUsedAt } = key;
    const account = key.account === null ? null : accountOf(await rows.accounts.get([key.account]));
    return { id, account, name, createdAt, revokedAt, lastUsedAt };
  });
}

/**
 * Enters a grant into the ledger. Entering the same grant again has no effect.
 *
 * @throws RangeError when there is no such account, or the balance would be negative.
 */
export function addSeals(store: Store, grant: SealGrant, audit: AuditEntry): Promise<void> {
  return store.change("seals.add", async (rows) => {
    await standingAccount(rows, grant.accountId);
    if ((await rows.sealEntries.get([grant.accountId, grant.id])) !== null) return;
    await enterSeals(rows, { ...grant, proofId: null, refundOf: null });
    await enterAudit(rows, audit);
  });
}

export function sealBalance(store: Store, accountId: string): Promise<SealBalance> {
  return store.read("seals.balance", (rows) => balanceOf(rows, accountId));
}

function accountOf(row: Row<"accounts"> | null): AccountRecord | null {
  if (row === null || row.deletedAt !== null) return null;
  const { id, plan, createdAt, label, displayName, showsDisplayName, disabledAt } = row;
  return { id, plan: plan as PlanId, createdAt, label, displayName, showsDisplayName, disabledAt };
}
