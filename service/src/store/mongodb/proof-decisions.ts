/**
 * Decides whether a reserved proof was made.
 *
 * The document under a proof's id decides its registration: the proof itself, or a tombstone, after which it can never be
 * made. Without either the registration is undecided: in flight, or its process died. Whoever depends on it waits for
 * a while and then writes the tombstone. The first of the two documents wins.
 */
import type { Binary } from "mongodb";
import { binaryToUuid } from "./binary.js";
import type { ProofDocument, TombstoneDocument } from "./documents.js";
import type { MongoAccess } from "./mongo-access.js";

/** Since the first look. A registration takes some milliseconds from its reservations to its proof. */
const UNDECIDED_MS = 1_000;

/** Undecided registrations that are remembered. One that is forgotten gets its time again. */
const MAX_SIGHTINGS = 10_000;

export type Decision = ProofDocument | "abandoned" | "undecided";

export class ProofDecisions {
  readonly #access: MongoAccess;
  /** When an undecided registration was first met, by the clock of `performance.now()`. */
  readonly #sightings = new Map<string, number>();

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  /** Looks registrations up, and ends those that have been undecided for too long. By text of the identifier. */
  async decide(ids: readonly Binary[]): Promise<ReadonlyMap<string, Decision>> {
    const decisions = await this.read(ids);
    const now = performance.now();
    const overdue: Binary[] = [];
    for (const id of ids) {
      const text = binaryToUuid(id);
      if (decisions.get(text) !== "undecided") {
        this.#sightings.delete(text);
        continue;
      }
      const seenAt = this.#sightings.get(text);
      if (seenAt === undefined) this.#sight(text, now);
      else if (now - seenAt >= UNDECIDED_MS) overdue.push(id);
    }
    if (overdue.length === 0) return decisions;
    return new Map([...decisions, ...(await this.abandon(overdue))]);
  }

  /** Looks registrations up and changes nothing. */
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
   * @returns "undecided" for one that another process decided meanwhile and that cannot be read yet.
   * @throws StoreUnavailableError when it is unknown what was written.
   */
  async abandon(ids: readonly Binary[]): Promise<ReadonlyMap<string, Decision>> {
    const tombstones = ids.map((_id) => ({ _id, abandoned: true }) as const);
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

/** Whether what stands under a proof's id is a proof. */
export function isProof(document: ProofDocument | TombstoneDocument): document is ProofDocument {
  return !("abandoned" in document);
}
