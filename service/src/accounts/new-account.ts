import { randomUUID } from "node:crypto";
import { auditEntry } from "../audit/audit-entry.js";
import type { AccountRecord, AuditActor, AuditEntry, PlanId, SealGrant } from "../records/types.js";

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
