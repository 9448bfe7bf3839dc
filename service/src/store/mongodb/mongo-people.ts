/**
 * People in MongoDB. An account's document lists its people with their passkeys and recovery codes, so each rule about
 * them is one conditional write of that document, and addresses, people and passkeys are unique by its indexes:
 * docs/decisions/059-people-in-mongodb.md.
 */
import type { Binary } from "mongodb";
import type { AuditEntry } from "../audit-store.js";
import type {
  Enrolment,
  OneTimeToken,
  PasskeyRecord,
  PeopleStore,
  PersonRecord,
  Role,
  SessionRecord,
  SignedIn,
  TokenPurpose,
} from "../people-store.js";
import type { MongoAccess } from "./access/mongo-access.js";
import { isDuplicateKey } from "./access/mongo-errors.js";
import { type AccountChanges, type AccountDecision, isStanding } from "./accounts/account-changes.js";
import type { AuditTrail } from "./accounts/audit-trail.js";
import { binaryToHex, hexToBinary, ownUuidToBinary, uuidToBinary } from "./documents/binary.js";
import type { AccountDocument, PasskeyEntry, PersonEntry } from "./documents/documents.js";
import { Enrolments } from "./people/enrolments.js";
import { MongoSessions } from "./people/mongo-sessions.js";
import { MongoTokens } from "./people/mongo-tokens.js";
import {
  accountOfEmail,
  accountOfPasskey,
  accountOfPerson,
  isSame,
  latest,
  newPasskeyEntry,
  newPersonEntry,
  passkeyOf,
  personIn,
  personOf,
  withPerson,
} from "./people/person-entry.js";
import type { SealLedger } from "./seals/seal-ledger.js";

export interface MongoPeopleParts {
  readonly access: MongoAccess;
  readonly changes: AccountChanges;
  readonly trail: AuditTrail;
  readonly ledger: SealLedger;
  /** Completes what dead processes left in the documents of accounts. */
  sweepAccounts(): Promise<void>;
}

export class MongoPeople implements PeopleStore {
  readonly #access: MongoAccess;
  readonly #changes: AccountChanges;
  readonly #sweepAccounts: () => Promise<void>;
  readonly #enrolments: Enrolments;
  readonly #tokens: MongoTokens;
  readonly #sessions: MongoSessions;

  constructor({ access, changes, trail, ledger, sweepAccounts }: MongoPeopleParts) {
    this.#access = access;
    this.#changes = changes;
    this.#sweepAccounts = sweepAccounts;
    this.#enrolments = new Enrolments(access, changes, trail, ledger);
    this.#tokens = new MongoTokens(access, changes, trail, this.#enrolments);
    this.#sessions = new MongoSessions(access, changes);
  }

  putToken(token: OneTimeToken): Promise<void> {
    return this.#tokens.put(token);
  }

  findToken(secretHash: string, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null> {
    return this.#tokens.find(secretHash, purpose, now);
  }

  useToken(secretHash: string, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null> {
    return this.#tokens.use(secretHash, purpose, now);
  }

  listInvitations(accountId: string, now: Date): Promise<readonly OneTimeToken[]> {
    return this.#tokens.listInvitations(accountId, now);
  }

  withdrawInvitation(accountId: string, secretHash: string, audit: AuditEntry): Promise<boolean> {
    return this.#tokens.withdraw(accountId, secretHash, audit);
  }

  /** Also completes what dead processes left in the documents of accounts. */
  async purgeExpired(before: Date): Promise<number> {
    const purged = (await this.#tokens.purge(before)) + (await this.#sessions.purge(before));
    await this.#sweepAccounts();
    return purged;
  }

  enrol(enrolment: Enrolment, audit: AuditEntry): Promise<"enrolled" | "token_unusable" | "email_taken"> {
    return this.#enrolments.enrol(enrolment, audit);
  }

  async createPerson(person: PersonRecord, audit: AuditEntry): Promise<"created" | "email_taken"> {
    const entry = newPersonEntry(person, null);
    try {
      return await this.#changes.change(ownUuidToBinary(person.accountId), audit, (standing) => {
        if (standing === null || !isStanding(standing)) {
          throw new RangeError(`there is no account ${person.accountId}`);
        }
        const { people = [] } = standing;
        if (people.some(({ email }) => email === person.email)) return { result: "email_taken" as const };
        if (personIn(standing, entry.id) !== undefined) throw usedTwice(person);
        return { result: "created" as const, set: { people: [...people, entry] } };
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if ((await accountOfEmail(this.#access, person.email)) === null) throw usedTwice(person);
      return "email_taken";
    }
  }

  async findPerson(id: string): Promise<PersonRecord | null> {
    const person = uuidToBinary(id);
    const account = person && (await accountOfPerson(this.#access, person));
    const entry = account && personIn(account, person);
    return entry ? personOf(account._id, entry) : null;
  }

  async findPersonByEmail(email: string): Promise<PersonRecord | null> {
    const account = await accountOfEmail(this.#access, email);
    const entry = account?.people?.find((person) => person.email === email);
    return entry ? personOf(account!._id, entry) : null;
  }

  async listPeople(accountId: string): Promise<readonly PersonRecord[]> {
    const _id = uuidToBinary(accountId);
    const account = _id && (await this.#changes.find(_id));
    const people = (account?.people ?? []).map((person) => personOf(account!._id, person));
    return people.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }

  setRole(
    { id, accountId }: PersonRecord,
    role: Role,
    audit: AuditEntry,
  ): Promise<"changed" | "last_owner" | "not_found"> {
    const person = ownUuidToBinary(id);
    return this.#changes.change(ownUuidToBinary(accountId), audit, (standing) => {
      const entry = personIn(standing, person);
      if (entry === undefined) return { result: "not_found" as const };
      if (entry.role === role) return { result: "changed" as const };
      if (role !== "owner" && isLastOwner(standing!, person)) return { result: "last_owner" as const };
      return {
        result: "changed" as const,
        set: { people: withPerson(standing!, person, () => ({ ...entry, role })) },
      };
    });
  }

  async removePerson(
    { id, accountId }: PersonRecord,
    audit: AuditEntry,
  ): Promise<"removed" | "last_owner" | "not_found"> {
    const person = ownUuidToBinary(id);
    const removed = await this.#changes.change(
      ownUuidToBinary(accountId),
      audit,
      (standing): AccountDecision<PersonEntry | "last_owner" | "not_found"> => {
        const entry = personIn(standing, person);
        if (entry === undefined) return { result: "not_found" };
        if (isLastOwner(standing!, person)) return { result: "last_owner" };
        const { people = [], passkeys = [], formerPeople = [] } = standing!;
        return {
          result: entry,
          set: {
            people: people.filter((each) => each !== entry),
            passkeys: passkeys.filter((passkey) => !isSame(passkey.person, person)),
            formerPeople: latest([...formerPeople, person]),
          },
        };
      },
    );
    if (typeof removed === "string") return removed;
    // None of them counts any more.
    await this.#sessions.forget(person);
    await this.#tokens.forget(person, removed.email);
    return "removed";
  }

  async setLanguage(personId: string, language: string): Promise<void> {
    await this.#changePerson(personId, null, (entry) => ({ ...entry, language }));
  }

  async addPasskey(passkey: PasskeyRecord, max: number, audit: AuditEntry): Promise<boolean> {
    const entry = newPasskeyEntry(passkey);
    const account = await accountOfPerson(this.#access, entry.person);
    try {
      const isAdded =
        account &&
        (await this.#changes.change(account._id, audit, (standing) => {
          if (personIn(standing, entry.person) === undefined) return { result: null };
          const { passkeys = [] } = standing!;
          const own = passkeys.filter(({ person }) => isSame(person, entry.person));
          if (own.length >= max || passkeys.some(({ id }) => id === entry.id)) return { result: false };
          return { result: true, set: { passkeys: [...passkeys, entry] } };
        }));
      if (isAdded === null) throw noPerson(passkey.personId);
      return isAdded;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async findPasskey(id: string): Promise<PasskeyRecord | null> {
    const account = await accountOfPasskey(this.#access, id);
    const entry = account?.passkeys?.find((passkey) => passkey.id === id);
    return entry === undefined ? null : passkeyOf(entry);
  }

  async listPasskeys(personId: string): Promise<readonly PasskeyRecord[]> {
    const person = uuidToBinary(personId);
    const account = person && (await accountOfPerson(this.#access, person));
    return (account?.passkeys ?? [])
      .filter((entry) => isSame(entry.person, person!))
      .map(passkeyOf)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }

  async usePasskey(id: string, counter: number, backedUp: boolean, at: Date): Promise<boolean> {
    const account = await accountOfPasskey(this.#access, id);
    if (account === null) return false;
    return this.#changes.change(account._id, null, (standing) => {
      const { passkeys = [] } = standing ?? {};
      const used = passkeys.find((passkey) => passkey.id === id);
      const isFresh = used && (used.counter < counter || (used.counter === 0 && counter === 0));
      if (!isFresh) return { result: false };
      const change = (entry: PasskeyEntry): PasskeyEntry =>
        entry.id === id ? { ...entry, counter, backedUp, lastUsedAt: at } : entry;
      return { result: true, set: { passkeys: passkeys.map(change) } };
    });
  }

  async removePasskey(personId: string, id: string, audit: AuditEntry): Promise<boolean> {
    const person = uuidToBinary(personId);
    const account = person && (await accountOfPerson(this.#access, person));
    if (!account) return false;
    return this.#changes.change(account._id, audit, (standing) => {
      const { passkeys = [] } = standing ?? {};
      const left = passkeys.filter((passkey) => passkey.id !== id || !isSame(passkey.person, person));
      return left.length === passkeys.length ? { result: false } : { result: true, set: { passkeys: left } };
    });
  }

  async replaceRecoveryCodes(
    personId: string,
    secretHashes: readonly string[],
    audit: AuditEntry,
  ): Promise<void> {
    const recoveryCodes = secretHashes.map(hexToBinary);
    const isDone = await this.#changePerson(personId, audit, (entry) => ({ ...entry, recoveryCodes }));
    if (!isDone) throw noPerson(personId);
  }

  useRecoveryCode(personId: string, secretHash: string, _at: Date): Promise<boolean> {
    return this.#changePerson(personId, null, (entry) => {
      const left = entry.recoveryCodes.filter((code) => binaryToHex(code) !== secretHash);
      return left.length === entry.recoveryCodes.length ? null : { ...entry, recoveryCodes: left };
    });
  }

  async countRecoveryCodes(personId: string): Promise<number> {
    const person = uuidToBinary(personId);
    const account = person && (await accountOfPerson(this.#access, person));
    return (account && personIn(account, person)?.recoveryCodes.length) ?? 0;
  }

  createSession(session: SessionRecord): Promise<void> {
    return this.#sessions.create(session);
  }

  findSession(secretHash: string, now: Date): Promise<SignedIn | null> {
    return this.#sessions.find(secretHash, now);
  }

  touchSession(id: string, seenAt: Date, authenticatedAt: Date | null): Promise<void> {
    return this.#sessions.touch(id, seenAt, authenticatedAt);
  }

  listSessions(personId: string, now: Date): Promise<readonly SessionRecord[]> {
    return this.#sessions.list(personId, now);
  }

  endSession(personId: string, id: string): Promise<boolean> {
    return this.#sessions.end(personId, id);
  }

  endOtherSessions(personId: string, exceptId: string | null): Promise<number> {
    return this.#sessions.endOthers(personId, exceptId);
  }

  /**
   * @param change null to change nothing.
   * @returns whether there is such a person and something was to be changed.
   */
  async #changePerson(
    personId: string,
    audit: AuditEntry | null,
    change: (entry: PersonEntry) => PersonEntry | null,
  ): Promise<boolean> {
    const person = uuidToBinary(personId);
    const account = person && (await accountOfPerson(this.#access, person));
    if (!account) return false;
    return this.#changes.change(account._id, audit, (standing): AccountDecision<boolean> => {
      const entry = personIn(standing, person);
      const changed = entry && change(entry);
      if (!changed) return { result: false };
      return { result: true, set: { people: withPerson(standing!, person, () => changed) } };
    });
  }
}

function isLastOwner({ people = [] }: AccountDocument, person: Binary): boolean {
  const owners = people.filter(({ role }) => role === "owner");
  return owners.length === 1 && isSame(owners[0]!.id, person);
}

function usedTwice({ id }: PersonRecord): RangeError {
  return new RangeError(`the identifier ${id} already belongs to another person`);
}

function noPerson(id: string): RangeError {
  return new RangeError(`there is no person ${id}`);
}
