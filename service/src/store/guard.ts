/**
 * Around every read and change, by its name: the circuit that refuses at once while the store is known not to serve, and
 * what operators measure. It changes no answer and no error.
 */
import { inTime, LeaseLostError, type Store, type StoreNeed, StoreUnavailableError } from "./store.js";

/** What went wrong. A RangeError is the caller's own fault (an unknown cursor) and says nothing about the store. */
export type StoreFault = "unavailable" | "lease_lost" | "other";

export interface StoreObserver {
  /** Before the first operation of a name: a series that begins with its first fault has no increase to be seen. */
  begin(operation: string): void;
  end(operation: string, durationMs: number, fault: StoreFault | null): void;
}

export interface GuardOptions extends Omit<StoreCircuitOptions, "ping"> {
  readonly observer: StoreObserver;
}

/** The same store, guarded. */
export function guardedStore(store: Store, { observer, ...options }: GuardOptions): Store {
  const circuit = new StoreCircuit({ ...options, ping: (need) => store.ping(need ?? "writes") });
  const known = new Set<string>();
  const observed = async <Answer>(operation: string, ask: () => Promise<Answer>): Promise<Answer> => {
    if (!known.has(operation)) observer.begin(operation);
    known.add(operation);
    const begunMs = performance.now();
    let fault: StoreFault | null = null;
    try {
      return await ask();
    } catch (error) {
      fault = faultOf(error);
      throw error;
    } finally {
      observer.end(operation, performance.now() - begunMs, fault);
    }
  };
  const guarded = <Answer>(name: string, need: StoreNeed, ask: () => Promise<Answer>) =>
    observed(name, () => circuit.run(need, ask));
  return {
    read: (name, query) => guarded(name, "reads", () => store.read(name, query)),
    change: (name, rule) => guarded(name, "writes", () => store.change(name, rule)),
    // Counters are not written durably: a store that takes no writes still counts.
    counters: {
      add: (...args) => guarded("rates.add", "reads", () => store.counters.add(...args)),
      takeBack: (...args) => guarded("rates.takeBack", "reads", () => store.counters.takeBack(...args)),
    },
    ping: (need) => observed("ping", () => circuit.ping(need)),
    get damage() {
      return store.damage;
    },
    close: () => {
      circuit.close();
      return store.close();
    },
  };
}

function faultOf(error: unknown): StoreFault | null {
  if (error instanceof RangeError) return null;
  if (error instanceof StoreUnavailableError) return "unavailable";
  return error instanceof LeaseLostError ? "lease_lost" : "other";
}

/** `read_only`: it answers but takes no writes, as with a full disk or a MongoDB without a majority. */
export type StoreState = "serving" | "read_only" | "silent";

/** A question that takes longer makes the store suspect. If the store is well, that costs two pings. */
const SUSPECT_AFTER_MS = 500;
/** How often the questions in progress are checked. */
const LOOK_EVERY_MS = 250;
/** A ping may take this long: four times a flush on a busy disk. */
const PING_MS = 2_000;
/** Time between two pings while the store does not serve. */
const RETRY_MS = 500;

const SILENT = "the store currently does not answer";
const READ_ONLY = "the store currently accepts no writes";

export interface StoreCircuitOptions {
  readonly ping: (need?: StoreNeed) => Promise<Date>;
  /** A call has failed, though the pings after it did not: a part of the store is at fault, or it was for a moment. */
  readonly onFault: (fault: StoreUnavailableError) => void;
  /** @param reason why the first ping failed. */
  readonly onOutage: (state: StoreState, reason: StoreUnavailableError) => void;
  /** Called on every other change; `serving` ends the outage. */
  readonly onChange: (state: StoreState, outageMs: number) => void;
}

interface Call {
  readonly begunAtMs: number;
  /** Rejects the call; null for a write. */
  readonly refuse: ((reason: StoreUnavailableError) => void) | null;
}

/**
 * A circuit breaker: notices that the store does not answer, so that callers do not each wait for it. A call that fails
 * or takes long makes the store suspect. Two pings then find out whether it answers and whether it takes writes. While
 * it does not, callers are refused at once, and only pings ask it, one after the other, until it recovers.
 *
 * Reads in progress are refused too. Writes in progress go on, because only their own answer says whether they took
 * effect.
 */
export class StoreCircuit {
  readonly #options: StoreCircuitOptions;
  /** Calls in progress, oldest first. */
  readonly #calls = new Set<Call>();
  readonly #looking: NodeJS.Timeout;
  #retrying: NodeJS.Timeout | undefined;
  #state: StoreState = "serving";
  #outageSinceMs = 0;
  /** Number of changes of state. The answer to a call that began before the last change is ignored. */
  #changes = 0;
  #isPinging = false;
  #isClosed = false;

  constructor(options: StoreCircuitOptions) {
    this.#options = options;
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /**
   * Asks the store, unless it is known not to serve.
   *
   * @throws StoreUnavailableError, at once if the outage is known.
   */
  run<Answer>(need: StoreNeed, ask: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#state === "silent") throw new StoreUnavailableError(SILENT);
      if (this.#state === "read_only" && need === "writes") throw new StoreUnavailableError(READ_ONLY);
      const call: Call = { begunAtMs: performance.now(), refuse: need === "reads" ? reject : null };
      this.#calls.add(call);
      ask()
        .then(resolve, (error: unknown) => {
          if (error instanceof StoreUnavailableError) this.#suspect(error);
          reject(error);
        })
        .finally(() => this.#calls.delete(call));
    });
  }

  /** Asks the store even during an outage. The answer sets the state. */
  async ping(need: StoreNeed = "writes"): Promise<Date> {
    const { ping } = this.#options;
    try {
      const time = await ping(need);
      if (this.#state !== "serving" && need === "writes") this.#enter("serving");
      return time;
    } catch (error) {
      if (error instanceof StoreUnavailableError) this.#suspect(error);
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

  #suspect(fault?: StoreUnavailableError): void {
    if (this.#isPinging || this.#isClosed || this.#state !== "serving") return;
    void this.#judge(fault);
  }

  /** Never rejects. */
  async #judge(fault?: StoreUnavailableError): Promise<void> {
    this.#isPinging = true;
    const changes = this.#changes;
    const [reads, writes] = await Promise.all([this.#failureOf("reads"), this.#failureOf("writes")]);
    this.#isPinging = false;
    if (this.#isClosed || changes !== this.#changes) return;
    const reason = reads ?? writes;
    if (reason === null) {
      this.#enter("serving");
      if (fault !== undefined) this.#options.onFault(fault);
    } else {
      this.#enter(reads === null ? "read_only" : "silent", reason);
      this.#retrying = setTimeout(() => void this.#judge(), RETRY_MS).unref();
    }
  }

  async #failureOf(need: StoreNeed): Promise<StoreUnavailableError | null> {
    try {
      await inTime(PING_MS, () => this.#options.ping(need));
      return null;
    } catch (cause) {
      if (cause instanceof StoreUnavailableError) return cause;
      return new StoreUnavailableError("the store answers a ping with an error", { cause });
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
