/** Creates, deletes; issues keys. */

import { randomUUID } from "node:crypto";
import { isInvisible } from "@svc-proof/shared/text";
import { auditEntry } from "../audit/audit.js";
import { eachOriginal } from "../records/custody.js";
import type { AccountStore, Records } from "../records/records.js";
import type { AccountRecord, AuditActor, AuditEntry, PlanId, SealGrant } from "../records/types.js";
import { generateApiKey, hashApiKey } from "./authentication.js";
import { PLANS } from "./plans.js";

export interface NewAccountOptions {
  readonly plan: PlanId;
  /** The operator's own note. */
  readonly label?: string | null;
  /** The owner's name or firm. */
  readonly displayName?: string | null;
  /** Seals it starts with: `config.welcomeSeals`, unless the administrator says another number. */
  readonly welcomeSeals: number;
  readonly actor: AuditActor;
}

export interface NewAccount {
  readonly account: AccountRecord;
  /** Null if it starts without seals. */
  readonly welcome: SealGrant | null;
  readonly audit: AuditEntry;
}

/**
 * A new account as `AccountStore.createAccount` and `PeopleStore.enrol` take it: the one place that says what an account
 * starts with, whoever creates it.
 */
export function newAccount({
  plan,
  label = null,
  displayName = null,
  welcomeSeals,
  actor,
}: NewAccountOptions): NewAccount {
  const id = randomUUID();
  const audit = auditEntry({
    accountId: id,
    actor,
    action: "account.create",
    details: { plan, welcome_seals: welcomeSeals },
  });
  const createdAt = audit.at;
  const account = { id, plan, createdAt, label, displayName, showsDisplayName: false, disabledAt: null };
  const grant = {
    id: randomUUID(),
    accountId: id,
    kind: "welcome",
    cause: "new account",
    at: createdAt,
  } as const;
  return { account, welcome: welcomeSeals === 0 ? null : { ...grant, amount: welcomeSeals }, audit };
}

/**
 * Deletes an account with its originals. It is disabled first, so that no upload begins meanwhile. The keys of its
 * originals are forgotten at once, so that no copy of them can be read; the job `custody` deletes the bytes. After a crash
 * the same call completes what was begun.
 *
 * @param account its identifier alone if its record was deleted before the crash.
 * @returns false when there is nothing to delete.
 */
export async function deleteAccount(
  { accounts, custody, audit: trail }: Pick<Records, "accounts" | "custody" | "audit">,
  account: Pick<AccountRecord, "id"> & Partial<Pick<AccountRecord, "disabledAt">>,
  actor: AuditActor,
): Promise<boolean> {
  const { id } = account;
  if (account.disabledAt === null) {
    const details = { reason: "deletion" };
    const audit = auditEntry({ accountId: id, actor, action: "account.disable", details });
    await accounts.updateAccount(id, { disabledAt: audit.at }, audit);
  }
  const endOriginals = async () => {
    for await (const original of eachOriginal(custody, id)) await custody.endCustody(original);
  };
  const [use] = await custody.usageOf([id]);
  if (use !== undefined && use.originals > 0) {
    const details = { what: "all" };
    await trail.append(auditEntry({ accountId: id, actor, action: "original.delete", details }));
    await endOriginals();
  }
  const audit = auditEntry({ accountId: id, actor, action: "account.delete" });
  const isDeleted = await accounts.deleteAccount(id, audit.at, audit);
  // Of uploads that were under way.
  if (isDeleted) await endOriginals();
  return isDeleted;
}

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

// Names that people give: of keys, of accounts, of passkeys.

/** Control characters, halves of surrogate pairs, ends of lines, and characters that turn the direction of a text around. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

export const KEY_NAME_CHARACTERS = 60;
export const DISPLAY_NAME_CHARACTERS = 120;

/** Whether a trimmed text has 1 to `maxCharacters` characters, shows something, and nothing that it is not. */
export function isShortText(text: string, maxCharacters: number): boolean {
  return text.length <= maxCharacters && !isInvisible(text) && !UNFIT.test(text);
}
