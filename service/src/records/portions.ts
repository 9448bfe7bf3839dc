/**
 * Portions: which leaf of which batch a proof is. The rows of proofs are never written again. A portion is a run of a
 * batch's proofs, rising by their identifiers, so that a proof is found in it by binary search.
 *
 * Clocks of instances differ, and what is received first may be committed last, so ranges of portions overlap a little.
 */
import { hexToUuid, ownUuidToBytes } from "../store/rows.js";
import type { Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";

/** Proofs of one row: 4 KiB, because finding a proof reads the row. */
const RUN = 256;
const ID_BYTES = 16;
const HASH_BYTES = 32;
const ENTRY_BYTES = ID_BYTES + HASH_BYTES;
/** Rows of one question when there are several proofs, or the first row does not have the one. */
const MORE = 8;

/** Portions that a process keeps of a store: 8 MiB. */
const MAX_KNOWN = 1_024;
/** Ranges of few portions overlap. */
const LIKELY = 2;

export interface Place {
  readonly batch: number;
  readonly leaf: number;
}

/** @param proofs identifiers, rising, that become the leaves from `firstLeaf` on. */
export function portionsOf(batch: number, firstLeaf: number, proofs: readonly string[]): Row<"portions">[] {
  const runs = Array.from({ length: Math.ceil(proofs.length / RUN) }, (_, i) => i * RUN);
  return runs.map((at) => {
    const run = proofs.slice(at, at + RUN);
    const packed = new Uint8Array(Buffer.concat(run.map(ownUuidToBytes)));
    return { batch, first: run[0]!, last: run.at(-1)!, firstLeaf: firstLeaf + at, proofs: packed };
  });
}

/** A portion with its proofs as hexadecimal text, whose parts are compared at less cost than bytes. */
type Run = Omit<Row<"portions">, "proofs"> & { readonly ids: string };

const runOf = ({ proofs, ...portion }: Row<"portions">): Run => ({
  ...portion,
  ids: Buffer.from(proofs.buffer, proofs.byteOffset, proofs.length).toString("hex"),
});

/** Portions that were read, for the life of a process: no row of them ever changes. */
export class KnownPortions {
  /** By their last proofs. */
  #sorted: Run[] = [];

  add(portion: Run): void {
    if (this.#sorted.length >= MAX_KNOWN) this.#sorted = [];
    const at = this.#after(portion.last);
    if (this.#sorted[at]?.first !== portion.first) this.#sorted.splice(at, 0, portion);
  }

  /** Undefined when the proof is in none of the portions that are likely to have it. */
  find(proof: string): Place | undefined {
    const at = this.#after(proof);
    for (const portion of this.#sorted.slice(at, at + LIKELY)) {
      const place = placeIn(portion, proof);
      if (place !== undefined) return place;
    }
    return undefined;
  }

  #after(proof: string): number {
    return firstNotBefore(this.#sorted.length, (i) => this.#sorted[i]!.last < proof);
  }
}

const knownOf = new WeakMap<Store, KnownPortions>();

/** For queries alone: a change may see what is then undone. */
export function knownPortions(store: Store): KnownPortions {
  const known = knownOf.get(store) ?? new KnownPortions();
  knownOf.set(store, known);
  return known;
}

/**
 * The places of proofs, also in a batch that is being built. Proofs that are in the queue have none.
 *
 * @param known those that need not be read; receives what is read.
 */
export async function placesOf(
  rows: Readable,
  proofs: readonly string[],
  known: KnownPortions,
): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  const unknown = proofs.filter((proof) => {
    const place = known.find(proof);
    if (place !== undefined) places.set(proof, place);
    return place === undefined;
  });
  const queued = await rows.queue.getMany(unknown.map((proof) => [proof]));
  const sorted = unknown.filter((_, i) => queued[i] === null).sort();
  // The walk goes up once: what lies before it was compared with every proof.
  let after: readonly [last: string, batch: number, first?: string] | null = null;
  for (const [i, proof] of sorted.entries()) {
    if (after === null || after[0] < proof) after = [proof, 0];
    for (let limit = Math.min(sorted.length - i, MORE); !places.has(proof); limit = MORE) {
      const page: readonly Row<"portions">[] = await rows.portions.page(["last", "batch", "first"], [], {
        after,
        limit,
      });
      const reached = page.at(-1);
      if (reached === undefined) throw new RangeError(`the proof ${proof} is neither queued nor in a batch`);
      after = [reached.last, reached.batch, reached.first];
      for (const portion of page.map(runOf)) {
        known.add(portion);
        enter(portion, sorted, i, places);
      }
    }
  }
  return places;
}

/** Enters the places of those proofs, from an index on, that are in the portion. */
function enter(portion: Run, sorted: readonly string[], from: number, places: Map<string, Place>): void {
  const begin = from + firstNotBefore(sorted.length - from, (i) => sorted[from + i]! < portion.first);
  for (let i = begin; i < sorted.length && sorted[i]! <= portion.last; i++) {
    const place = placeIn(portion, sorted[i]!);
    if (place !== undefined) places.set(sorted[i]!, place);
  }
}

function placeIn({ batch, first, firstLeaf, ids }: Run, proof: string): Place | undefined {
  if (proof < first) return undefined;
  const id = proof.replaceAll("-", "");
  const idAt = (at: number) => ids.slice(2 * ID_BYTES * at, 2 * ID_BYTES * (at + 1));
  const count = ids.length / (2 * ID_BYTES);
  const index = firstNotBefore(count, (at) => idAt(at) < id);
  return index < count && idAt(index) === id ? { batch, leaf: firstLeaf + index } : undefined;
}

/** The first of sorted positions that is not before what is looked for. */
function firstNotBefore(count: number, isBefore: (position: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Identifiers and fingerprints, 48 bytes each. */
export function packEntries(queued: readonly Row<"queue">[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(queued.flatMap(({ proof, hash }) => [ownUuidToBytes(proof), Buffer.from(hash, "hex")])),
  );
}

export function unpackEntries(entries: Uint8Array): Row<"queue">[] {
  const hex = Buffer.from(entries.buffer, entries.byteOffset, entries.length).toString("hex");
  return Array.from({ length: entries.length / ENTRY_BYTES }, (_, i) => {
    const entry = hex.slice(2 * ENTRY_BYTES * i, 2 * ENTRY_BYTES * (i + 1));
    return { proof: hexToUuid(entry.slice(0, 2 * ID_BYTES)), hash: entry.slice(2 * ID_BYTES) };
  });
}
