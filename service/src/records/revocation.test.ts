import { expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.testing.js";
import type { Store } from "../store/store.js";
import { recordsOn } from "./records.js";
import { randomHash } from "./registration.testing.js";

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1_000);
const WANTED = 2_500;

it("settles more times than one change does, and goes on after a crash", async () => {
  const store = openMemoryStore();
  const { revocation } = recordsOn(store);
  const chain = { id: randomHash(), certificates: [] };
  await revocation.request(
    chain,
    Array.from({ length: WANTED }, (_, i) => at(i)),
  );
  let changes = 0;
  const crashing: Store = {
    ...store,
    change: (name, rule) => (++changes > 1 ? Promise.reject(new Error("crashed")) : store.change(name, rule)),
  };
  const isDue = async () => (await revocation.due(at(WANTED), 1)).map(({ wantedSince }) => wantedSince);
  await expect(recordsOn(crashing).revocation.keep(chain.id, at(WANTED - 2), [], null)).rejects.toThrow();
  expect(await isDue()).toEqual([at(1_000)]);
  await revocation.keep(chain.id, at(WANTED - 2), [], null);
  expect(await isDue()).toEqual([at(WANTED - 1)]);
  await revocation.keep(chain.id, at(WANTED), [], null);
  expect(await isDue()).toEqual([]);
});
