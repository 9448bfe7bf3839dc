/**
 * Reservations of what only one proof may have: the first registration of a fingerprint, or an idempotency key. `_id` is
 * unique, and is the shard key too. A reservation stands while the proof that it names exists or may still be made.
 * Every change is conditional on that proof.
 */
import type { Collection, Filter, OptionalUnlessRequiredId, WithoutId } from "mongodb";
import { BatchLoader } from "../batch-loader.js";
import { binaryToHex } from "../binary.js";
import type { ReservationDocument } from "../documents.js";
import type { MongoAccess } from "../mongo-access.js";

export class Reservations<Reserved extends ReservationDocument> {
  readonly #access: MongoAccess;
  readonly #collection: Collection<Reserved>;
  readonly #wanted: BatchLoader<Reserved["_id"], Reserved | null>;

  constructor(access: MongoAccess, collection: Collection<Reserved>) {
    this.#access = access;
    this.#collection = collection;
    this.#wanted = new BatchLoader(async (ids) => {
      const standing = await this.#read(ids);
      return ids.map((id) => standing.get(binaryToHex(id)) ?? null);
    });
  }

  /** The reservation of something, if any. */
  find(_id: Reserved["_id"]): Promise<Reserved | null> {
    return this.#wanted.load(_id);
  }

  /**
   * Reserves what nobody has reserved.
   *
   * @returns for each the reservation that stands now; null where another stood in the way and cannot be read, any more or
   * yet.
   */
  async take(reservations: readonly Reserved[]): Promise<readonly (Reserved | null)[]> {
    const taken = await this.#access.insertEach(
      this.#collection,
      reservations as readonly OptionalUnlessRequiredId<Reserved>[],
    );
    if (taken.size === 0) return reservations;
    const standing = await this.#read(reservations.filter((_, i) => taken.has(i)).map(({ _id }) => _id));
    return reservations.map((reservation, i) =>
      taken.has(i) ? (standing.get(binaryToHex(reservation._id)) ?? null) : reservation,
    );
  }

  /** By hexadecimal text of what is reserved. */
  async #read(ids: readonly Reserved["_id"][]): Promise<ReadonlyMap<string, Reserved>> {
    const found = await this.#access.run(() =>
      this.#collection.find({ _id: { $in: ids } } as Filter<Reserved>).toArray(),
    );
    return new Map(found.map((reservation) => [binaryToHex(reservation._id), reservation as Reserved]));
  }

  /** Replaces a reservation by another of the same thing. False when the former one no longer stands. */
  async replace(former: ReservationDocument, { _id, ...reservation }: Reserved): Promise<boolean> {
    const { matchedCount } = await this.#access.run(() =>
      this.#collection.replaceOne(standing<Reserved>(former), reservation as unknown as WithoutId<Reserved>),
    );
    return matchedCount === 1;
  }

  /** Releases reservations that still stand. */
  async release(reservations: readonly ReservationDocument[]): Promise<void> {
    if (reservations.length === 0) return;
    const operations = reservations.map((reservation) => ({
      deleteOne: { filter: standing<Reserved>(reservation) },
    }));
    await this.#access.run(() => this.#collection.bulkWrite(operations, { ordered: false }));
  }
}

function standing<Reserved extends ReservationDocument>({
  _id,
  proof,
}: ReservationDocument): Filter<Reserved> {
  return { _id, proof } as Filter<Reserved>;
}
