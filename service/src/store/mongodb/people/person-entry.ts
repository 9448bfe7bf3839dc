/** People and passkeys in the document of their account. */
import { Binary, type Filter } from "mongodb";
import type { PasskeyRecord, PersonRecord } from "../../people-store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToBytes, binaryToUuid, ownUuidToBinary } from "../documents/binary.js";
import type { AccountDocument, PasskeyEntry, PersonEntry } from "../documents/documents.js";

/** Indexes of what is in the documents of accounts. They are unique: an address belongs to one person. */
export const EMAILS_INDEX = "people_by_email";
export const PEOPLE_INDEX = "people_by_id";
export const PASSKEYS_INDEX = "passkeys_by_id";

/** The conditions under which these indexes hold a document. */
const WITH_PEOPLE = { "people.0": { $exists: true } } as Filter<AccountDocument>;
const WITH_PASSKEYS = { "passkeys.0": { $exists: true } } as Filter<AccountDocument>;

export function accountOfPerson(access: MongoAccess, id: Binary): Promise<AccountDocument | null> {
  const filter = { ...WITH_PEOPLE, "people.id": id } as Filter<AccountDocument>;
  return access.run(({ accounts }) => accounts.findOne(filter, { hint: PEOPLE_INDEX }));
}

export function accountOfEmail(access: MongoAccess, email: string): Promise<AccountDocument | null> {
  const filter = { ...WITH_PEOPLE, "people.email": email } as Filter<AccountDocument>;
  return access.run(({ accounts }) => accounts.findOne(filter, { hint: EMAILS_INDEX }));
}

export function accountOfPasskey(access: MongoAccess, id: string): Promise<AccountDocument | null> {
  const filter = { ...WITH_PASSKEYS, "passkeys.id": id } as Filter<AccountDocument>;
  return access.run(({ accounts }) => accounts.findOne(filter, { hint: PASSKEYS_INDEX }));
}

export function personIn(account: AccountDocument | null, id: Binary): PersonEntry | undefined {
  return account?.people?.find((person) => isSame(person.id, id));
}

/** The people of an account, one of them changed. */
export function withPerson(
  { people = [] }: AccountDocument,
  id: Binary,
  change: (person: PersonEntry) => PersonEntry,
): readonly PersonEntry[] {
  return people.map((person) => (isSame(person.id, id) ? change(person) : person));
}

export function newPersonEntry(person: PersonRecord, enrolledBy: Binary | null): PersonEntry {
  const { email, role, language, createdAt, lastSignInAt } = person;
  return {
    ...{ id: ownUuidToBinary(person.id), email, role, language, createdAt, lastSignInAt, enrolledBy },
    recoveryCodes: [],
  };
}

export function personOf(account: Binary, person: PersonEntry): PersonRecord {
  const { id, email, role, language, createdAt, lastSignInAt } = person;
  return {
    ...{ id: binaryToUuid(id), accountId: binaryToUuid(account), email, role, language },
    createdAt,
    lastSignInAt,
  };
}

export function newPasskeyEntry({ personId, publicKey, ...passkey }: PasskeyRecord): PasskeyEntry {
  const { id, counter, transports, name, backedUp, createdAt, lastUsedAt } = passkey;
  return {
    ...{ id, counter, transports, name, backedUp, createdAt, lastUsedAt },
    person: ownUuidToBinary(personId),
    publicKey: new Binary(publicKey),
  };
}

export function passkeyOf({ person, publicKey, ...passkey }: PasskeyEntry): PasskeyRecord {
  return { ...passkey, personId: binaryToUuid(person), publicKey: binaryToBytes(publicKey) };
}

/** Identifiers that are kept to refuse writes which are still on their way: far more than there can be. */
export function latest(ids: readonly Binary[]): readonly Binary[] {
  return ids.slice(-1_000);
}

export function isSame(a: Binary, b: Binary): boolean {
  return binaryToUuid(a) === binaryToUuid(b);
}
