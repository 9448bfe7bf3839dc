/** Accounts for tests of stores. */

import { v7 } from "uuid";
import { auditEntry } from "../audit/audit.js";
import type { Records } from "./records.js";
import { type Caller, randomHash } from "./registration.testing.js";
import type { AccountRecord, AuditEntry } from "./types.js";

/** An account with a new identifier, which comes after those that were made before. */
export function newAccount(given: Partial<AccountRecord> = {}): AccountRecord {
  return {
    id: v7(),
    plan: "pro",
    createdAt: new Date("2026-03-01T12:00:00.000Z"),
    label: null,
    displayName: null,
    showsDisplayName: false,
    disabledAt: null,
    ...given,
  };
}

/** An entry for a write whose audit trail the test does not look at. */
export function anyAudit(accountId: string | null = null): AuditEntry {
  return auditEntry({ accountId, actor: { kind: "service" }, action: "test.act" });
}

/** A key with a new identifier, as that of an account, and a random hash, of an account or of none. */
export function newKey(
  accountId: string | null,
  given: Partial<Parameters<Records["accounts"]["createKey"]>[0]> = {},
): Parameters<Records["accounts"]["createKey"]>[0] {
  return {
    id: v7(),
    accountId,
    name: "key",
    secretHash: randomHash(),
    createdAt: new Date("2026-03-01T12:00:00.000Z"),
    ...given,
  };
}

/** Creates a key, of a new account unless one is given. */
export async function newCaller({ accounts }: Records, accountId?: string): Promise<Caller> {
  const account = newAccount(accountId === undefined ? {} : { id: accountId });
  if (accountId === undefined) await accounts.createAccount(account, null, anyAudit());
  const key = newKey(account.id);
  if (!(await accounts.createKey(key, 5, anyAudit())))
    throw new Error(`the account ${account.id} has 5 keys`);
  return { accountId: account.id, keyId: key.id };
}

/** Creates an account. */
export async function addAccount(
  { accounts }: Records,
  given: Partial<AccountRecord> = {},
): Promise<AccountRecord> {
  const account = newAccount(given);
  await accounts.createAccount(account, null, anyAudit());
  return account;
}

/** An entry of an account's trail, told apart by its action. */
export function entryOf(accountId: string, action: string): AuditEntry {
  return auditEntry({ accountId, actor: { kind: "service" }, action });
}

/** The actions of the whole trail of an account, newest first. */
export async function actionsOf({ audit }: Records, accountId: string): Promise<readonly string[]> {
  const { entries } = await audit.list(accountId, 1_000, null);
  return entries.map(({ action }) => action);
}
