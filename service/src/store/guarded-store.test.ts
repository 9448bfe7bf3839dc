/** The store contract, run through the guard: the guard changes nothing while the store serves. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { guardedStore } from "./guarded-store.js";
import { openSqliteStore } from "./sqlite/sqlite-store.js";
import { describeStore } from "./store-contract.testing.js";

describeStore("SQLite behind the guard", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-guarded-"));
  const store = guardedStore(await openSqliteStore(join(folder, "service.sqlite")), {
    onOutage: (state, reason) => expect.unreachable(`${state}: ${reason.message}`),
    onChange: () => expect.unreachable(),
  });
  return {
    store,
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
