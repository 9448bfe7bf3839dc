/** The service as shipped, on a store made for one benchmark. */

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sandboxMarks } from "@svc-proof/sandbox/settings";
import { type Records, recordsOn } from "@svc-proof/service/records/records";
import { type StoreMarks, settleStoreMarks } from "@svc-proof/service/records/store-marks";
import { openMongodb } from "@svc-proof/service/store/mongodb/engine";
import { dataDirAt } from "@svc-proof/service/store/sqlite/data-dir";
import { openSqlite } from "@svc-proof/service/store/sqlite/open-sqlite";
import type { Store } from "@svc-proof/service/store/store";
import { MongoClient } from "mongodb";
import { type ServerProcess, startServer } from "./server-process.js";

/** A store that one benchmark has to itself. */
export interface BenchStore {
  open(): Promise<Records>;
  /**
   * Starts the service on it. All limits are on, but too high to be reached; requests are logged
   * and the log is discarded.
   */
  serve(settings?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  remove(): Promise<void>;
  /** The file of the database; of the SQLite store only. */
  readonly databasePath?: string;
}

/**
 * Runs the service on a store, and ends with both gone.
 *
 * @param settings environment variables of the service.
 */
export async function withService<Result>(
  bench: BenchStore,
  settings: Readonly<Record<string, string>>,
  use: (service: ServerProcess) => Promise<Result>,
): Promise<Result> {
  try {
    const service = await bench.serve(settings);
    try {
      return await use(service);
    } finally {
      await service.stop();
    }
  } finally {
    await bench.remove();
  }
}

const SETTINGS = {
  SVC_HTTP_PORT: "0",
  SVC_OPS_PORT: "0",
  SVC_CREATIONS_PER_MINUTE: "1000000",
  SVC_REQUESTS_PER_MINUTE_PER_IP: "1000000",
  SVC_MAX_CONNECTIONS_PER_IP: "0",
  SVC_LOG_LEVEL: "info",
};
const STORE_TIMEOUT_MS = 10_000;

/** The rules on a store that the sandbox takes. */
async function marked(store: Store, marks: StoreMarks): Promise<Records> {
  await settleStoreMarks(store, marks);
  return recordsOn(store);
}

export function sqliteBenchStore(): BenchStore {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
  const { databasePath } = dataDirAt(dataDir);
  return {
    databasePath,
    open: async () => marked(await openSqlite(databasePath), await sandboxMarks(dataDir, false)),
    serve: (settings = {}) =>
      startServer("sandbox/dist/main.js", { ...SETTINGS, SVC_DATA_DIR: dataDir, ...settings }),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

export interface MongodbBenchStore extends BenchStore {
  readonly serverUrl: string;
  /** The address of its database. */
  readonly url: string;
  /** The address of its database through another local port that leads to the server. */
  urlBy(port: number): string;
}

/** On the server of `SVC_TEST_MONGODB_URL`; null if not set. */
export function mongodbBenchStore(): MongodbBenchStore | null {
  const serverUrl = process.env["SVC_TEST_MONGODB_URL"];
  if (serverUrl === undefined) {
    process.stderr.write("SVC_TEST_MONGODB_URL is not set: figures on MongoDB are skipped\n");
    return null;
  }
  const url = new URL(serverUrl);
  url.pathname = `/svc_bench_${randomBytes(6).toString("hex")}`;
  const dataDir = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
  return {
    serverUrl,
    url: url.href,
    urlBy: (port) => `mongodb://127.0.0.1:${port}${url.pathname}?directConnection=true`,
    open: async () =>
      marked(
        await openMongodb({ url: url.href, timeoutMs: STORE_TIMEOUT_MS }),
        await sandboxMarks(dataDir, true),
      ),
    serve: (settings = {}) =>
      startServer("sandbox/dist/main.js", {
        ...SETTINGS,
        SVC_DATA_DIR: dataDir,
        SVC_MONGODB_URL: url.href,
        ...settings,
      }),
    remove: async () => {
      const client = new MongoClient(serverUrl);
      await client.db(url.pathname.slice(1)).dropDatabase();
      await client.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
