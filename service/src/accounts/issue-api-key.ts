import { randomUUID } from "node:crypto";
import { auditEntry } from "../audit/audit-entry.js";
import type { AccountStore } from "../records/records.js";
import type { AccountRecord, AuditActor } from "../records/types.js";
import { generateApiKey, hashApiKey } from "./api-key.js";
import { PLANS } from "./plans.js";

export interface IssuedApiKey {
  readonly id: string;
  /** The key itself. Show it once and forget it. */
  readonly key: string;
}

/**
 * Creates a key for an account; null when the account already has the maximum of its plan.
 *
 * @param name for people, to tell the account's keys apart.
 */
export async function issueApiKey(
  accounts: AccountStore,
  account: AccountRecord,
  name: string,
  actor: AuditActor,
): Promise<IssuedApiKey | null> {
  const id = randomUUID();
  const key = generateApiKey();
  const created = await accounts.createKey(
    { id, accountId: account.id, name, secretHash: hashApiKey(key), createdAt: new Date() },
    PLANS[account.plan].activeKeys,
    auditEntry({ accountId: account.id, actor, action: "key.create", subject: id, details: { name } }),
  );
  return created ? { id, key } : null;
}
