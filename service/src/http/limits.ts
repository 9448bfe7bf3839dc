/** Limits a minute, by address and account. */
import { ApiError } from "../errors.js";
import { MemoryRates } from "../store/rates.js";
import { type RateStore, StoreUnavailableError } from "../store/store.js";

/**
 * A number of points per window for each key, counted in the store, so that it applies across instances. The library of
 * limiters exports no base class for custom stores, and this is the only part of it that is needed.
 */
export interface RateLimitSettings {
  /** Name of the limit, which separates its keys from those of other limits. */
  readonly name: string;
  readonly points: number;
  readonly windowMs: number;
}

export interface RateState {
  /** Points that are left in the window; negative when the limit refuses. */
  readonly left: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

export interface TakenPoint extends RateState {
  /**
   * Takes the point back, even one that was refused. Until then it counts in its window.
   *
   * @throws StoreUnavailableError.
   */
  giveBack(): Promise<void>;
}

export class RateLimit {
  readonly #rates: RateStore;
  readonly #settings: RateLimitSettings;

  constructor(rates: RateStore, settings: RateLimitSettings) {
    this.#rates = rates;
    this.#settings = settings;
  }

  /**
   * Counts one point.
   *
   * @throws StoreUnavailableError.
   */
  async take(key: string): Promise<TakenPoint> {
    const { name, points, windowMs } = this.#settings;
    const counter = `${name}:${key}`;
    const { total, endsInMs, window } = await this.#rates.add(counter, 1, windowMs);
    return {
      left: points - total,
      endsInMs,
      giveBack: () => this.#rates.takeBack(counter, 1, window),
    };
  }
}

/**
 * The headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10): the limit, and what is left of it.
 */
export function rateLimitHeaders(
  { name, points, windowMs }: RateLimitSettings,
  { left, endsInMs }: RateState,
): Readonly<Record<"ratelimit-policy" | "ratelimit", string>> {
  return {
    "ratelimit-policy": `"${name}";q=${points};w=${windowMs / 1000}`,
    ratelimit: `"${name}";r=${Math.max(0, left)};t=${retryAfterSeconds(endsInMs)}`,
  };
}

/** Whole seconds for the header `Retry-After`: at least 1. */
export function retryAfterSeconds(delayMs: number): number {
  return Math.max(1, Math.ceil(delayMs / 1000));
}

/** Keys that are refused for some time, in the memory of this process. */
export class Refusals {
  readonly #maxKeys: number;
  /** End of the refusal on the clock of `performance.now()`, the oldest first. */
  readonly #endsAtMs = new Map<string, number>();

  /** @param maxKeys maximum number of remembered keys; a further key evicts the oldest. */
  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  remember(key: string, delayMs: number): void {
    this.#endsAtMs.delete(key);
    this.#endsAtMs.set(key, performance.now() + delayMs);
    if (this.#endsAtMs.size <= this.#maxKeys) return;
    for (const oldest of this.#endsAtMs.keys()) {
      this.#endsAtMs.delete(oldest);
      return;
    }
  }

  /** Milliseconds until the refusal of a key ends; null when no refusal is stored. */
  leftMs(key: string): number | null {
    const endsAtMs = this.#endsAtMs.get(key);
    if (endsAtMs === undefined) return null;
    const leftMs = endsAtMs - performance.now();
    if (leftMs > 0) return leftMs;
    this.#endsAtMs.delete(key);
    return null;
  }
}

/**
 * A number of requests a minute for each address, over all instances on a store. It never waits long for the store:
 * requests that the store does not count in time, this instance counts alone. Such a limit protects the service, and
 * must neither fail open nor fail the service. `MinuteLimiter` limits accounts: it is exact, or refuses.
 */
const WINDOW_MS = 60_000;
/** Maximum number of refused addresses in memory. Beyond that, the store is asked again. */
const MAX_REFUSED_ADDRESSES = 10_000;

export class AddressLimit {
  readonly settings: RateLimitSettings;
  readonly #limit: RateLimit;
  readonly #waitMs: number;
  /**
   * All requests to this instance, whether or not the store counted them, so that an outage does not begin a new
   * minute.
   */
  readonly #own = new MemoryRates();
  /** So that a flood of one address costs the store nothing. */
  readonly #refusals = new Refusals(MAX_REFUSED_ADDRESSES);

  /** @param waitMs how long a request waits for the store's count. */
  constructor(rates: RateStore, perMinute: number, waitMs: number) {
    this.settings = { name: "requests", points: perMinute, windowMs: WINDOW_MS };
    this.#waitMs = waitMs;
    this.#limit = new RateLimit(rates, this.settings);
  }

  /** Counts a request. */
  async take(address: string): Promise<RateState> {
    const refusedMs = this.#refusals.leftMs(address);
    if (refusedMs !== null) return { left: -1, endsInMs: refusedMs };
    const own = await this.#own.add(address, 1, WINDOW_MS);
    const counted = await this.#countedInTime(address);
    return counted ?? { left: this.settings.points - own.total, endsInMs: own.endsInMs };
  }

  /** Undefined when the store has not answered. */
  #countedInTime(address: string): Promise<RateState | undefined> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(undefined), this.#waitMs);
      this.#limit
        .take(address)
        .then(
          (state) => {
            // A late answer counts for the next request.
            if (state.left < 0) this.#refusals.remember(address, state.endsInMs);
            resolve(state);
          },
          (error: unknown) => (error instanceof StoreUnavailableError ? resolve(undefined) : reject(error)),
        )
        .finally(() => clearTimeout(timer));
    });
  }
}

/** There is no room for the task: it was not started. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";

  constructor() {
    super("the queue is full");
  }
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: QueueFullError) => void;
}

/**
 * Runs a few tasks at a time, the accounts in turn: who asks for much waits for their own. When it is full, the newest task
 * of the account that waits with most gives up its place to an account that waits with less.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #maxLength: number;
  /** By account; the first account has the next turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  #length = 0;
  #running = 0;

  /**
   * @param atOnce tasks that run at a time.
   * @param maxLength tasks that wait besides them.
   */
  constructor(atOnce: number, maxLength: number) {
    this.#atOnce = atOnce;
    this.#maxLength = maxLength;
  }

  /** Number of waiting tasks. */
  get length(): number {
    return this.#length;
  }

  /** Whether a task of an account would be refused now. */
  isFullFor(account: string): boolean {
    return this.#isFull && this.#longestBeside(account) === undefined;
  }

  /** @throws QueueFullError, also later for a task that gave up its place; and the errors of the task. */
  async run<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running++;
    else await this.#wait(account);
    try {
      return await work();
    } finally {
      this.#beginNext();
    }
  }

  get #isFull(): boolean {
    return this.#running >= this.#atOnce && this.#length >= this.#maxLength;
  }

  #wait(account: string): Promise<void> {
    if (this.#isFull) {
      const longest = this.#longestBeside(account);
      if (longest === undefined) throw new QueueFullError();
      this.#length--;
      longest.pop()!.refuse(new QueueFullError());
    }
    return new Promise((begin, refuse) => {
      const own = this.#waiting.get(account) ?? [];
      own.push({ begin, refuse });
      this.#waiting.set(account, own);
      this.#length++;
    });
  }

  /** The tasks of the account that waits with most, if it would still wait with as many as this one, with one less. */
  #longestBeside(account: string): Waiting[] | undefined {
    let longest: Waiting[] | undefined;
    for (const tasks of this.#waiting.values())
      if (tasks.length > (longest?.length ?? (this.#waiting.get(account)?.length ?? 0) + 1)) longest = tasks;
    return longest;
  }

  /** The next task takes the place of one that ended, so the number of running tasks stays the same. */
  #beginNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    const [account, tasks] = next;
    this.#waiting.delete(account);
    this.#length--;
    tasks.shift()!.begin();
    if (tasks.length > 0) this.#waiting.set(account, tasks);
  }
}

// Limits the proofs that an account creates and the seals that it buys a minute: docs/interface.md, "Limits", rule 2.

/** Something that was counted. */
export interface MinuteCount {
  /** Takes the count back, because nothing was created. */
  giveBack(): Promise<void>;
}

export class MinuteLimiter {
  readonly #settings: RateLimitSettings;
  readonly #limit: RateLimit | null;

  /**
   * @param what is counted, for the counter's name and the error message: "creations", "web-creations", "seals".
   * @param perMinute 0 sets no limit.
   */
  constructor(rates: RateStore, what: string, perMinute: number) {
    this.#settings = { name: what, points: perMinute, windowMs: WINDOW_MS };
    this.#limit = perMinute === 0 ? null : new RateLimit(rates, this.#settings);
  }

  /**
   * Counts one.
   *
   * @returns `rate_limited` instead of a count when the limit is reached.
   * @throws StoreUnavailableError.
   */
  async take(accountId: string): Promise<MinuteCount | ApiError> {
    if (this.#limit === null) return { giveBack: async () => {} };
    const point = await this.#limit.take(accountId);
    if (point.left >= 0) return { giveBack: () => giveBack(point) };
    // Refused requests must not count, so that points that others give back become available.
    await giveBack(point);
    const seconds = retryAfterSeconds(point.endsInMs);
    const { name } = this.#settings;
    return new ApiError("rate_limited", `too many ${name} in one minute: try again in ${seconds} s`, {
      headers: { "retry-after": String(seconds), ...rateLimitHeaders(this.#settings, point) },
    });
  }
}

async function giveBack(point: TakenPoint): Promise<void> {
  try {
    await point.giveBack();
  } catch (error) {
    // The answer is already known, and the window drops the count anyway.
    if (!(error instanceof StoreUnavailableError)) throw error;
  }
}
