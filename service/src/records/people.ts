/**
 * People, who may sign in, their passkeys and their recovery codes. An e-mail address belongs to one person, a person to
 * one account. What changes the people of an account touches the account; what changes how a person signs in writes or
 * touches the person.
 */
import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { insertAccount } from "./accounts.js";
import { enterAudit } from "./audit.js";
import { everyRow } from "./every-row.js";
import { NoAccountError, touchAccount } from "./standing-account.js";
import type { AuditEntry, Enrolment, PasskeyRecord, PersonRecord, Role } from "./types.js";

/** Sessions and links of a person that go with the person; others are refused without, until they expire. */
const MAX_REMOVED = 100;

export const changes = {
  /**
   * Creates a person, and an account if one is named, and uses the token up: all or nothing. The same call may be repeated.
   *
   * @returns `token_unusable` when the token is unknown, used by another enrolment, or expired; `email_taken` when a
   * person has the address. Nothing is written then.
   * @throws RangeError when the token does not admit to the account, or the welcome seals are another's.
   */
  async enrol(
    rows: Changeable,
    { tokenHash, person, newAccount, at }: Enrolment,
    audit: AuditEntry,
  ): Promise<"enrolled" | "token_unusable" | "email_taken"> {
    const [token, former, taken] = await Promise.all([
      rows.tokens.get([tokenHash]),
      rows.people.get([person.id]),
      rows.emails.get([person.email]),
    ]);
    const enrols = token?.purpose === "sign-up" || token?.purpose === "invitation";
    if (token === null || !enrols || token.expiresAt <= at)
      return former?.enrolledBy === tokenHash ? "enrolled" : "token_unusable";
    if (taken !== null) return "email_taken";
    const account = newAccount === null ? token.account : newAccount.account.id;
    if (account !== person.accountId || (newAccount !== null && token.account !== null))
      throw new RangeError(`the token does not admit to the account ${person.accountId}`);
    if (newAccount === null) await touchAccount(rows, account);
    else await insertAccount(rows, newAccount.account, newAccount.welcome);
    await rows.tokens.remove([tokenHash]);
    await insertPerson(rows, person, tokenHash);
    await enterAudit(rows, audit);
    return "enrolled";
  },

  /**
   * Creates a person without a token: for programs that work on the store.
   *
   * @throws NoAccountError
   */
  async createPerson(
    rows: Changeable,
    person: PersonRecord,
    audit: AuditEntry,
  ): Promise<"created" | "email_taken"> {
    if ((await rows.emails.get([person.email])) !== null) return "email_taken";
    await touchAccount(rows, person.accountId);
    await insertPerson(rows, person, null);
    await enterAudit(rows, audit);
    return "created";
  },

  /** `last_owner`, and nothing changes, if the account would be without an owner. Exact when two owners do it at once. */
  async setRole(
    rows: Changeable,
    person: PersonRecord,
    role: Role,
    audit: AuditEntry,
  ): Promise<"changed" | "last_owner" | "not_found"> {
    const row = await rows.people.get([person.id]);
    if (row === null || row.account !== person.accountId) return "not_found";
    if (row.role === role) return "changed";
    if (await isLastOwner(rows, row)) return "last_owner";
    await rows.people.update([row.id], {}, { role });
    await enterAudit(rows, audit);
    return "changed";
  },

  /** Removes a person with sessions, passkeys and recovery codes. */
  async removePerson(
    rows: Changeable,
    person: PersonRecord,
    audit: AuditEntry,
  ): Promise<"removed" | "last_owner" | "not_found"> {
    const row = await rows.people.get([person.id]);
    if (row === null || row.account !== person.accountId) return "not_found";
    if (await isLastOwner(rows, row)) return "last_owner";
    await erasePerson(rows, row, "sign-in");
    await enterAudit(rows, audit);
    return "removed";
  },

  async setLanguage(rows: Changeable, personId: string, language: string): Promise<void> {
    await rows.people.update([personId], {}, { language });
  },

  /**
   * False when a passkey with that identifier exists, or the person has `max` passkeys.
   *
   * @throws NoAccountError
   */
  async addPasskey(
    rows: Changeable,
    { personId: person, ...passkey }: PasskeyRecord,
    max: number,
    audit: AuditEntry,
  ): Promise<boolean> {
    await touchPerson(rows, person);
    const [former, held] = await Promise.all([
      rows.passkeys.get([passkey.id]),
      rows.passkeys.page(["person", "createdAt", "id"], [person], { limit: max }),
    ]);
    if (former !== null || held.length >= max) return false;
    await rows.passkeys.insert({ ...passkey, person });
    await enterAudit(rows, audit);
    return true;
  },

  /** Stores a use. False when the counter of the store is not below `counter`, unless both are 0 (WebAuthn 7.2, step 22). */
  async usePasskey(
    rows: Changeable,
    id: string,
    counter: number,
    backedUp: boolean,
    at: Date,
  ): Promise<boolean> {
    const row = await rows.passkeys.get([id]);
    if (row === null || (row.counter >= counter && (row.counter > 0 || counter > 0))) return false;
    return rows.passkeys.update([id], {}, { counter, backedUp, lastUsedAt: at });
  },

  /**
   * @param others passkeys of which one must be left, if the person has no recovery code; null when nothing must be left.
   */
  async removePasskey(
    rows: Changeable,
    personId: string,
    id: string,
    others: readonly string[] | null,
    audit: AuditEntry,
  ): Promise<"removed" | "last" | "not_found"> {
    if ((await rows.passkeys.get([id]))?.person !== personId) return "not_found";
    await touchPerson(rows, personId);
    if (others !== null) {
      const left = await rows.passkeys.getMany(others.map((other) => [other]));
      if (left.every((one) => one === null) && (await codesOf(rows, personId)).length === 0) return "last";
    }
    await rows.passkeys.remove([id]);
    await enterAudit(rows, audit);
    return "removed";
  },

  /**
   * Replaces all recovery codes of a person.
   *
   * @throws NoAccountError
   */
  async replaceRecoveryCodes(
    rows: Changeable,
    personId: string,
    secretHashes: readonly string[],
    audit: AuditEntry,
  ): Promise<void> {
    await touchPerson(rows, personId);
    const former = await codesOf(rows, personId);
    await rows.recoveryCodes.remove(...former.map(({ secret }) => [personId, secret] as const));
    await rows.recoveryCodes.insert(...secretHashes.map((secret) => ({ person: personId, secret })));
    await enterAudit(rows, audit);
  },

  /** Uses a code up. False when the person has no such code. */
  async useRecoveryCode(rows: Changeable, personId: string, secretHash: string): Promise<boolean> {
    if ((await rows.recoveryCodes.get([personId, secretHash])) === null) return false;
    await rows.recoveryCodes.remove([personId, secretHash]);
    return true;
  },
};

export const queries = {
  async findPerson(rows: Readable, id: string): Promise<PersonRecord | null> {
    const row = await rows.people.get([id]);
    return row && personOf(row);
  },

  async findPersonByEmail(rows: Readable, email: string): Promise<PersonRecord | null> {
    const address = await rows.emails.get([email]);
    return address === null ? null : personOf((await rows.people.get([address.person]))!);
  },

  /** The people of an account, oldest first. */
  async listPeople(rows: Readable, accountId: string): Promise<readonly PersonRecord[]> {
    return (await peopleOf(rows, accountId)).map(personOf);
  },

  async findPasskey(rows: Readable, id: string): Promise<PasskeyRecord | null> {
    const row = await rows.passkeys.get([id]);
    return row && passkeyOf(row);
  },

  /** Oldest first. */
  async listPasskeys(rows: Readable, personId: string): Promise<readonly PasskeyRecord[]> {
    return (await everyRow(rows.passkeys, ["person", "createdAt", "id"], [personId])).map(passkeyOf);
  },

  async countRecoveryCodes(rows: Readable, personId: string): Promise<number> {
    return (await codesOf(rows, personId)).length;
  },
};

/**
 * Removes a person with all that signs in.
 *
 * @param purpose of the links to the person's address that end; null for all.
 */
export async function erasePerson(
  rows: Changeable,
  { id, email }: Row<"people">,
  purpose: "sign-in" | null,
): Promise<void> {
  const limit = MAX_REMOVED;
  const [sessions, passkeys, codes, challenges, links, wishes] = await Promise.all([
    rows.sessions.page(["person", "createdAt", "secret"], [id], { limit }),
    everyRow(rows.passkeys, ["person", "createdAt", "id"], [id]),
    everyRow(rows.recoveryCodes, ["person", "secret"], [id]),
    rows.tokens.page(["person"], [id], { limit }),
    rows.tokens.page(["email"], [email], { limit }),
    // Few, and looked at once more when they are due: then nobody is found.
    rows.mailWishes.page(["person", "token"], [id], { limit }),
  ]);
  const tokens = [...challenges, ...links.filter((link) => purpose === null || link.purpose === purpose)];
  await Promise.all([
    rows.people.remove([id]),
    rows.emails.remove([email]),
    rows.sessions.remove(...sessions.map(({ secret }) => [secret] as const)),
    rows.passkeys.remove(...passkeys.map((passkey) => [passkey.id] as const)),
    rows.recoveryCodes.remove(...codes.map(({ secret }) => [id, secret] as const)),
    rows.tokens.remove(...tokens.map(({ secret }) => [secret] as const)),
    ...wishes.map(({ token }) => rows.mailWishes.update([id, token], {}, { dueAt: new Date(0) })),
  ]);
}

async function insertPerson(rows: Changeable, person: PersonRecord, enrolledBy: string | null) {
  const { accountId: account, ...cells } = person;
  await rows.people.insert({ ...cells, account, enrolledBy });
  await rows.emails.insert({ email: person.email, person: person.id });
}

const peopleOf = (rows: Readable, accountId: string) =>
  everyRow(rows.people, ["account", "createdAt", "id"], [accountId]);

/** Touches the account, because the answer depends on its other people. */
async function isLastOwner(rows: Changeable, { id, account, role }: Row<"people">): Promise<boolean> {
  await rows.accounts.touch([account]);
  if (role !== "owner") return false;
  return !(await peopleOf(rows, account)).some((other) => other.role === "owner" && other.id !== id);
}

export function personOf({ account, enrolledBy: _, ...row }: Row<"people">): PersonRecord {
  return { ...row, accountId: account, role: row.role as Role };
}

/** @throws NoAccountError */
async function touchPerson(rows: Changeable, id: string): Promise<void> {
  if (!(await rows.people.touch([id]))) throw new NoAccountError(id, "person");
}

const codesOf = (rows: Readable, personId: string) =>
  everyRow(rows.recoveryCodes, ["person", "secret"], [personId]);

function passkeyOf({ person, transports, ...row }: Row<"passkeys">): PasskeyRecord {
  return { ...row, personId: person, transports: transports as readonly string[] };
}
