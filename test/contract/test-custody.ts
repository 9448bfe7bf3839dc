/** Custody over a store and blobs of a test's own. */
import { randomBytes } from "node:crypto";
import { Custody } from "../../service/src/custody/custody.js";
import { CustodyKeys } from "../../service/src/custody/custody-keys.js";
import { purgeGarbage } from "../../service/src/custody/purge-round.js";
import { createLog } from "../../service/src/log.js";
import type { Store } from "../../service/src/store/store.js";
import { openTestFiles, type TestBlobs, testBlobs } from "./test-blobs.js";
import { testStores } from "./test-stores.js";

const UPLOAD_MS = 600_000;

export interface TestCustody extends TestBlobs {
  readonly custody: Custody;
  readonly keys: CustodyKeys;
  /** Clears away what is garbage, as the job does. */
  purge(): Promise<void>;
}

export async function openCustody(
  { custody: store }: Store,
  openBlobs = openTestFiles,
): Promise<TestCustody> {
  const opened = await openBlobs();
  const { blobs } = opened;
  const log = createLog("silent");
  const keys = new CustodyKeys([randomBytes(32)]);
  return {
    ...opened,
    keys,
    custody: new Custody({ store, blobs, keys, log, uploadMs: UPLOAD_MS }),
    purge: () => purgeGarbage({ store, blobs, log }, new AbortController().signal),
  };
}

/** Both stores with both blob stores, for `describe.each`: files beside SQLite, and either beside MongoDB. */
export const testCustodies = testStores.flatMap(({ name, open }) =>
  testBlobs
    .filter((blobs) => name !== "SQLite" || blobs.name === "files")
    .map((blobs) => ({ name: `${name} and ${blobs.name}`, open, openBlobs: blobs.openBlobs })),
);
