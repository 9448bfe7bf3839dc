/**
 * Enrolments in MongoDB, without transactions. The token is claimed first, by a record of what is to be written. Then
 * one write of one document decides: it puts the person into an account, or creates the account with the person and its
 * welcome seals; an e-mail address that is taken refuses it, by a unique index. Then the token is removed, or it is
 * freed if the enrolment was refused. Whoever meets a claimed token completes its enrolment, so a token that can be used
 * was used by nobody.
 */
import { type Binary, ObjectId } from "mongodb";
import type { AuditEntry } from "../../audit-store.js";
import type { Enrolment } from "../../people-store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import { type AccountChanges, isStanding } from "../accounts/account-changes.js";
import { foundedAccount, newAccountDocument } from "../accounts/account-document.js";
import type { AuditTrail } from "../accounts/audit-trail.js";
import { binaryToHex, binaryToUuid, hexToBinary, ownUuidToBinary } from "../documents/binary.js";
import type { AccountDocument, ClaimEntry, FoundedAccount, TokenDocument } from "../documents/documents.js";
import type { SealLedger } from "../seals/seal-ledger.js";
import { accountOfEmail, isSame, latest, newPersonEntry, personIn } from "./person-entry.js";

export type EnrolmentResult = "enrolled" | "token_unusable" | "email_taken";

/** A token with what it is used for. */
type ClaimedToken = TokenDocument & { readonly claim: ClaimEntry };

export class Enrolments {
  readonly #access: MongoAccess;
  readonly #changes: AccountChanges;
  readonly #trail: AuditTrail;
  readonly #ledger: SealLedger;

  constructor(access: MongoAccess, changes: AccountChanges, trail: AuditTrail, ledger: SealLedger) {
    this.#access = access;
    this.#changes = changes;
    this.#trail = trail;
    this.#ledger = ledger;
  }

  async enrol({ tokenHash, person, newAccount, at }: Enrolment, audit: AuditEntry): Promise<EnrolmentResult> {
    if (newAccount !== null && newAccount.account.id !== person.accountId) {
      throw new RangeError(`the person ${person.id} is not of the account that is to be created`);
    }
    const token = hexToBinary(tokenHash);
    const claim: ClaimEntry = {
      id: new ObjectId(),
      account: ownUuidToBinary(person.accountId),
      person: newPersonEntry(person, token),
      founded: newAccount && foundedAccount(newAccount.account, newAccount.welcome),
    };
    const entry = this.#trail.tentative(audit);
    for (;;) {
      const standing = await this.#find(token);
      const refusal = await this.#refusal(standing, claim, at);
      if (refusal !== null) {
        await entry.withdraw();
        return refusal;
      }
      if (!isClaimed(standing!)) {
        await entry.write();
        if (!(await this.#claim(standing!, claim, at))) continue;
        const result = await this.#decide({ ...standing!, claim });
        if (result !== "enrolled") await entry.withdraw();
        return result;
      }
      const result = await this.#decide(standing);
      const isOwn = standing.claim.id.equals(claim.id);
      // The claim of a call before this one has an entry of that call.
      if (!isOwn || result !== "enrolled") await entry.withdraw();
      if (isSame(standing.claim.person.id, claim.person.id)) return result;
    }
  }

  /** Completes the enrolment of a claimed token, whoever began it. Then the token is gone or free. */
  async complete(token: TokenDocument): Promise<void> {
    if (isClaimed(token)) await this.#decide(token);
  }

  /** Why an enrolment cannot be, or need not be, begun. Null for a token that is free, or claimed. */
  async #refusal(
    token: TokenDocument | null,
    { account, person, founded }: ClaimEntry,
    at: Date,
  ): Promise<EnrolmentResult | null> {
    if (token === null) {
      const enrolled = personIn(await this.#changes.find(account), person.id);
      return hashText(enrolled?.enrolledBy) === hashText(person.enrolledBy) ? "enrolled" : "token_unusable";
    }
    if (isClaimed(token)) return null;
    const isUsable = (token.purpose === "sign-up" || token.purpose === "invitation") && token.expiresAt > at;
    if (!isUsable) return "token_unusable";
    if ((await accountOfEmail(this.#access, person.email)) !== null) return "email_taken";
    const admitted = token.account;
    const isMeant = founded === null ? admitted !== null && isSame(admitted, account) : admitted === null;
    if (!isMeant) {
      throw new RangeError(`the token does not admit to the account ${binaryToUuid(account)}`);
    }
    if (founded === null && (await this.#changes.find(account)) === null) return "token_unusable";
    return null;
  }

  async #claim({ _id }: TokenDocument, claim: ClaimEntry, at: Date): Promise<boolean> {
    const { matchedCount } = await this.#access.run(({ tokens }) =>
      tokens.updateOne({ _id, claim: null, expiresAt: { $gt: at } }, { $set: { claim } }),
    );
    return matchedCount === 1;
  }

  async #decide({ _id, claim }: ClaimedToken): Promise<EnrolmentResult> {
    const { account, founded } = claim;
    let result = founded === null ? await this.#join(claim) : await this.#found(claim, founded);
    if (result !== "enrolled" && (await this.#bar(claim))) result = "enrolled";
    const ofClaim = { _id, "claim.id": claim.id };
    if (result === "enrolled") {
      await this.#access.run(({ tokens }) => tokens.deleteOne(ofClaim));
      if (founded !== null) await this.#ledger.settle(account);
    } else {
      await this.#access.run(({ tokens }) => tokens.updateOne(ofClaim, { $unset: { claim: "" } }));
    }
    return result;
  }

  #join({ account, person }: ClaimEntry): Promise<EnrolmentResult> {
    return this.#changes
      .change<EnrolmentResult>(account, null, (standing) => {
        if (standing === null || !isStanding(standing)) return { result: "token_unusable" };
        if (wasIn(standing, person.id)) return { result: "enrolled" };
        const { people = [], refusedPeople = [] } = standing;
        if (has(refusedPeople, person.id)) return { result: "token_unusable" };
        if (people.some(({ email }) => email === person.email)) return { result: "email_taken" };
        return { result: "enrolled", set: { people: [...people, person] } };
      })
      .catch(emailTaken);
  }

  async #found({ account, person }: ClaimEntry, founded: FoundedAccount): Promise<EnrolmentResult> {
    try {
      await this.#access.run(({ accounts }) =>
        accounts.insertOne(newAccountDocument(account, founded, [person])),
      );
      return "enrolled";
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    // Created before, and perhaps deleted since; or the address is another person's.
    const standing = await this.#changes.read(account);
    if (standing === null) return "email_taken";
    return standing.deletion?.stage === "barred" ? "token_unusable" : "enrolled";
  }

  /**
   * Makes sure that nobody who still works on a refused enrolment can enter it: the token may be used by another then.
   *
   * @returns whether it was entered before that.
   */
  async #bar({ account, person, founded }: ClaimEntry): Promise<boolean> {
    if (founded !== null) {
      const { accounts } = this.#access.collections;
      const nobody = { ...founded, label: null, displayName: null, welcome: null };
      const at = new Date();
      const deletion = { at, overAt: at, stage: "barred", emails: [], people: [] } as const;
      await this.#access.insertEach(accounts, [{ ...newAccountDocument(account, nobody, []), deletion }]);
      return (await this.#changes.read(account))?.deletion?.stage !== "barred";
    }
    return this.#changes.change(account, null, (standing) => {
      if (standing === null || !isStanding(standing)) return { result: false };
      if (wasIn(standing, person.id)) return { result: true };
      const { refusedPeople = [] } = standing;
      if (has(refusedPeople, person.id)) return { result: false };
      return { result: false, set: { refusedPeople: latest([...refusedPeople, person.id]) } };
    });
  }

  #find(_id: Binary): Promise<TokenDocument | null> {
    return this.#access.run(({ tokens }) => tokens.findOne({ _id }));
  }
}

export function isClaimed(token: TokenDocument): token is ClaimedToken {
  return token.claim !== undefined && token.claim !== null;
}

function wasIn({ people = [], formerPeople = [] }: AccountDocument, person: Binary): boolean {
  return people.some(({ id }) => isSame(id, person)) || has(formerPeople, person);
}

function has(ids: readonly Binary[], sought: Binary): boolean {
  return ids.some((id) => isSame(id, sought));
}

function emailTaken(error: unknown): EnrolmentResult {
  if (isDuplicateKey(error)) return "email_taken";
  throw error;
}

function hashText(hash: Binary | null | undefined): string | null {
  return hash ? binaryToHex(hash) : null;
}
