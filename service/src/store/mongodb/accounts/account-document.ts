/** How accounts are written and read in MongoDB. */
import { ObjectId } from "mongodb";
import type { AccountRecord, SealGrant } from "../../store.js";
import { binaryToUuid, ownUuidToBinary } from "../documents/binary.js";
import type { AccountDocument, FoundedAccount, PersonEntry, WelcomeSeals } from "../documents/documents.js";

/** What an account needs of its document for its record. The rest may be large. */
export const ACCOUNT_FIELDS: Readonly<Partial<Record<keyof AccountDocument, 1>>> = {
  plan: 1,
  createdAt: 1,
  label: 1,
  displayName: 1,
  showsDisplayName: 1,
  disabledAt: 1,
  activeKeys: 1,
};

export function accountOf(document: AccountDocument): AccountRecord {
  const { _id, plan, createdAt, label, displayName, showsDisplayName, disabledAt } = document;
  return {
    id: binaryToUuid(_id),
    plan,
    createdAt,
    label: label ?? null,
    displayName: displayName ?? null,
    showsDisplayName: showsDisplayName ?? false,
    disabledAt: disabledAt ?? null,
  };
}

/** @throws RangeError when the seals are another account's. */
export function foundedAccount(account: AccountRecord, welcome: SealGrant | null): FoundedAccount {
  if (welcome !== null && welcome.accountId !== account.id) {
    throw new RangeError(`the welcome seals are not those of the account ${account.id}`);
  }
  const { plan, createdAt, label, displayName, showsDisplayName, disabledAt } = account;
  return {
    ...{ plan, createdAt, label, displayName, showsDisplayName, disabledAt },
    welcome: welcome && welcomeOf(welcome),
  };
}

export function newAccountDocument(
  id: AccountDocument["_id"],
  founded: FoundedAccount,
  people: readonly PersonEntry[],
): AccountDocument {
  return {
    _id: id,
    ...founded,
    made: new ObjectId(),
    activeKeys: [],
    version: 0,
    people,
    formerPeople: [],
    refusedPeople: [],
    passkeys: [],
    orders: [],
    deletion: null,
  };
}

function welcomeOf({ id, kind, amount, cause, at }: SealGrant): WelcomeSeals {
  return { id: ownUuidToBinary(id), kind, amount, cause, at };
}
