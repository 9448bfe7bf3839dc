/**
 * Around every read and change, by its name: the circuit that refuses at once while the store is known not to serve, and
 * what operators measure. It changes no answer and no error.
 */
import { LeaseLostError, type Store, type StoreNeed, StoreUnavailableError } from "./store.js";
import { StoreCircuit, type StoreCircuitOptions } from "./store-circuit.js";

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
