/** One and many registrations, with a journal. */
import { type Api, answered, MAX_PROOF_BYTES, REGISTERED_PROOF } from "./answers.js";
import { AnswerError, ApiError } from "./errors.js";
import type { RegisteredProof } from "./types.js";
import { requestSeal } from "./wait.js";
import type { components } from "./wire/schema.js";

const HASH = /^[0-9a-f]{64}$/;

/**
 * The request's body. The service judges everything else; a wrong fingerprint is a mistake of the caller.
 *
 * @throws TypeError if `hash` is not 64 lower-case hexadecimal characters.
 */
export function registrationBody(registration: Registration): components["schemas"]["Registration"] {
  const { hash, name, metadata, size, mimeType, qualified } = registration;
  if (typeof hash !== "string" || !HASH.test(hash)) {
    throw new TypeError(`"hash" expected 64 lower-case hexadecimal characters, got ${JSON.stringify(hash)}`);
  }
  return {
    hash,
    ...(name !== undefined && { name }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
    ...(size !== undefined && { size }),
    ...(mimeType !== undefined && { mime_type: mimeType }),
    ...(qualified !== undefined && { qualified }),
  };
}

/** What `registerMany` remembers between two runs. `openJournal` of the entry `./node` keeps it in a file. */
export interface Journal {
  /**
   * The prefix of the idempotency keys of all runs with this journal. It was stored before the first request, so that a
   * request whose answer was lost is repeated with the same key.
   */
  readonly run: string;
  /** The proof of a fingerprint that an earlier run has registered; undefined if there is none. */
  find(hash: string): string | undefined;
  /** Adds what was registered. Resolves when it is durable. */
  add(hash: string, id: string): Promise<void>;
}

// Works on some items at a time.

/**
 * Yields results in the order of completion. Items are pulled one after the other, as workers become free. What a worker or
 * the source throws ends the iteration, and so does its consumer; the signal of the workers aborts then, and the iteration
 * ends only when all of them have ended.
 *
 * @param work never called for more than `concurrency` items at the same time.
 */
export async function* runPool<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Result, void, void> {
  signal?.throwIfAborted();
  const source = iteratorOf(items);
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  const results: Result[] = [];
  let failure: { readonly error: unknown } | null = null;
  let isPulling = false;
  let isOver = false;
  let wake: (() => void) | null = null;

  const changed = (): void => {
    wake?.();
    wake = null;
  };
  const fail = (error: unknown): void => {
    failure ??= { error };
    stop.abort(error);
    changed();
  };
  const onAbort = (): void => fail(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });

  const start = (item: Item): void => {
    const one: Promise<void> = work(item, stop.signal)
      .then((result) => void results.push(result), fail)
      .then(() => {
        running.delete(one);
        changed();
      });
    running.add(one);
  };
  const pull = async (): Promise<void> => {
    isPulling = true;
    try {
      const { done, value } = await source.next();
      if (done === true) isOver = true;
      else if (failure === null) start(value as Item);
    } catch (error) {
      isOver = true;
      fail(error);
    }
    isPulling = false;
    changed();
  };

  try {
    for (;;) {
      if (failure !== null) throw (failure as { readonly error: unknown }).error;
      // Results that nobody has taken yet hold the workers back.
      if (!isOver && !isPulling && running.size + results.length < concurrency) void pull();
      if (results.length > 0) {
        yield results.shift() as Result;
      } else if (isOver && running.size === 0) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    failure ??= { error: undefined };
    stop.abort(new DOMException("the iteration has ended", "AbortError"));
    // So that nothing is registered after the iteration.
    await Promise.all(running);
    // A source that hangs would not answer.
    if (!isOver && !isPulling) await source.return?.();
    else if (!isOver) void Promise.resolve(source.return?.()).catch(() => undefined);
  }
}

interface Pulled<Item> {
  next(): Promise<IteratorResult<Item, unknown>> | IteratorResult<Item, unknown>;
  return?(): unknown;
}

function iteratorOf<Item>(items: Iterable<Item> | AsyncIterable<Item>): Pulled<Item> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}

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

/**
 * Registers one fingerprint.
 *
 * A key that was used before gives its proof and no seal (docs/interface.md, `POST /proofs`, rule 3): after a lost answer
 * the seal is asked for by its own route, which buys it at most once.
 *
 * @param idempotencyKey the same for each try.
 */
export async function register(
  api: Api,
  registration: Registration,
  idempotencyKey: string,
  signal: AbortSignal | undefined,
): Promise<RegisteredProof> {
  if (!/^[\x21-\x7e]{1,200}$/.test(idempotencyKey)) {
    throw new TypeError(`"idempotencyKey" expected 1 to 200 visible ASCII characters`);
  }
  const body = registrationBody(registration);
  const { value: proof, status } = await answered<RegisteredProof>(
    api.routes.POST("/proofs", {
      params: { header: { "Idempotency-Key": idempotencyKey } },
      body,
      ...api.sent({ signal, maxBytes: MAX_PROOF_BYTES }),
    }),
    () => REGISTERED_PROOF,
  );
  if (proof.hash !== body.hash) {
    throw new AnswerError(
      "wrong_proof",
      status,
      `registered ${body.hash}, but the answer is about ${proof.hash}; was the idempotency key used before?`,
    );
  }
  if (body.qualified !== true || proof.qualified !== null) return proof;
  const { qualified } = await requestSeal(api, proof.id, signal);
  return { ...proof, qualified };
}

/** What is registered. */
export interface Registration {
  /** SHA-256 of the file, 64 lower-case hexadecimal characters: `hashFile`. */
  readonly hash: string;
  /** Display name, at most 200 characters. Default: the start of the fingerprint. */
  readonly name?: string;
  /** Kept and never published; at most 4,096 bytes as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Bytes of the file. Informational. */
  readonly size?: number;
  readonly mimeType?: string;
  /** Whether to buy the seal too, which spends one unit. */
  readonly qualified?: boolean;
}
