import type { AccountStore } from "../../records/records.js";
import type { AccountRecord } from "../../records/types.js";

const PAGE_ACCOUNTS = 500;

/** Pages of all accounts, oldest first. @param after the account after which they begin. */
export async function* accountPages(
  accounts: AccountStore,
  after: string | null = null,
): AsyncGenerator<readonly AccountRecord[]> {
  for (let last = after; ; ) {
    const page = await accounts.pageAccounts(PAGE_ACCOUNTS, last);
    if (page.length > 0) yield page;
    if (page.length < PAGE_ACCOUNTS) return;
    last = page.at(-1)!.id;
  }
}

/** All accounts, oldest first. */
export async function* eachAccount(
  accounts: AccountStore,
  after: string | null = null,
): AsyncGenerator<AccountRecord> {
  for await (const page of accountPages(accounts, after)) yield* page;
}
