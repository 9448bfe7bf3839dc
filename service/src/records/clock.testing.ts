import type { Store } from "../store/store.js";

/** The store, with a clock that stands still. */
export function withClock(store: Store, now: Date): Store {
  return {
    read: (name, query) => store.read(name, query),
    change: (name, rule) => store.change(name, rule),
    counters: store.counters,
    ping: async () => now,
    close: () => store.close(),
  };
}
