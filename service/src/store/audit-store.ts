/**
 * The part of the `Store` port for the audit trail: who changed what in an account, and when. Entries never change, except
 * that what names people is taken out of them when their account is deleted (`erasedEntry`).
 */

export type AuditActor =
  | { readonly kind: "person"; readonly id: string; readonly email: string }
  /** The administrator's command line. */
  | { readonly kind: "admin" }
  /** The service by itself, as when the sandbox creates its accounts. */
  | { readonly kind: "service" };

/**
 * A method of the store that changes something takes the entry with it. SQLite writes both in one step; MongoDB writes
 * the entry first, so that no change is without one; after a failure an entry may name a change that did not happen.
 */
export interface AuditEntry {
  readonly id: string;
  /** Null for what concerns no account. */
  readonly accountId: string | null;
  readonly at: Date;
  readonly actor: AuditActor;
  /** `AREA.VERB`, as in `key.create`. */
  readonly action: string;
  /** What was changed: an identifier, an address; null if that is the account. */
  readonly subject: string | null;
  /** No secrets. JSON values. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly more: boolean;
}

export interface AuditStore {
  /** For what changes nothing else, as a download of the account's data, or a sign-in. */
  append(entry: AuditEntry): Promise<void>;
  /**
   * Entries of an account, newest first, in the order in which they were stored.
   *
   * @param accountId null for the entries that concern no account.
   * @param before the entry after which the page begins; null for the first page.
   * @throws RangeError when the account has no such entry.
   */
  list(accountId: string | null, limit: number, before: string | null): Promise<AuditPage>;
}
