/**
 * Decides whether a reserved proof was made.
 *
 * The document under a proof's id decides its registration. It is on the shard of the proof's account, where its id is
 * unique. It is the proof, or a tombstone that excludes the proof
 * forever. Without either, the registration is undecided: it is in flight, or its process died. Whoever depends on it
 * waits a while and then writes the tombstone. The first of the two documents wins.
 */
import type { Binary } from "mongodb";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToUuid } from "../documents/binary.js";
import type { ProofDocument, ProofKey, TombstoneDocument } from "../documents/documents.js";

/** Counted from the first lookup. A registration takes some milliseconds from its reservations to its proof. */
const UNDECIDED_MS = 1_000;

/** Undecided registrations that are tracked. One that is evicted gets the full time again. */
const MAX_SIGHTINGS = 10_000;

export type Decision = ProofDocument | "abandoned" | "undecided";

export class ProofDecisions {
  readonly #access: MongoAccess;
  /** When an undecided registration was first seen, by `performance.now()`. */
  readonly #sightings = new Map<string, number>();

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  /** Looks registrations up, and ends those that were undecided for too long. The keys are the identifiers as text. */
  async decide(proofs: readonly ProofKey[]): Promise<ReadonlyMap<string, Decision>> {
    const decisions = await this.read(proofs.map(({ _id }) => _id));
    const now = performance.now();
    const overdue: ProofKey[] = [];
    for (const { _id, account } of proofs) {
      const text = binaryToUuid(_id);
      if (decisions.get(text) !== "undecided") {
        this.#sightings.delete(text);
        continue;
      }
      const seenAt = this.#sightings.get(text);
      if (seenAt === undefined) this.#sight(text, now);
      else if (now - seenAt >= UNDECIDED_MS) overdue.push({ _id, account });
    }
    if (overdue.length === 0) return decisions;
    return new Map([...decisions, ...(await this.abandon(overdue))]);
  }

  /** Looks registrations up without changing anything. */
  async read(ids: readonly Binary[]): Promise<Map<string, Decision>> {
    const decisions = new Map<string, Decision>(ids.map((id) => [binaryToUuid(id), "undecided"]));
    if (decisions.size === 0) return decisions;
    const found = await this.#access.run(({ proofs }) => proofs.find({ _id: { $in: [...ids] } }).toArray());
    for (const document of found) {
      decisions.set(binaryToUuid(document._id), isProof(document) ? document : "abandoned");
    }
    return decisions;
  }

  /**
   * Writes tombstones for undecided registrations.
   *
   * @returns "undecided" if another process decided it meanwhile and the decision cannot be read yet.
   * @throws StoreUnavailableError when it is unknown what was written.
   */
  async abandon(proofs: readonly ProofKey[]): Promise<ReadonlyMap<string, Decision>> {
    const ids = proofs.map(({ _id }) => _id);
    const tombstones = proofs.map(({ _id, account }) => ({ _id, account, abandoned: true }) as const);
    const decided = await this.#access.insertEach(this.#access.collections.proofs, tombstones);
    const decisions = await this.read(ids.filter((_, i) => decided.has(i)));
    for (const [i, id] of ids.entries()) if (!decided.has(i)) decisions.set(binaryToUuid(id), "abandoned");
    return decisions;
  }

  #sight(id: string, now: number): void {
    if (this.#sightings.size >= MAX_SIGHTINGS) this.#sightings.delete(this.#sightings.keys().next().value!);
    this.#sightings.set(id, now);
  }
}

/** Whether the document under a proof's id is a proof, not a tombstone. */
export function isProof(document: ProofDocument | TombstoneDocument): document is ProofDocument {
  return !("abandoned" in document);
}
