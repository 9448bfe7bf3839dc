/** Accounts and proofs written directly into a store, as the service would write them. */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { issueApiKey } from "@svc-proof/service/accounts/accounts";
import { auditEntry } from "@svc-proof/service/audit/audit";
import { buildBatch } from "@svc-proof/service/batches/build-batch";
import { newOrderedId } from "@svc-proof/service/records/ordered-id";
import type { Records } from "@svc-proof/service/records/records";
import type { AccountRecord, Registration } from "@svc-proof/service/records/types";

/** Number of concurrent registrations, as from 64 connections. */
const IN_FLIGHT = 64;
/** Proofs of one account in a batch that it shares with another. */
const OF_A_BATCH = 5_000;
const DAY_MS = 86_400_000;

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

/**
 * Registers proofs of distinct bytes in batches of the sandbox's chain. Another account takes a tenth as many, side by side,
 * so that the account's proofs are not a run of each batch.
 */
export async function fillBatches(store: Records, account: BenchAccount, count: number): Promise<void> {
  const lease = (await store.leases.acquire("batch", "bench", 3_600_000))!;
  const other = await newAccount(store);
  for (let made = 0; made < count; made += OF_A_BATCH) {
    const proofs = Math.min(OF_A_BATCH, count - made);
    await Promise.all([fillProofs(store, account, proofs), fillProofs(store, other, Math.ceil(proofs / 10))]);
    await buildBatch(store.batches, {
      lease,
      batchIntervalMs: 0,
      batchMaxLeaves: 2 ** 20,
      chainIds: [31_337],
    });
  }
  await store.leases.release(lease);
}

/** A new owner of the account, who signs in. @returns the cookie of the session. */
export async function signIn({ people }: Records, accountId: string): Promise<string> {
  const at = new Date();
  const id = randomUUID();
  const person = { id, accountId, email: "bench@example.org", role: "owner", language: "en" } as const;
  await people.createPerson(
    { ...person, createdAt: at, lastSignInAt: null },
    auditEntry({ accountId, actor: { kind: "service" }, action: "person.create" }),
  );
  const secret = randomBytes(32).toString("base64url");
  await people.createSession({
    id: randomUUID(),
    secretHash: createHash("sha256").update(secret).digest("hex"),
    personId: id,
    method: "link",
    createdAt: at,
    lastSeenAt: at,
    authenticatedAt: at,
    expiresAt: new Date(at.getTime() + DAY_MS),
    userAgent: "bench",
  });
  return `__Host-session=${secret}`;
}
