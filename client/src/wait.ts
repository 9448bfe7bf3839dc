/** Waits: until proofs have a state, until a seal is issued. */
import { type Api, answered, MAX_SMALL_BYTES, SEAL_ANSWER } from "./answers.js";
import { AnswerError, ApiError, WaitTimeoutError } from "./errors.js";
import { retryAfterSeconds, sleep } from "./transport.js";
import type { Proof, ProofPage, SealAnswer } from "./types.js";

const ORDER = ["queued", "batched", "anchored", "confirmed"] as const;
const WAITED: ReadonlySet<string> = new Set<WaitedState>([...ORDER, "bitcoin", "sealed"]);

/** Whether a proof is in a state or beyond it. */
export function hasReached(proof: Proof, state: WaitedState): boolean {
  if (state === "bitcoin") return proof.bitcoin.state === "confirmed";
  if (state === "sealed") return proof.qualified?.state === "issued";
  return ORDER.indexOf(proof.state) >= ORDER.indexOf(state);
}

/** @throws TypeError if it is no state. */
export function checkWaitedState(state: WaitedState): void {
  if (!WAITED.has(state)) throw new TypeError(`"state" expected one of ${[...WAITED].join(", ")}`);
}

const FACTOR = 1.5;
const RAREST = 16;

/** The pauses between looks: each longer than the one before, up to a limit, and none beyond the deadline. */
export class Looks {
  readonly #deadline: number;
  readonly #firstMs: number;
  #pauseMs: number;

  /** @throws RangeError if a number is not positive. */
  constructor(intervalMs: number, timeoutMs: number) {
    if (!(intervalMs > 0)) throw new RangeError(`"intervalMs" expected a positive number`);
    if (!(timeoutMs >= 0)) throw new RangeError(`"timeoutMs" expected a number of at least 0`);
    this.#firstMs = intervalMs;
    this.#pauseMs = intervalMs;
    this.#deadline = Date.now() + timeoutMs;
  }

  /** Something has moved: the next looks come sooner again. */
  moved(): void {
    this.#pauseMs = this.#firstMs;
  }

  /** @throws WaitTimeoutError if the deadline comes before the next look; the reason of the signal. */
  async pause(waiting: () => readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const pauseMs = this.#pauseMs * (0.9 + Math.random() / 5);
    const leftMs = this.#deadline - Date.now();
    if (leftMs <= 0) {
      const ids = waiting();
      throw new WaitTimeoutError(
        `${ids.length === 1 ? ids[0] : `${ids.length} proofs`} not there in time`,
        ids,
      );
    }
    this.#pauseMs = Math.min(this.#pauseMs * FACTOR, this.#firstMs * RAREST);
    await sleep(Math.min(pauseMs, leftMs), signal);
  }
}

export const DEFAULT_INTERVAL_MS = 2_000;

/** @param get reads the proof. */
export async function waitFor(
  get: () => Promise<Proof>,
  state: WaitedState,
  options: WaitOptions,
): Promise<Proof> {
  checkWaitedState(state);
  const {
    signal,
    timeoutMs = Number.POSITIVE_INFINITY,
    intervalMs = DEFAULT_INTERVAL_MS,
    onProgress,
  } = options;
  const looks = new Looks(intervalMs, timeoutMs);
  let before = "";
  for (;;) {
    const proof = await get();
    onProgress?.(proof);
    if (hasReached(proof, state)) return proof;
    if (proof.state !== before) looks.moved();
    before = proof.state;
    await looks.pause(() => [proof.id], signal);
  }
}

export interface ProofReader {
  get(id: string): Promise<Proof>;
  page(cursor: string | null): Promise<ProofPage>;
}

/** So few are read one by one. */
const FEW = 4;
/** Pages in a row that may bring nothing before the rest is read one by one: so many, or a tenth of what that would take. */
const EMPTY_PAGES = 8;
const EMPTY_PAGES_PER_PROOF = 0.1;

/**
 * Waits for many proofs: a sweep through the pages of the list, newest first, as long as it finds what is waited for; what it
 * does not find is read by itself. Then a pause, and again.
 */
export async function* waitForMany(
  reader: ProofReader,
  ids: Iterable<string>,
  state: WaitedState,
  options: WaitManyOptions,
): AsyncGenerator<Proof, void, void> {
  checkWaitedState(state);
  const {
    signal,
    timeoutMs = Number.POSITIVE_INFINITY,
    intervalMs = DEFAULT_INTERVAL_MS,
    onProgress,
    onMissing,
  } = options;
  const waiting = new Set(ids);
  const looks = new Looks(intervalMs, timeoutMs);
  let reached = 0;
  /** Takes a look at a proof. @returns whether it has reached the state. */
  const take = (proof: Proof): boolean => {
    if (!hasReached(proof, state)) return false;
    waiting.delete(proof.id);
    reached++;
    return true;
  };
  const orMissing = (error: unknown): null => {
    if (onMissing !== undefined && error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  };
  while (waiting.size > 0) {
    const before = reached;
    const unseen = new Set(waiting);
    for await (const proofs of pagesWith(reader, unseen)) {
      for (const proof of proofs) if (take(proof)) yield proof;
      onProgress?.({ reached, waiting: waiting.size });
    }
    for (const id of unseen) {
      const proof = await reader.get(id).catch(orMissing);
      if (proof === null) {
        waiting.delete(id);
        onMissing?.(id);
      } else if (take(proof)) yield proof;
      onProgress?.({ reached, waiting: waiting.size });
    }
    if (waiting.size === 0) return;
    if (reached > before) looks.moved();
    await looks.pause(() => [...waiting], signal);
  }
}

/** The proofs that are looked for, page by page; takes what it finds out of `unseen`. */
async function* pagesWith(reader: ProofReader, unseen: Set<string>): AsyncGenerator<readonly Proof[]> {
  let cursor: string | null = null;
  const maxEmpty = Math.max(EMPTY_PAGES, unseen.size * EMPTY_PAGES_PER_PROOF);
  for (let empty = 0; unseen.size > FEW && empty < maxEmpty; ) {
    const page: ProofPage = await reader.page(cursor);
    const found = page.data.filter(({ id }) => unseen.delete(id));
    empty = found.length === 0 ? empty + 1 : 0;
    if (found.length > 0) yield found;
    cursor = page.next_cursor;
    if (cursor === null) return;
  }
}

// What can be waited for.

/** A state of the proof; `bitcoin`: a Bitcoin block commits to it; `sealed`: its seal, bought before, is issued. */
export type WaitedState = Proof["state"] | "bitcoin" | "sealed";

interface Waiting {
  readonly signal?: AbortSignal;
  /** Longest wait in milliseconds. Default: none. */
  readonly timeoutMs?: number;
  /**
   * Milliseconds before the second look; later ones come more rarely, at most 16 times that far apart. Default: 2,000.
   * Many waiting clients share the limit of an address, 120 requests a minute.
   */
  readonly intervalMs?: number;
}

/** Options of `waitFor`. */
export interface WaitOptions extends Waiting {
  /** Called with each look at the proof. */
  readonly onProgress?: (proof: Proof) => void;
}

/** Options of a wait for many proofs. */
export interface WaitManyOptions extends Waiting {
  /** Called after each page. */
  readonly onProgress?: (progress: WaitManyProgress) => void;
  /**
   * Called with the identifier of each proof that the account does not have; the others are waited for. Default: the wait ends with
   * the service's error.
   */
  readonly onMissing?: (id: string) => void;
}

/** How many proofs have reached the state, and how many have not. */
export interface WaitManyProgress {
  readonly reached: number;
  readonly waiting: number;
}

// A seal, which may be pending at first.

/** The answer, and what it asks to wait if the seal is pending. */
export type RequestedSeal = SealAnswer & { readonly waitSeconds: number | null };

/** Asks for the seal once. Each further call costs nothing. */
export async function requestSeal(
  api: Api,
  id: string,
  signal: AbortSignal | undefined,
): Promise<RequestedSeal> {
  const { value, status, headers } = await answered<SealAnswer>(
    api.routes.POST("/proofs/{id}/qualified", {
      params: { path: { id } },
      ...api.sent({ signal, maxBytes: MAX_SMALL_BYTES }),
    }),
    () => SEAL_ANSWER,
  );
  if (value.proof_id !== id)
    throw new AnswerError("wrong_proof", status, "the answer is about another proof");
  return { ...value, waitSeconds: retryAfterSeconds(headers.get("retry-after")) };
}

/** Options of `seal`. */
export interface SealOptions {
  readonly signal?: AbortSignal;
  /** Whether to wait until a pending seal is issued. Default: true. */
  readonly wait?: boolean;
  /** Longest wait for a pending seal, in milliseconds. Default: 600,000. */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 600_000;
/** If the service does not say. */
const DEFAULT_WAIT_SECONDS = 30;

/** Buys the seal and waits until it is issued. */
export async function seal(api: Api, id: string, options: SealOptions): Promise<SealAnswer> {
  const { wait = true, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const deadline = Date.now() + timeoutMs;
  let isCreated = false;
  for (;;) {
    const { waitSeconds, ...answer } = await requestSeal(api, id, signal);
    // Of the whole call: the request that paid for it was an earlier one.
    isCreated ||= answer.created;
    const { state } = answer.qualified;
    if (state === "issued" || !wait) return { ...answer, created: isCreated };
    const waitMs = (waitSeconds ?? DEFAULT_WAIT_SECONDS) * 1000;
    if (Date.now() + waitMs > deadline) {
      throw new WaitTimeoutError(`the seal of ${id} is still pending; it is paid for`, [id]);
    }
    await sleep(waitMs, signal);
  }
}
