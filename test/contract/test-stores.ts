/** The store of the API's tests: SQLite or MongoDB, as the project says (`vitest.config.ts`). */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, inject } from "vitest";
import { openMongodbRecords, openSqliteRecords, type Records } from "../../service/src/records/records.js";
import { writeEmptyDatabase } from "../../service/src/store/sqlite/empty-database.testing.js";
import { ReusedDatabases } from "../mongodb/reused-databases.js";

declare module "vitest" {
  export interface ProvidedContext {
    store: "SQLite" | "MongoDB";
  }
}

/** Opens a new, empty store. `remove` closes and deletes it. */
export type OpenStore = () => Promise<{ store: Records; remove: () => Promise<void> }>;

/** Long, so that a busy server does not count as an outage. */
const STORE_TIMEOUT_MS = 20_000;

export const openTemporarySqlite: OpenStore = async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-api-"));
  const path = join(folder, "service.sqlite");
  await writeEmptyDatabase(path);
  const store = await openSqliteRecords(path);
  return {
    store,
    remove: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};

const mongodbUrl = inject("mongodbUrl");

const databases = new ReusedDatabases(mongodbUrl ?? "mongodb://127.0.0.1");

const openTemporaryMongo: OpenStore = async () => {
  const url = databases.take();
  const store = await openMongodbRecords({ url, timeoutMs: STORE_TIMEOUT_MS });
  return {
    store,
    remove: async () => {
      await store.close();
      await databases.giveBack(url);
    },
  };
};

const isMongodb = inject("store") === "MongoDB";

export const testStore: { readonly name: string; readonly open: OpenStore } = isMongodb
  ? { name: "MongoDB", open: openTemporaryMongo }
  : { name: "SQLite", open: openTemporarySqlite };

/** Whether the project's store needs a server that is missing. */
const isStoreMissing: boolean = isMongodb && mongodbUrl === null;

/** Describes a suite that runs in each case. Its databases are removed after it. */
export function describeCases<Case extends object>(
  cases: readonly Case[],
): (title: string, suite: (one: Case) => void) => void {
  return (title, suite) =>
    describe.skipIf(isStoreMissing).each([...cases])(title, (one) => {
      afterAll(() => databases.drop());
      suite(one as Case);
    });
}

/** A suite that runs once on each store, in a project each. `$name` in its title is the store's name. */
export const describeStores = describeCases([testStore]);
