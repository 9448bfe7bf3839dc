/** All rules on one engine, without guard and metrics: for tests, benchmarks and programs beside the service. */
import type { MongodbOptions } from "../store/mongodb/prepare.js";
import { openSqlite, type SqliteOptions } from "../store/sqlite/open-sqlite.js";
import { type Records, recordsOn } from "./records.js";

/** @throws as `openSqlite`. */
export async function openSqliteRecords(path: string, options?: SqliteOptions): Promise<Records> {
  return recordsOn(await openSqlite(path, options));
}

/** @throws as `openMongodb`. */
export async function openMongodbRecords(options: MongodbOptions): Promise<Records> {
  // Loaded only when used: the driver takes 23 MB and 0.2 s.
  const { openMongodb } = await import("../store/mongodb/engine.js");
  return recordsOn(await openMongodb(options));
}
