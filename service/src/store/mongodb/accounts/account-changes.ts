/**
 * Changes of an account's document, which alone decides on its people, passkeys, orders and standing: docs/decisions/059.
 * A change is conditional on the version that it rests on. So a rule is exact with any number of instances, and a write
 * that arrives late or twice finds another version and changes nothing.
 */
import { type Binary, type Filter, ObjectId, type UpdateFilter } from "mongodb";
import type { AuditEntry } from "../../audit-store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import type { AccountDocument } from "../documents/documents.js";
import type { AuditTrail, TentativeEntry } from "./audit-trail.js";

export type AccountFields = Partial<
  Omit<AccountDocument, "_id" | "createdAt" | "made" | "activeKeys" | "version" | "change">
> & { readonly activeKeys?: readonly [] };

/** What a change comes to; nothing is written without `set`. */
export interface AccountDecision<Result> {
  readonly result: Result;
  readonly set?: AccountFields;
}

export class AccountChanges {
  readonly #access: MongoAccess;
  readonly #trail: AuditTrail;

  constructor(access: MongoAccess, trail: AuditTrail) {
    this.#access = access;
    this.#trail = trail;
  }

  /** An account that is not deleted. */
  async find(_id: Binary): Promise<AccountDocument | null> {
    const found = await this.read(_id);
    return found !== null && isStanding(found) ? found : null;
  }

  /** The document, even of a deleted account. */
  read(_id: Binary): Promise<AccountDocument | null> {
    return this.#access.run(({ accounts }) => accounts.findOne({ _id }));
  }

  /**
   * Decides anew until nothing has changed between the decision and the write.
   *
   * @param audit stored before the first write, and removed if nothing is written in the end.
   * @param decide is given the document, even of a deleted account; null if there is none.
   * @throws MongoServerError when the change would give what is unique to two accounts (`isDuplicateKey`).
   */
  async change<Result>(
    _id: Binary,
    audit: AuditEntry | null,
    decide: (standing: AccountDocument | null) => AccountDecision<Result> | Promise<AccountDecision<Result>>,
  ): Promise<Result> {
    const entry = audit && this.#trail.tentative(audit);
    let attempt: { readonly id: ObjectId; readonly result: Result } | null = null;
    for (;;) {
      const standing = await this.read(_id);
      // A server that died may have made the change, and answer its repetition as if it had not.
      if (attempt !== null && standing?.change?.equals(attempt.id) === true) return attempt.result;
      const { result, set } = await decide(standing);
      if (standing === null || set === undefined) {
        await entry?.withdraw();
        return result;
      }
      await entry?.write();
      attempt = { id: new ObjectId(), result };
      if (await this.#write(standing, { ...set, change: attempt.id }, entry)) return result;
    }
  }

  /** False when the document was changed meanwhile. */
  async #write(
    { _id, version }: AccountDocument,
    set: AccountFields & Pick<AccountDocument, "change">,
    entry: TentativeEntry | null,
  ): Promise<boolean> {
    // Documents of former releases have no version.
    const filter = { _id, version: version ?? null } as Filter<AccountDocument>;
    const update = { $set: { ...set, version: (version ?? 0) + 1 } } as UpdateFilter<AccountDocument>;
    try {
      const { matchedCount } = await this.#access.run(({ accounts }) => accounts.updateOne(filter, update));
      return matchedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) await entry?.withdraw();
      throw error;
    }
  }
}

/** Whether an account is not deleted. */
export function isStanding({ deletion }: Pick<AccountDocument, "deletion">): boolean {
  return deletion === undefined || deletion === null;
}
