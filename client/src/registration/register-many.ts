import { ApiError } from "../errors/errors.js";
import type { RegisteredProof } from "../wire/resources.js";
import type { Journal } from "./journal.js";
import type { Registration } from "./registration.js";
import { runPool } from "./run-pool.js";

/** Options of `registerMany`. */
export interface RegisterManyOptions {
  /** Requests at the same time, 1 to 256. Default: 8. */
  readonly concurrency?: number;
  /** Where the registered ones are kept, so that another run can continue. Default: none. */
  readonly journal?: Journal;
  readonly signal?: AbortSignal;
  /** Called after each result. */
  readonly onProgress?: (progress: RegisterProgress) => void;
}

/** How far a run is. */
export interface RegisterProgress {
  /** Items whose proof this run made. */
  readonly created: number;
  /** Items whose proof existed: in the account, in the journal, or made for an equal item of this run. */
  readonly existing: number;
  /** Items that were refused. */
  readonly failed: number;
}

/** What became of one item. */
export type Registered<Item extends Registration = Registration> =
  | {
      readonly item: Item;
      readonly id: string;
      readonly created: boolean;
      /** The service's answer; null if the journal knew the fingerprint, or an equal item of this run was registered. */
      readonly proof: RegisteredProof | null;
      readonly error: null;
    }
  | {
      readonly item: Item;
      readonly id: null;
      readonly created: false;
      readonly proof: null;
      /** Why the service refused this one. */
      readonly error: ApiError;
    };

const DEFAULT_CONCURRENCY = 8;
const MAX_CONCURRENCY = 256;

/** Refusals of one fingerprint. Every other error would meet all the rest too. */
const OF_ONE: ReadonlySet<string> = new Set([
  "invalid_request",
  "payment_required",
  "conflict",
  "seal_unavailable",
]);

/** @param send registers one, with an idempotency key. */
export async function* registerMany<Item extends Registration>(
  items: Iterable<Item> | AsyncIterable<Item>,
  options: RegisterManyOptions,
  send: (item: Item, idempotencyKey: string, signal: AbortSignal) => Promise<RegisteredProof>,
): AsyncGenerator<Registered<Item>, void, void> {
  const { concurrency = DEFAULT_CONCURRENCY, journal, signal, onProgress } = options;
  if (!(Number.isSafeInteger(concurrency) && concurrency >= 1 && concurrency <= MAX_CONCURRENCY)) {
    throw new RangeError(`"concurrency" expected an integer from 1 to ${MAX_CONCURRENCY}`);
  }
  const run = journal?.run ?? crypto.randomUUID();
  /** Of this run, by fingerprint: equal items share one request. */
  const sent = new Map<string, Promise<string>>();

  const registerOne = async (item: Item, signalOfAll: AbortSignal): Promise<Registered<Item>> => {
    const { hash } = item;
    const known = journal?.find(hash);
    // A seal may have been asked for only now, or have failed before. The same key finds the proof again.
    if (known !== undefined && item.qualified !== true) {
      return { item, id: known, created: false, proof: null, error: null };
    }
    const name = item.qualified === true ? `${hash} sealed` : hash;
    const earlier = sent.get(name);
    try {
      if (earlier !== undefined) {
        return { item, id: await earlier, created: false, proof: null, error: null };
      }
      const sending = send(item, `${run}:${hash}`, signalOfAll).then(async (proof) => {
        if (known === undefined) await journal?.add(hash, proof.id);
        return proof;
      });
      const sentId = sending.then(({ id }) => id);
      // Equal items look at it; without one its failure is told by `sending` alone.
      sentId.catch(() => undefined);
      sent.set(name, sentId);
      const proof = await sending;
      return { item, id: proof.id, created: proof.created, proof, error: null };
    } catch (error) {
      if (!(error instanceof ApiError && OF_ONE.has(error.code))) throw error;
      return { item, id: null, created: false, proof: null, error };
    }
  };

  let [created, existing, failed] = [0, 0, 0];
  for await (const result of runPool(items, concurrency, registerOne, signal)) {
    if (result.error !== null) failed++;
    else if (result.created) created++;
    else existing++;
    onProgress?.({ created, existing, failed });
    yield result;
  }
}
