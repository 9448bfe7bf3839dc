/** The part of the `Store` port for accounts: plans, API keys and balances of seals. */
import type { AuditEntry } from "./audit-store.js";

export type PlanId = "free" | "pro";

export interface AccountRecord {
  readonly id: string;
  readonly plan: PlanId;
  readonly createdAt: Date;
  /** The operator's own note, shown to the operator only. */
  readonly label: string | null;
  /** The owner's name or firm. */
  readonly displayName: string | null;
  /** Whether the public pages of the account's certificates show that name. */
  readonly showsDisplayName: boolean;
  /** Its keys and sessions are refused from then on. */
  readonly disabledAt: Date | null;
}

/** What can be changed of an account. */
export type AccountChange = Partial<
  Pick<AccountRecord, "plan" | "label" | "displayName" | "showsDisplayName" | "disabledAt">
>;

export interface ApiKeyRecord {
  readonly id: string;
  /** Null for older keys that no account owns. */
  readonly account: AccountRecord | null;
  /** Given by who created it; empty for older keys. */
  readonly name: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Accurate to a minute or so; null for a key that was never used. */
  readonly lastUsedAt: Date | null;
}

/** Seals a new account starts with (`welcome`) and seals bought (`pack`). */
export type SealKind = "welcome" | "pack";

/** Seals that are added to a balance: a line of the ledger. */
export interface SealGrant {
  readonly id: string;
  readonly accountId: string;
  readonly kind: SealKind;
  /** Seals added; negative when they are taken back. */
  readonly amount: number;
  /** The reason, for people and for the audit. */
  readonly cause: string;
  readonly at: Date;
}

/** One line of the ledger; a balance is the sum of its entries. */
export interface SealEntry extends SealGrant {
  /** The proof whose seal was paid for (amount -1), or refunded (amount 1); null for a grant. */
  readonly proofId: string | null;
  /** The entry that a refund gives back; null for any other. */
  readonly refundOf: string | null;
}

export interface SealBalance {
  readonly welcome: number;
  readonly pack: number;
}

export interface AccountStore {
  /**
   * Creates an account with its welcome seals, if any: all or nothing.
   *
   * @throws RangeError when the seals are another account's.
   */
  createAccount(account: AccountRecord, welcome: SealGrant | null, audit: AuditEntry): Promise<void>;
  /** False when there is no such account. Every instance refuses a disabled one within a second. */
  updateAccount(id: string, change: AccountChange, audit: AuditEntry): Promise<boolean>;
  /**
   * Deletes an account: its people with all that signs them in, its keys, its tokens, and the names (`ERASED_NAME` from
   * then on) and metadata of its proofs. Fingerprints, batches, seals and the ledger stay, because proofs that were
   * handed out rest on them. Open orders are cancelled, all orders lose `placedBy` (empty from then on). The audit trail
   * stays, without addresses and details (`erasedEntry`); `audit` itself is stored as it is. Originals are removed
   * before, through custody. After a crash the same call completes what was begun, and so does
   * `PeopleStore.purgeExpired`.
   *
   * @returns false when there is no such account, or it is deleted completely.
   */
  deleteAccount(id: string, at: Date, audit: AuditEntry): Promise<boolean>;
  findAccount(id: string): Promise<AccountRecord | null>;
  /** All accounts, oldest first. */
  listAccounts(): Promise<readonly AccountRecord[]>;
  /**
   * A page of all accounts, oldest first.
   *
   * @param after the account after which the page begins, which may be deleted meanwhile; null for the first page.
   * @throws RangeError when there was never such an account.
   */
  pageAccounts(limit: number, after: string | null): Promise<readonly AccountRecord[]>;
  /**
   * Stores a key by the SHA-256 of its text.
   *
   * @param maxActive active keys an account may hold; at the limit nothing is written and false is returned.
   */
  createKey(
    key: { id: string; accountId: string | null; name: string; secretHash: string; createdAt: Date },
    maxActive: number,
    audit: AuditEntry,
  ): Promise<boolean>;
  /**
   * False when there is no such key, or it is not of the account that is named; revoking twice keeps the first date.
   * Every instance refuses the key within a second. The entry is stored in the trail of the key's account, whichever
   * account it names, because the administrator revokes keys by their identifiers.
   *
   * @param accountId null for any account.
   */
  revokeKey(id: string, accountId: string | null, at: Date, audit: AuditEntry): Promise<boolean>;
  /** Sets when keys were last used; an earlier time than the stored one changes nothing. */
  touchKeys(uses: readonly { readonly id: string; readonly at: Date }[]): Promise<void>;
  findKey(secretHash: string): Promise<ApiKeyRecord | null>;
  /** The keys of an account, revoked ones too, oldest first. */
  listKeys(accountId: string): Promise<readonly ApiKeyRecord[]>;
  /**
   * Enters a grant into the ledger. Entering the same grant again has no effect.
   *
   * @throws RangeError when there is no such account, or the balance would be negative.
   */
  addSeals(grant: SealGrant, audit: AuditEntry): Promise<void>;
  sealBalance(accountId: string): Promise<SealBalance>;
}
