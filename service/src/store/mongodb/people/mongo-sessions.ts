/** Sessions in MongoDB. One counts only while the account's document lists its person, so no removal can miss it. */
import { type Binary, ObjectId } from "mongodb";
import type { SessionRecord, SignedIn } from "../../people-store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { type AccountChanges, isStanding } from "../accounts/account-changes.js";
import { accountOf } from "../accounts/account-document.js";
import {
  binaryToHex,
  binaryToUuid,
  hexToBinary,
  ownUuidToBinary,
  uuidToBinary,
} from "../documents/binary.js";
import type { SessionDocument } from "../documents/documents.js";
import { accountOfPerson, personIn, personOf, withPerson } from "./person-entry.js";

export class MongoSessions {
  readonly #access: MongoAccess;
  readonly #changes: AccountChanges;

  constructor(access: MongoAccess, changes: AccountChanges) {
    this.#access = access;
    this.#changes = changes;
  }

  async create(session: SessionRecord): Promise<void> {
    const person = ownUuidToBinary(session.personId);
    const account = (await accountOfPerson(this.#access, person))?._id;
    // The session decides, so it comes last.
    const isKnown =
      account !== undefined &&
      (await this.#changes.change(account, null, (standing) => {
        if (personIn(standing, person) === undefined) return { result: false };
        const people = withPerson(standing!, person, (entry) => ({
          ...entry,
          lastSignInAt: session.createdAt,
        }));
        return { result: true, set: { people } };
      }));
    if (!isKnown) throw new RangeError(`there is no person ${session.personId}`);
    const { method, createdAt, lastSeenAt, authenticatedAt, expiresAt, userAgent } = session;
    const document: SessionDocument = {
      _id: ownUuidToBinary(session.id),
      secretHash: hexToBinary(session.secretHash),
      person,
      account,
      ...{ method, createdAt, made: new ObjectId(), lastSeenAt, authenticatedAt, expiresAt, userAgent },
    };
    await this.#access.insertOwn(({ sessions }) => sessions.insertOne(document));
  }

  async find(secretHash: string, now: Date): Promise<SignedIn | null> {
    const found = await this.#access.run(({ sessions }) =>
      sessions.findOne({ secretHash: hexToBinary(secretHash) }),
    );
    if (found === null || found.expiresAt <= now) return null;
    const account = await this.#changes.find(found.account);
    const person = personIn(account, found.person);
    if (account === null || person === undefined || !isStanding(account)) return null;
    if (account.disabledAt !== undefined && account.disabledAt !== null) return null;
    return { session: sessionOf(found), person: personOf(account._id, person), account: accountOf(account) };
  }

  /** Neither time goes back. */
  async touch(id: string, seenAt: Date, authenticatedAt: Date | null): Promise<void> {
    const _id = uuidToBinary(id);
    if (_id === null) return;
    const later = { lastSeenAt: seenAt, ...(authenticatedAt === null ? {} : { authenticatedAt }) };
    await this.#access.run(({ sessions }) => sessions.updateOne({ _id }, { $max: later }));
  }

  async list(personId: string, now: Date): Promise<readonly SessionRecord[]> {
    const person = uuidToBinary(personId);
    if (person === null || (await accountOfPerson(this.#access, person)) === null) return [];
    const found = await this.#access.run(({ sessions }) =>
      sessions
        .find({ person, expiresAt: { $gt: now } })
        .sort({ createdAt: -1, made: -1 })
        .toArray(),
    );
    return found.map(sessionOf);
  }

  async end(personId: string, id: string): Promise<boolean> {
    const [person, _id] = [uuidToBinary(personId), uuidToBinary(id)];
    if (person === null || _id === null) return false;
    const { deletedCount } = await this.#access.run(({ sessions }) => sessions.deleteOne({ _id, person }));
    return deletedCount === 1;
  }

  async endOthers(personId: string, exceptId: string | null): Promise<number> {
    const [person, except] = [uuidToBinary(personId), exceptId === null ? null : uuidToBinary(exceptId)];
    if (person === null) return 0;
    const filter = { person, ...(except === null ? {} : { _id: { $ne: except } }) };
    const { deletedCount } = await this.#access.run(({ sessions }) => sessions.deleteMany(filter));
    return deletedCount;
  }

  /** Of a person who is gone already. */
  async forget(person: Binary): Promise<void> {
    await this.#access.runRepeatable(({ sessions }) => sessions.deleteMany({ person }));
  }

  async purge(before: Date): Promise<number> {
    const { deletedCount } = await this.#access.run(({ sessions }) =>
      sessions.deleteMany({ expiresAt: { $lt: before } }),
    );
    return deletedCount;
  }
}

function sessionOf(document: SessionDocument): SessionRecord {
  const { _id, secretHash, person, method, createdAt, lastSeenAt, authenticatedAt, expiresAt, userAgent } =
    document;
  return {
    id: binaryToUuid(_id),
    secretHash: binaryToHex(secretHash),
    personId: binaryToUuid(person),
    ...{ method, createdAt, lastSeenAt, authenticatedAt, expiresAt, userAgent },
  };
}
