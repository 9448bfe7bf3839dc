/**
 * The part of the `Store` port for people: who may sign in, with what, and who is signed in.
 *
 * An e-mail address belongs to one person, a person to one account. Secrets (tokens of sessions and of links, recovery
 * codes) are stored as SHA-256 hashes, lower-case hexadecimal.
 */

import type { AccountRecord, SealGrant } from "./account-store.js";
import type { AuditEntry } from "./audit-store.js";

/** `owner` may do everything, `member` works with proofs, `reader` only looks and downloads. */
export type Role = "owner" | "member" | "reader";

export interface PersonRecord {
  /** Also the user handle of the person's passkeys: its 16 bytes. */
  readonly id: string;
  readonly accountId: string;
  /** In the form of people/email-address.ts. */
  readonly email: string;
  readonly role: Role;
  /** Of mails: `es`, `en`, `de` or `fr`. */
  readonly language: string;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
}

/** A WebAuthn credential. */
export interface PasskeyRecord {
  /** The credential's identifier, base64url. */
  readonly id: string;
  readonly personId: string;
  /** COSE key. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  /** `AuthenticatorTransport`s, as the browser gave them. */
  readonly transports: readonly string[];
  /** Given by the person. */
  readonly name: string;
  /** Whether the authenticator may copy it to other devices. */
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/**
 * - `sign-in`: a link that signs a person in;
 * - `sign-up`: a link that creates an account with its first owner;
 * - `invitation`: a link that creates a person of an account, or an account with its first owner if `accountId` is null;
 * - `passkey`: a challenge of WebAuthn.
 */
export type TokenPurpose = "sign-in" | "sign-up" | "invitation" | "passkey";

/** A secret that works once. */
export interface OneTimeToken {
  readonly secretHash: string;
  readonly purpose: TokenPurpose;
  /** Whom it was sent to; null for a challenge. */
  readonly email: string | null;
  /** Of an invitation into an account. */
  readonly accountId: string | null;
  readonly role: Role | null;
  /** Whom a challenge is for: null when anyone may answer it. */
  readonly personId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface SessionRecord {
  readonly id: string;
  readonly secretHash: string;
  readonly personId: string;
  /** How the person signed in. */
  readonly method: "passkey" | "link" | "recovery-code";
  readonly createdAt: Date;
  /** Updated at most once a minute. */
  readonly lastSeenAt: Date;
  /** When the person last showed a passkey, a link or a code. */
  readonly authenticatedAt: Date;
  /** Ends it, whatever is done in it. */
  readonly expiresAt: Date;
  /** `User-Agent`, cut to 200 characters: for the list that the person sees. */
  readonly userAgent: string;
}

/** A session that was found, with its person and the person's account. */
export interface SignedIn {
  readonly session: SessionRecord;
  readonly person: PersonRecord;
  readonly account: AccountRecord;
}

/** A person to be created by a token. */
export interface Enrolment {
  /** Of a token with the purpose `sign-up` or `invitation`. */
  readonly tokenHash: string;
  readonly person: PersonRecord;
  /** An account to be created with the person as its owner, and its welcome seals; null to join the token's account. */
  readonly newAccount: { readonly account: AccountRecord; readonly welcome: SealGrant | null } | null;
  readonly at: Date;
}

export interface PeopleStore {
  putToken(token: OneTimeToken): Promise<void>;
  /** A token that was not used and has not expired; it stays usable. */
  findToken(secretHash: string, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null>;
  /** The same, and it is used up: of parallel calls one gets it. */
  useToken(secretHash: string, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null>;
  /** Invitations into an account that can still be used, newest first. */
  listInvitations(accountId: string, now: Date): Promise<readonly OneTimeToken[]>;
  /** Ends an invitation of an account. False when there is none that can be used. */
  withdrawInvitation(accountId: string, secretHash: string, audit: AuditEntry): Promise<boolean>;
  /**
   * Deletes tokens and sessions that expired before `before`, in portions. Also completes the deletions of accounts that
   * a crash interrupted (`AccountStore.deleteAccount`).
   *
   * @returns how many tokens and sessions it deleted.
   */
  purgeExpired(before: Date): Promise<number>;

  /**
   * Creates a person, and an account if one is named, and uses the token up: all or nothing. After a crash the same call
   * completes what was begun.
   *
   * @returns `token_unusable` when the token is unknown, used by another enrolment, or expired; `email_taken` when a
   * person has the address. Nothing is written then.
   */
  enrol(enrolment: Enrolment, audit: AuditEntry): Promise<"enrolled" | "token_unusable" | "email_taken">;
  /** Creates a person without a token: for the administrator and the sandbox. */
  createPerson(person: PersonRecord, audit: AuditEntry): Promise<"created" | "email_taken">;
  findPerson(id: string): Promise<PersonRecord | null>;
  findPersonByEmail(email: string): Promise<PersonRecord | null>;
  /** The people of an account, oldest first. */
  listPeople(accountId: string): Promise<readonly PersonRecord[]>;
  /** `last_owner`, and nothing changes, if the account would be without an owner. Exact when two owners do it at once. */
  setRole(
    person: PersonRecord,
    role: Role,
    audit: AuditEntry,
  ): Promise<"changed" | "last_owner" | "not_found">;
  /** Removes a person with sessions, passkeys and recovery codes. */
  removePerson(person: PersonRecord, audit: AuditEntry): Promise<"removed" | "last_owner" | "not_found">;
  setLanguage(personId: string, language: string): Promise<void>;

  /** False when a passkey with that identifier exists, or the person has `max` passkeys. */
  addPasskey(passkey: PasskeyRecord, max: number, audit: AuditEntry): Promise<boolean>;
  findPasskey(id: string): Promise<PasskeyRecord | null>;
  listPasskeys(personId: string): Promise<readonly PasskeyRecord[]>;
  /** Stores a use. False when the counter of the store is not below `counter`, unless both are 0 (WebAuthn 7.2, step 22). */
  usePasskey(id: string, counter: number, backedUp: boolean, at: Date): Promise<boolean>;
  removePasskey(personId: string, id: string, audit: AuditEntry): Promise<boolean>;

  /** Replaces all recovery codes of a person. */
  replaceRecoveryCodes(personId: string, secretHashes: readonly string[], audit: AuditEntry): Promise<void>;
  /** Uses a code up. False when the person has no such code. */
  useRecoveryCode(personId: string, secretHash: string, at: Date): Promise<boolean>;
  countRecoveryCodes(personId: string): Promise<number>;

  /** Also sets the person's `lastSignInAt`. @throws RangeError when there is no such person. */
  createSession(session: SessionRecord): Promise<void>;
  /** A session that has not ended, of a person whose account is not disabled or deleted. */
  findSession(secretHash: string, now: Date): Promise<SignedIn | null>;
  /** Sets `lastSeenAt`, and `authenticatedAt` unless it is null. */
  touchSession(id: string, seenAt: Date, authenticatedAt: Date | null): Promise<void>;
  /** Sessions of a person that have not ended, newest first. */
  listSessions(personId: string, now: Date): Promise<readonly SessionRecord[]>;
  /** Ends one session of a person. False when there is none. Every instance refuses it from then on. */
  endSession(personId: string, id: string): Promise<boolean>;
  /** Ends all sessions of a person but one. @returns how many. */
  endOtherSessions(personId: string, exceptId: string | null): Promise<number>;
}
