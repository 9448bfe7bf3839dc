import type { Records } from "../../records/records.js";
import type { AccountChange, AccountRecord, AuditEntry } from "../../records/types.js";
import { NotFoundError } from "../not-found-error.js";

/** @throws NotFoundError when the account was deleted meanwhile. */
export async function changeAccount(
  { accounts }: Pick<Records, "accounts">,
  account: AccountRecord,
  change: AccountChange,
  audit: AuditEntry,
): Promise<AccountRecord> {
  if (!(await accounts.updateAccount(account.id, change, audit))) {
    throw new NotFoundError(`there is no account ${account.id}`);
  }
  return { ...account, ...change };
}
