/**
 * MongoDB answers commands with errors, by its own fail points, while proofs are registered: each
 * request ends in success or `StoreUnavailableError`, nothing acknowledged is lost, nothing is made
 * twice.
 */

import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMongodbRecords } from "../../service/src/records/records.js";
import { newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoWorkload } from "./mongodb-workload.js";

/** Commands that fail in a row: a transaction is tried again until the time-out. */
const FAILURES_IN_A_ROW = [1, 4];
const TIMEOUT_MS = 3_000;
const REQUESTS = 12;

const FAULTS: readonly (readonly [string, object])[] = [
  ["10107 NotWritablePrimary", { errorCode: 10_107, errorLabels: ["RetryableWriteError"] }],
  ["189 PrimarySteppedDown", { errorCode: 189, errorLabels: ["RetryableWriteError"] }],
  ["91 ShutdownInProgress", { errorCode: 91, errorLabels: ["RetryableWriteError"] }],
  [
    "write concern error 64",
    { writeConcernError: { code: 64, errmsg: "waiting for replication timed out" } },
  ],
  ["write concern error 91", { writeConcernError: { code: 91, errmsg: "Replication is being shut down" } }],
  ["a closed connection", { closeConnection: true }],
];
const COMMANDS = ["find", "insert", "update", "commitTransaction"];

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`MongoDB's fail points (${HOW_TO_PROVIDE})`, () => {
  let admin: MongoClient;

  beforeAll(async () => {
    admin = await new MongoClient(server!.url, { appName: "test" }).connect();
  });
  afterAll(async () => {
    await admin?.close();
    await server?.dispose();
  });

  const arm = (mode: { readonly times: number } | "alwaysOn", failCommands: string[], fault: object) =>
    admin.db("admin").command({
      configureFailPoint: "failCommand",
      mode,
      data: { failCommands, appName: "svc-proof", ...fault },
    });
  const disarm = () => admin.db("admin").command({ configureFailPoint: "failCommand", mode: "off" });

  it.each(FAULTS)("%s, on each command in turn", async (_, fault) => {
    const url = newDatabaseUrl(server!.url);
    const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    const workload = await MongoWorkload.create(store);
    for (const command of COMMANDS) {
      for (const times of FAILURES_IN_A_ROW) {
        await arm({ times }, [command], fault);
        await workload.send(store, REQUESTS);
      }
      await disarm();
    }
    // Faults that do not end are seen.
    const { unavailable } = workload;
    await arm("alwaysOn", [COMMANDS.at(-1)!], fault);
    await workload.send(store, REQUESTS);
    await disarm();
    expect(workload.unavailable).toBeGreaterThan(unavailable);
    await workload.settle(store);
    await workload.expectBooks(store, url);
    await store.close();
  });
});
