/**
 * Reservations of what only one proof may have: the first registration of a fingerprint, or an idempotency key. `_id`
 * is unique and is the shard key. A reservation is valid while the proof that it names exists or may still be created.
 * Every change is conditional on that proof.
 */
import type { Collection, Filter, OptionalUnlessRequiredId, WithoutId } from "mongodb";
import { BatchLoader } from "../access/batch-loader.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToHex } from "../documents/binary.js";
import type { ReservationDocument } from "../documents/documents.js";

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
   * Makes the reservations that nobody else holds.
   *
   * @returns the current reservation for each; null if another one blocked it and cannot be read, because it is not yet
   * visible or was released.
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

  /** The keys are the reserved `_id`s in hexadecimal. */
  async #read(ids: readonly Reserved["_id"][]): Promise<ReadonlyMap<string, Reserved>> {
    const found = await this.#access.run(() =>
      this.#collection.find({ _id: { $in: ids } } as Filter<Reserved>).toArray(),
    );
    return new Map(found.map((reservation) => [binaryToHex(reservation._id), reservation as Reserved]));
  }

  /** Replaces a reservation by another with the same `_id`. False when the former one is gone. */
  async replace(former: ReservationDocument, { _id, ...reservation }: Reserved): Promise<boolean> {
    const { matchedCount } = await this.#access.run(() =>
      this.#collection.replaceOne(standing<Reserved>(former), reservation as unknown as WithoutId<Reserved>),
    );
    return matchedCount === 1;
  }

  /** Releases reservations that are still in place. */
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
