/** Secrets that work once, in MongoDB. One that is used up is removed; an enrolment claims it before (enrolments.ts). */
import { type Binary, ObjectId } from "mongodb";
import type { AuditEntry } from "../../audit-store.js";
import type { OneTimeToken, TokenPurpose } from "../../people-store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import type { AccountChanges } from "../accounts/account-changes.js";
import type { AuditTrail } from "../accounts/audit-trail.js";
import {
  binaryToHex,
  binaryToUuid,
  hexToBinary,
  ownUuidToBinary,
  uuidToBinary,
} from "../documents/binary.js";
import type { TokenDocument } from "../documents/documents.js";
import { type Enrolments, isClaimed } from "./enrolments.js";

export class MongoTokens {
  readonly #access: MongoAccess;
  readonly #changes: AccountChanges;
  readonly #trail: AuditTrail;
  readonly #enrolments: Enrolments;

  constructor(access: MongoAccess, changes: AccountChanges, trail: AuditTrail, enrolments: Enrolments) {
    this.#access = access;
    this.#changes = changes;
    this.#trail = trail;
    this.#enrolments = enrolments;
  }

  async put(token: OneTimeToken): Promise<void> {
    const { secretHash, purpose, email, accountId, role, personId, createdAt, expiresAt } = token;
    const document: TokenDocument = {
      _id: hexToBinary(secretHash),
      account: accountId === null ? null : ownUuidToBinary(accountId),
      person: personId === null ? null : ownUuidToBinary(personId),
      ...{ purpose, email, role, createdAt, expiresAt, made: new ObjectId() },
    };
    if (document.account !== null && (await this.#changes.find(document.account)) === null) {
      throw new RangeError(`there is no account ${accountId}`);
    }
    await this.#access.insertOwn(({ tokens }) => tokens.insertOne(document));
  }

  async find(secretHash: string, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null> {
    const found = await this.#free(hexToBinary(secretHash));
    return found !== null && found.purpose === purpose && found.expiresAt > now ? tokenOf(found) : null;
  }

  async use(secretHash: string, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null> {
    const _id = hexToBinary(secretHash);
    await this.#free(_id);
    const used = await this.#access.run(({ tokens }) =>
      tokens.findOneAndDelete({ _id, purpose, expiresAt: { $gt: now }, claim: null }),
    );
    return used && tokenOf(used);
  }

  async listInvitations(accountId: string, now: Date): Promise<readonly OneTimeToken[]> {
    const account = uuidToBinary(accountId);
    if (account === null) return [];
    const ofAccount = () =>
      this.#access.run(({ tokens }) =>
        tokens
          .find({ account, purpose: "invitation", expiresAt: { $gt: now } })
          .sort({ createdAt: -1, made: -1 })
          .toArray(),
      );
    const found = await ofAccount();
    const claimed = found.filter(isClaimed);
    for (const token of claimed) await this.#enrolments.complete(token);
    return (claimed.length === 0 ? found : await ofAccount()).map(tokenOf);
  }

  async withdraw(accountId: string, secretHash: string, audit: AuditEntry): Promise<boolean> {
    const account = uuidToBinary(accountId);
    const found = account && (await this.#free(hexToBinary(secretHash)));
    const free = { account, purpose: "invitation", expiresAt: { $gt: audit.at } } as const;
    const isUsable =
      found !== null &&
      found.purpose === free.purpose &&
      found.expiresAt > audit.at &&
      found.account !== null &&
      binaryToUuid(found.account) === accountId;
    if (!isUsable) return false;
    const entry = this.#trail.tentative(audit);
    await entry.write();
    const { deletedCount } = await this.#access.run(({ tokens }) =>
      tokens.deleteOne({ _id: found._id, ...free, claim: null }),
    );
    if (deletedCount === 1) return true;
    await entry.withdraw();
    return false;
  }

  /** Of a person who is gone already. */
  async forget(person: Binary, email: string): Promise<void> {
    for (const filter of [{ person }, { email, purpose: "sign-in" as const }]) {
      await this.#access.runRepeatable(({ tokens }) => tokens.deleteMany(filter));
    }
  }

  async purge(before: Date): Promise<number> {
    const expired = { expiresAt: { $lt: before } };
    const claimed = await this.#access.run(({ tokens }) =>
      tokens.find({ ...expired, claim: { $ne: null } }).toArray(),
    );
    for (const token of claimed) await this.#enrolments.complete(token);
    const { deletedCount } = await this.#access.run(({ tokens }) =>
      tokens.deleteMany({ ...expired, claim: null }),
    );
    return deletedCount;
  }

  /** A token that no enrolment has claimed; completes the enrolment that has. */
  async #free(_id: Binary): Promise<TokenDocument | null> {
    const find = () => this.#access.run(({ tokens }) => tokens.findOne({ _id }));
    const found = await find();
    if (found === null || !isClaimed(found)) return found;
    await this.#enrolments.complete(found);
    const left = await find();
    return left !== null && isClaimed(left) ? null : left;
  }
}

function tokenOf(document: TokenDocument): OneTimeToken {
  const { _id, purpose, email, account, role, person, createdAt, expiresAt } = document;
  return {
    secretHash: binaryToHex(_id),
    accountId: account && binaryToUuid(account),
    personId: person && binaryToUuid(person),
    ...{ purpose, email, role, createdAt, expiresAt },
  };
}
