import { expect, it } from "vitest";
import { guardedStore, type StoreFault } from "./guard.js";
import { openMemoryStore } from "./memory-store.testing.js";
import { newLease } from "./port-contract.testing.js";
import { type Store, StoreUnavailableError } from "./store.js";

type Need = "reads" | "writes";

/** A guarded store in memory that fails for what `failing` needs, and what was observed. */
function guardedMemory() {
  const memory = openMemoryStore();
  const failing = new Set<Need>();
  const serve = <Answer>(need: Need, ask: () => Promise<Answer>) =>
    failing.has(need) ? Promise.reject(new StoreUnavailableError("it is cut off")) : ask();
  const served: Need[] = [];
  const store: Store = {
    ...memory,
    read: (name, query) => {
      served.push("reads");
      return serve("reads", () => memory.read(name, query));
    },
    change: (name, rule) => {
      served.push("writes");
      return serve("writes", () => memory.change(name, rule));
    },
    ping: (need) => serve(need, () => memory.ping(need)),
  };
  const begun: string[] = [];
  const ended: [string, StoreFault | null][] = [];
  const states: string[] = [];
  const guarded = guardedStore(store, {
    observer: {
      begin: (operation) => void begun.push(operation),
      end: (operation, _, fault) => void ended.push([operation, fault]),
    },
    onFault: () => {},
    onOutage: (state) => void states.push(state),
    onChange: (state) => void states.push(state),
  });
  return { guarded, failing, served, begun, ended, states };
}

const put = (store: Store) => store.change("leases.put", (rows) => rows.leases.insert(newLease()));
const get = (store: Store) => store.read("leases.get", (rows) => rows.leases.get(["a"]));

it("observes each operation by its name, and no fault of a caller", async () => {
  const { guarded, begun, ended } = guardedMemory();
  await put(guarded);
  await put(guarded);
  await get(guarded);
  await guarded.counters.add("a", 1, 1_000);
  await expect(guarded.change("leases.bad", () => Promise.reject(new RangeError("no")))).rejects.toThrow(
    RangeError,
  );
  await expect(guarded.change("leases.odd", () => Promise.reject(new TypeError("no")))).rejects.toThrow(
    TypeError,
  );
  expect(begun).toEqual(["leases.put", "leases.get", "rates.add", "leases.bad", "leases.odd"]);
  expect(ended).toEqual([
    ["leases.put", null],
    ["leases.put", null],
    ["leases.get", null],
    ["rates.add", null],
    ["leases.bad", null],
    ["leases.odd", "other"],
  ]);
  await guarded.close();
});

it("refuses changes at once while the store takes none, and serves reads", async () => {
  const { guarded, failing, served, ended, states } = guardedMemory();
  failing.add("writes");
  await expect(put(guarded)).rejects.toThrow(StoreUnavailableError);
  await expect.poll(() => states).toEqual(["read_only"]);
  served.length = 0;
  await expect(put(guarded)).rejects.toThrow(StoreUnavailableError);
  expect(await get(guarded)).toBeNull();
  expect(served).toEqual(["reads"]);
  expect(ended).toContainEqual(["leases.put", "unavailable"]);
  failing.clear();
  await guarded.ping("writes");
  await put(guarded);
  expect(states).toEqual(["read_only", "serving"]);
  await guarded.close();
});

it("refuses reads, too, while the store does not answer", async () => {
  const { guarded, failing, served, states } = guardedMemory();
  failing.add("reads").add("writes");
  await expect(get(guarded)).rejects.toThrow(StoreUnavailableError);
  await expect.poll(() => states).toEqual(["silent"]);
  served.length = 0;
  await expect(get(guarded)).rejects.toThrow(StoreUnavailableError);
  expect(served).toEqual([]);
  await guarded.close();
});
