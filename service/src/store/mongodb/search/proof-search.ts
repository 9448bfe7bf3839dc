/** What a search asks of an account's proofs in MongoDB: one query for each slice, which reads what the search looks at. */
import type { Binary, Document, Filter } from "mongodb";
import type { Candidate, Place, SearchedProofs, Span, Walk } from "../../search-proofs.js";
import type { BatchState, ProofRecord } from "../../store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import type { MongoBatches } from "../batches/mongo-batches.js";
import { binaryToUuid, hexToBinary } from "../documents/binary.js";
import type {
  FingerprintDocument,
  ProofDocument,
  ReservationDocument,
  TombstoneDocument,
} from "../documents/documents.js";
import { isProof } from "../proofs/proof-decisions.js";
import type { Reservations } from "../registration/reservations.js";

/** Of proofs, without tombstones. */
export const RECEIPTS_INDEX = "receipts";
/** Of proofs whose bytes another account registered first. */
export const LATER_REGISTRATIONS_INDEX = "later_registrations";

export interface MongoProofSearchParts {
  readonly access: MongoAccess;
  readonly batches: MongoBatches;
  readonly fingerprints: Reservations<FingerprintDocument>;
  readonly account: Binary;
  /** A proof of the account. */
  find(id: string): Promise<ProofDocument | null>;
  recordsOf(proofs: readonly ProofDocument[]): Promise<readonly ProofRecord[]>;
}

type AnyProof = ProofDocument | TombstoneDocument;

export class MongoProofSearch implements SearchedProofs {
  readonly #parts: MongoProofSearchParts;

  constructor(parts: MongoProofSearchParts) {
    this.#parts = parts;
  }

  async placeOf(id: string): Promise<Place> {
    const proof = await this.#parts.find(id);
    if (proof === null) throw new RangeError(`the account has no proof ${id}`);
    return proof;
  }

  async look(walk: Walk, after: Place | null, limit: number): Promise<readonly Candidate[]> {
    const before = after?.seq ?? Number.MAX_SAFE_INTEGER;
    switch (walk.by) {
      case "hash":
        return this.#withHash(walk.hash, before, limit);
      case "receivedAt":
        return this.#received(walk, after, limit);
      case "seq":
        return this.#read(
          { seq: { $gte: walk.span.first, $lt: Math.min(walk.span.last + 1, before) } },
          { seq: -1 },
          limit,
        );
    }
  }

  batchedThrough(): Promise<number> {
    return this.#parts.batches.batchedThrough();
  }

  async unsettledBatches(): Promise<readonly (Span & { readonly state: BatchState })[]> {
    const ranges = await this.#parts.batches.unsettled();
    return ranges.map(({ batch, firstSeq, lastSeq }) => ({
      first: firstSeq,
      last: lastSeq,
      state: batch.state,
    }));
  }

  async records(found: readonly Candidate[]): Promise<readonly ProofRecord[]> {
    const proofs = await Promise.all(found.map(({ id }) => this.#parts.find(id)));
    return this.#parts.recordsOf(proofs.filter((proof) => proof !== null));
  }

  /** The first registrant's proof comes from the reservation, the others from their index. */
  async #withHash(hash: string, before: number, limit: number): Promise<readonly Candidate[]> {
    const { account, fingerprints, find } = this.#parts;
    const [reservation, later] = await Promise.all([
      fingerprints.find(hexToBinary(hash)),
      this.#read(
        { hash: hexToBinary(hash), first: false, seq: { $lt: before } },
        { seq: -1 },
        limit,
        LATER_REGISTRATIONS_INDEX,
      ),
    ]);
    const isOwn = reservation !== null && binaryToUuid(reservation.account) === binaryToUuid(account);
    const first = isOwn ? await find(binaryToUuid((reservation as ReservationDocument).proof)) : null;
    if (first === null || first.seq >= before) return later;
    return [...later, candidateOf(first)].sort((a, b) => b.seq - a.seq).slice(0, limit);
  }

  /** Those of the same moment as the place, then the earlier ones: an index serves each of the two, but not both at once. */
  async #received(
    { from, until }: { readonly from: Date | null; readonly until: Date | null },
    after: Place | null,
    limit: number,
  ): Promise<readonly Candidate[]> {
    const since = from === null ? {} : { $gte: from };
    const order = { receivedAt: -1, seq: -1 } as const;
    if (after === null || (until !== null && after.receivedAt >= until)) {
      const end = until === null ? { $exists: true } : { $lt: until };
      return this.#read({ receivedAt: { ...since, ...end } }, order, limit, RECEIPTS_INDEX);
    }
    if (from !== null && after.receivedAt < from) return [];
    const same = await this.#read(
      { receivedAt: after.receivedAt, seq: { $lt: after.seq } },
      order,
      limit,
      RECEIPTS_INDEX,
    );
    if (same.length === limit) return same;
    const earlier = await this.#read(
      { receivedAt: { ...since, $lt: after.receivedAt } },
      order,
      limit - same.length,
      RECEIPTS_INDEX,
    );
    return [...same, ...earlier];
  }

  async #read(
    condition: Document,
    order: Readonly<Record<string, -1>>,
    limit: number,
    index?: string,
  ): Promise<readonly Candidate[]> {
    const filter = { account: this.#parts.account, ...condition } as Filter<AnyProof>;
    const found = await this.#parts.access.run(({ proofs }) =>
      proofs
        .find<AnyProof>(filter, {
          projection: { name: 1, receivedAt: 1, seq: 1, origin: 1 },
          ...(index === undefined ? {} : { hint: index }),
        })
        .sort(order)
        .limit(limit)
        .toArray(),
    );
    return found.filter(isProof).map(candidateOf);
  }
}

function candidateOf(
  proof: Pick<ProofDocument, "_id" | "name" | "receivedAt" | "seq" | "origin">,
): Candidate {
  const { _id, name, receivedAt, seq, origin } = proof;
  return {
    id: binaryToUuid(_id),
    seq,
    name,
    receivedAt,
    origin: origin ?? "api",
  };
}
