/**
 * Claims on something that one proof only may have: a fingerprint's first registration, an idempotency key. Unique
 * by `_id`, which is the shard key too. A claim holds for as long as the proof that it names is, or may still be,
 * made; every change of one is conditional on the proof that it names.
 */
import type { Collection, Filter, OptionalUnlessRequiredId, WithoutId } from "mongodb";
import { AskedTogether } from "./batch-loader.js";
import { binaryToHex } from "./binary.js";
import type { ClaimDocument } from "./documents.js";
import type { MongoAccess } from "./mongo-access.js";

export class Claims<Claim extends ClaimDocument> {
  readonly #access: MongoAccess;
  readonly #collection: Collection<Claim>;
  readonly #wanted: AskedTogether<Claim["_id"], Claim | null>;

  constructor(access: MongoAccess, collection: Collection<Claim>) {
    this.#access = access;
    this.#collection = collection;
    this.#wanted = new AskedTogether(async (ids) => {
      const standing = await this.#read(ids);
      return ids.map((id) => standing.get(binaryToHex(id)) ?? null);
    });
  }

  /** The claim on something, if any. */
  find(_id: Claim["_id"]): Promise<Claim | null> {
    return this.#wanted.ask(_id);
  }

  /**
   * Claims what nobody has claimed.
   *
   * @returns for each the claim that stands now; null where one stood in the way that cannot be read any more or
   * not yet.
   */
  async take(claims: readonly Claim[]): Promise<readonly (Claim | null)[]> {
    const taken = await this.#access.insertEach(
      this.#collection,
      claims as readonly OptionalUnlessRequiredId<Claim>[],
    );
    if (taken.size === 0) return claims;
    const standing = await this.#read(claims.filter((_, i) => taken.has(i)).map(({ _id }) => _id));
    return claims.map((claim, i) => (taken.has(i) ? (standing.get(binaryToHex(claim._id)) ?? null) : claim));
  }

  /** By hexadecimal text of what is claimed. */
  async #read(ids: readonly Claim["_id"][]): Promise<ReadonlyMap<string, Claim>> {
    const found = await this.#access.run(() =>
      this.#collection.find({ _id: { $in: ids } } as Filter<Claim>).toArray(),
    );
    return new Map(found.map((claim) => [binaryToHex(claim._id), claim as Claim]));
  }

  /** Puts a claim in the place of another on the same thing. False when that one stands no more. */
  async replace(former: ClaimDocument, { _id, ...claim }: Claim): Promise<boolean> {
    const { matchedCount } = await this.#access.run(() =>
      this.#collection.replaceOne(standing<Claim>(former), claim as unknown as WithoutId<Claim>),
    );
    return matchedCount === 1;
  }

  /** Gives claims up, as far as they stand. */
  async release(claims: readonly ClaimDocument[]): Promise<void> {
    if (claims.length === 0) return;
    const operations = claims.map((claim) => ({ deleteOne: { filter: standing<Claim>(claim) } }));
    await this.#access.run(() => this.#collection.bulkWrite(operations, { ordered: false }));
  }
}

function standing<Claim extends ClaimDocument>({ _id, proof }: ClaimDocument): Filter<Claim> {
  return { _id, proof } as Filter<Claim>;
}
