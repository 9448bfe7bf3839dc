import { randomUUID } from "node:crypto";
import type { AccountRecord, AccountStore } from "../store/store.js";
import { generateApiKey, hashApiKey } from "./api-key.js";
import { PLANS } from "./plans.js";

export interface IssuedApiKey {
  readonly id: string;
  /** The key itself. Show it once and forget it. */
  readonly key: string;
}

/** Creates a key for an account; null when the account already has the maximum of its plan. */
export async function issueApiKey(
  accounts: AccountStore,
  account: AccountRecord,
): Promise<IssuedApiKey | null> {
  const id = randomUUID();
  const key = generateApiKey();
  const created = await accounts.createKey(
    { id, accountId: account.id, secretHash: hashApiKey(key), createdAt: new Date() },
    PLANS[account.plan].activeKeys,
  );
  return created ? { id, key } : null;
}
