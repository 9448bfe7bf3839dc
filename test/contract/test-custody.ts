/** Custody over blobs in a folder of its own, whose blobs a test may change, take away and count. */
import { randomBytes } from "node:crypto";
import { mkdtemp, open, readdir, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Custody } from "../../service/src/custody/custody.js";
import { CustodyKeys } from "../../service/src/custody/custody-keys.js";
import { purgeGarbage } from "../../service/src/custody/purge-round.js";
import { createLog } from "../../service/src/log.js";
import { openFileBlobs } from "../../service/src/outside/blobs/file-blobs.js";
import type { Store } from "../../service/src/store/store.js";

const UPLOAD_MS = 600_000;

export interface TestCustody {
  readonly custody: Custody;
  /** Blobs that are there as a whole or by halves. */
  blobNames(): Promise<string[]>;
  readBlob(name: string): Promise<Buffer>;
  /** Replaces a blob; null removes it. */
  writeBlob(name: string, bytes: Uint8Array | null): Promise<void>;
  /** Changes a bit of a blob without a new file. */
  changeBlobInPlace(name: string, place: number): Promise<void>;
  /** Makes the folder unreachable; what is returned brings it back. */
  takeAway(): Promise<() => Promise<void>>;
  /** Clears away what is garbage, as the job does. */
  purge(): Promise<void>;
  remove(): Promise<void>;
}

export async function openCustody({ custody: store }: Store): Promise<TestCustody> {
  const above = await mkdtemp(join(tmpdir(), "svc-custody-"));
  const folder = join(above, "originals");
  const blobs = await openFileBlobs(folder);
  const log = createLog("silent");
  const custody = new Custody({
    store,
    blobs,
    keys: new CustodyKeys([randomBytes(32)]),
    log,
    uploadMs: UPLOAD_MS,
  });
  const place = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    custody,
    blobNames: async () => {
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile() && entry.name !== "blobs.txt").map(({ name }) => name);
    },
    readBlob: (name) => readFile(place(name)),
    writeBlob: async (name, bytes) => {
      if (bytes === null) await unlink(place(name));
      else await writeFile(place(name), bytes);
    },
    changeBlobInPlace: async (name, at) => {
      const file = await open(place(name), "r+");
      const byte = Buffer.alloc(1);
      await file.read(byte, 0, 1, at);
      byte[0]! ^= 1;
      await file.write(byte, 0, 1, at);
      await file.close();
    },
    takeAway: async () => {
      await rename(folder, `${folder}-away`);
      return () => rename(`${folder}-away`, folder);
    },
    purge: () => purgeGarbage({ store, blobs, log }, new AbortController().signal),
    remove: () => rm(above, { recursive: true }),
  };
}
