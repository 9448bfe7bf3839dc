/** Accounts and proofs written directly into a store, as the service would write them. */
import { randomBytes, randomUUID } from "node:crypto";
import { issueApiKey } from "@svc-proof/service/accounts/issue-api-key";
import { auditEntry } from "@svc-proof/service/audit/audit-entry";
import { newOrderedId } from "@svc-proof/service/records/ordered-id";
import type { Records } from "@svc-proof/service/records/records";
import type { AccountRecord, Registration } from "@svc-proof/service/records/types";

/** Number of concurrent registrations, as from 64 connections. */
const IN_FLIGHT = 64;

export interface BenchAccount {
  readonly accountId: string;
  readonly keyId: string;
  /** The API key's text. */
  readonly key: string;
}

/** A new account on the plan with the higher limits. */
export async function newAccount(store: Records): Promise<BenchAccount> {
  const actor = { kind: "service" } as const;
  const account: AccountRecord = {
    id: randomUUID(),
    plan: "pro",
    createdAt: new Date(),
    label: "bench",
    displayName: null,
    showsDisplayName: false,
    disabledAt: null,
  };
  const audit = auditEntry({ accountId: account.id, actor, action: "account.create" });
  await store.accounts.createAccount(account, null, audit);
  const issued = await issueApiKey(store.accounts, account, "bench", actor);
  if (issued === null) throw new Error("a new account has room for a key");
  return { accountId: account.id, keyId: issued.id, key: issued.key };
}

/** A registration of distinct bytes, beyond every daily limit. With a seal, it also writes the account's row. */
export function newRegistration(
  { accountId, keyId }: Pick<BenchAccount, "accountId" | "keyId">,
  isSealed = false,
): Registration {
  const receivedAt = new Date();
  return {
    id: newOrderedId(receivedAt),
    certificateId: newOrderedId(receivedAt),
    accountId,
    origin: "api",
    keyId,
    idempotencyKey: null,
    hash: randomBytes(32).toString("hex"),
    name: "annual report 2026.pdf",
    metadata: null,
    size: 1_482_771,
    mimeType: "application/pdf",
    receivedAt,
    dailyLimit: Number.MAX_SAFE_INTEGER,
    seal: isSealed ? { spendId: randomUUID(), dueAt: receivedAt } : null,
  };
}

/** Registers proofs of distinct bytes, beyond every daily limit. */
export async function fillProofs(store: Records, account: BenchAccount, count: number): Promise<void> {
  let left = count;
  const fill = async () => {
    while (left-- > 0) {
      const { outcome } = await store.proofs.register(newRegistration(account));
      if (outcome !== "created") throw new Error(`a registration ended with ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, fill));
}
