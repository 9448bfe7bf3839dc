/** The port over tables on MongoDB, and what is specific to this engine. */
import { afterAll, describe, inject } from "vitest";
import { describeRecords } from "../../service/src/records/records-contract.testing.js";
import { openMongodb } from "../../service/src/tables/mongodb/open-mongodb.js";
import { describePort, type OpenedTwice } from "../../service/src/tables/port-contract.testing.js";
import { describeWriteSkew } from "../../service/src/tables/write-skew.testing.js";
import { ReusedDatabases } from "./reused-databases.js";

/** A busy machine must not fail a change. */
const TIMEOUT_MS = 20_000;
const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("tables in MongoDB", () => {
  const databases = new ReusedDatabases(serverUrl ?? "mongodb://127.0.0.1");
  afterAll(() => databases.drop());

  const openTwo = async (): Promise<OpenedTwice> => {
    const url = databases.take();
    const open = () => openMongodb({ url, timeoutMs: TIMEOUT_MS });
    const stores = [await open(), await open()] as const;
    return {
      stores,
      dispose: async () => {
        await Promise.all(stores.map((store) => store.close()));
        await databases.giveBack(url);
      },
    };
  };

  describePort("MongoDB", openTwo, { sequences: 10, races: 15 });
  describeRecords("MongoDB", openTwo, { requests: 300, isSideBySide: true });
  describeWriteSkew("MongoDB", openTwo, { isSideBySide: true });
});
