/** Accounts. */

import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { enterAudit } from "./audit.js";
import { everyRow } from "./every-row.js";
import { balanceOf, enterSeals } from "./seals.js";
import { standingAccount } from "./standing-account.js";
import type { AccountChange, AccountRecord, AuditEntry, PlanId, SealBalance, SealGrant } from "./types.js";

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
  async updateAccount(
    rows: Changeable,
    id: string,
    change: AccountChange,
    audit: AuditEntry,
  ): Promise<boolean> {
    if (!(await rows.accounts.update([id], { deletedAt: null }, change))) return false;
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
};

/** Null for a deleted account. */
export function accountOf(row: Row<"accounts"> | null): AccountRecord | null {
  if (row === null || row.deletedAt !== null) return null;
  const { id, plan, createdAt, label, displayName, showsDisplayName, disabledAt } = row;
  return { id, plan: plan as PlanId, createdAt, label, displayName, showsDisplayName, disabledAt };
}
