/**
 * Notices once that the store does not answer, so that not every caller waits for it (a circuit breaker). What fails, or
 * takes long, raises the suspicion; two pings then tell whether the store answers, and whether it takes writes. While it
 * does not, callers are refused at once, and pings alone ask it, one after the other, until it does again.
 *
 * Reads that were under way are refused then, too. Writes are left to their own end: only their own answer tells what
 * became of them.
 */
import { type Store, type StoreNeed, StoreUnavailableError } from "./store.js";
import { TimeBound } from "./time-bound.js";

/** `read_only`: it answers, and takes no writes: a full disk, or a MongoDB without a majority. */
export type StoreState = "serving" | "read_only" | "silent";

/** A question that takes so long makes the store suspect. Of a store that is well it costs two pings. */
const SUSPECT_AFTER_MS = 500;
/** How often the questions under way are looked at. */
const LOOK_EVERY_MS = 250;
/** A ping may take this long: four times what a flush takes on a busy disk. */
const PING_MS = 2_000;
/** From one ping to the next, while the store does not serve. */
const RETRY_MS = 500;

const SILENT = "the store currently does not answer";
const READ_ONLY = "the store currently accepts no writes";

export interface StoreCircuitOptions {
  readonly ping: Store["ping"];
  /** @param reason what the first ping that failed said. */
  readonly onOutage: (state: StoreState, reason: StoreUnavailableError) => void;
  /** Told of every other change; `serving` ends the outage. */
  readonly onChange: (state: StoreState, outageMs: number) => void;
}

interface Call {
  readonly begunAtMs: number;
  /** Ends it for its caller; null for a write. */
  readonly refuse: ((reason: StoreUnavailableError) => void) | null;
}

export class StoreCircuit {
  readonly #options: StoreCircuitOptions;
  /** Under way, the oldest first. */
  readonly #calls = new Set<Call>();
  readonly #looking: NodeJS.Timeout;
  #retrying: NodeJS.Timeout | undefined;
  #state: StoreState = "serving";
  #outageSinceMs = 0;
  /** Changes of the state so far: what was asked before the last one says nothing any more. */
  #changes = 0;
  #isPinging = false;
  #isClosed = false;

  constructor(options: StoreCircuitOptions) {
    this.#options = options;
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /**
   * Asks the store, unless it is known not to answer.
   *
   * @throws StoreUnavailableError, at once where it is known.
   */
  run<Answer>(need: StoreNeed, ask: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#state === "silent") throw new StoreUnavailableError(SILENT);
      if (this.#state === "read_only" && need === "writes") throw new StoreUnavailableError(READ_ONLY);
      const call: Call = { begunAtMs: performance.now(), refuse: need === "reads" ? reject : null };
      this.#calls.add(call);
      ask()
        .then(resolve, (error: unknown) => {
          if (error instanceof StoreUnavailableError) this.#suspect();
          reject(error);
        })
        .finally(() => this.#calls.delete(call));
    });
  }

  /** Asks the store whatever is known of it. What it answers is known from then on. */
  async ping(need: StoreNeed = "writes"): Promise<Date> {
    const { ping } = this.#options;
    try {
      const time = await ping(need);
      if (this.#state !== "serving" && need === "writes") this.#enter("serving");
      return time;
    } catch (error) {
      if (error instanceof StoreUnavailableError) this.#suspect();
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#looking);
    clearTimeout(this.#retrying);
  }

  #look(): void {
    for (const { begunAtMs } of this.#calls) {
      if (performance.now() - begunAtMs > SUSPECT_AFTER_MS) this.#suspect();
      return;
    }
  }

  #suspect(): void {
    if (this.#isPinging || this.#isClosed || this.#state !== "serving") return;
    void this.#judge();
  }

  /** Never rejects. */
  async #judge(): Promise<void> {
    this.#isPinging = true;
    const changes = this.#changes;
    const [reads, writes] = await Promise.all([this.#failureOf("reads"), this.#failureOf("writes")]);
    this.#isPinging = false;
    if (this.#isClosed || changes !== this.#changes) return;
    const reason = reads ?? writes;
    if (reason === null) this.#enter("serving");
    else {
      this.#enter(reads === null ? "read_only" : "silent", reason);
      this.#retrying = setTimeout(() => void this.#judge(), RETRY_MS).unref();
    }
  }

  async #failureOf(need: StoreNeed): Promise<StoreUnavailableError | null> {
    const bound = new TimeBound(PING_MS);
    try {
      await Promise.race([this.#options.ping(need), bound.exceeded]);
      return null;
    } catch (cause) {
      if (cause instanceof StoreUnavailableError) return cause;
      return new StoreUnavailableError("the store answers a ping with an error", { cause });
    } finally {
      bound.end();
    }
  }

  #enter(state: StoreState, reason?: StoreUnavailableError): void {
    const former = this.#state;
    if (state === former) return;
    this.#state = state;
    this.#changes++;
    if (former === "serving") {
      this.#outageSinceMs = performance.now();
      this.#options.onOutage(state, reason!);
    } else {
      this.#options.onChange(state, performance.now() - this.#outageSinceMs);
    }
    if (state === "serving") clearTimeout(this.#retrying);
    if (state === "silent") {
      for (const { refuse } of this.#calls) refuse?.(new StoreUnavailableError(SILENT));
    }
  }
}
