/** Custody over a store and blobs that the test owns. */

import { randomBytes } from "node:crypto";
import { it } from "vitest";
import { Custody } from "../../service/src/custody/custody.js";
import { hashPlaintext } from "../../service/src/custody/encryption.js";
import { purgeGarbage } from "../../service/src/custody/purge.js";
import { CustodyKeys } from "../../service/src/custody/storage.js";
import { createLog } from "../../service/src/log.js";
import type { Records } from "../../service/src/records/records.js";
import { STRIDE } from "../../shared/src/testing/extent.testing.js";
import { openTestFiles, type TestBlobs, testBlobs } from "./test-blobs.js";
import { describeCases, testStore } from "./test-stores.js";

const UPLOAD_MS = 600_000;

export interface TestCustody extends TestBlobs {
  readonly custody: Custody;
  readonly keys: CustodyKeys;
  /** Deletes garbage, as the job does. */
  purge(): Promise<void>;
}

export async function openCustody(
  { custody: store }: Records,
  openBlobs = openTestFiles,
): Promise<TestCustody> {
  const opened = await openBlobs();
  const { blobs } = opened;
  const log = createLog("silent");
  const keys = new CustodyKeys([randomBytes(32)]);
  return {
    ...opened,
    keys,
    custody: new Custody({ store, blobs, keys, hashPlaintext, log, uploadMs: UPLOAD_MS }),
    purge: async () => {
      await purgeGarbage({ store, blobs, log }, new AbortController().signal);
    },
  };
}

/** SQLite with files beside it; MongoDB with either of the blob stores. */
const testCustodies = testBlobs
  .filter(({ name }) => testStore.name !== "SQLite" || name === "files")
  .map((blobs) => ({
    ...testStore,
    name: `${testStore.name} and ${blobs.name}`,
    openBlobs: blobs.openBlobs,
  }));

/** A suite that runs on SQLite with files, and on MongoDB with its own blobs: on each store and on each blob store. */
export const describeCustodies = describeCases(testCustodies.slice(-1));

/** A suite that runs on MongoDB with files, too. */
export const describeEveryCustody = describeCases(testCustodies);

const isSampled = testStore.name !== "SQLite" && STRIDE > 1;

/** A test of how requests are read, above the store: CI runs it on SQLite alone. */
export const itAboveTheStore = (name: string, run: () => Promise<void>): void => {
  if (!isSampled) it(name, run);
};

/** Requests are read above the store: on MongoDB CI sends one in so many of a kind. */
export const requestsOfAKind = <T>(all: readonly T[]): readonly T[] =>
  isSampled ? all.filter((_, i) => i % STRIDE === 0) : all;
