/** The store's files in `SVC_DATA_DIR`. */
import { stat, statSync } from "node:fs";
import { mkdir, mkdtemp, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface DataDir {
  readonly path: string;
  readonly databasePath: string;
  /** Held by the service that uses the folder: exclusive-lock.ts. */
  readonly lockPath: string;
}

/** The folder cannot be used. The message says why, in one line. */
export class DataDirError extends Error {
  override readonly name = "DataDirError";
}

/** How often `watchDataDir` looks. */
const WATCH_INTERVAL_MS = 1_000;

/** The paths in a folder, which need not exist. */
export function dataDirAt(path: string): DataDir {
  return { path, databasePath: join(path, "service.sqlite"), lockPath: join(path, "service.lock") };
}

/**
 * The folder, made when it is missing, for the owner alone: it holds names and metadata of proofs.
 *
 * @throws DataDirError when it cannot be made or written.
 */
export async function openDataDir(path: string): Promise<DataDir> {
  try {
    await makeFolder(path);
    // Permissions do not suffice: a file system may be read-only, full, or unable to store files.
    await rmdir(await mkdtemp(join(path, ".writable-")));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DataDirError(`SVC_DATA_DIR: ${path} expected a writable folder, got ${code}`, {
      cause: error,
    });
  }
  return dataDirAt(path);
}

/** Not `mkdir` with `recursive`: where a folder takes none below it and says ENOENT, as /proc does, that never ends. */
async function makeFolder(path: string): Promise<void> {
  if (await madeOrThere(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  if (!(await madeOrThere(path)))
    throw Object.assign(new Error(`${path} cannot be made`), { code: "ENOENT" });
}

/** Makes one folder. False when the one above it is missing, or so it is said. */
async function madeOrThere(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    if (code !== "EEXIST") throw error;
  }
  return true;
}

/**
 * Looks every second whether the folder is still the one in which the lock was taken. A process whose folder was
 * removed writes into deleted files, and gets no error.
 *
 * @param onLost called once, when the folder is gone or is another.
 * @returns ends the watch.
 * @throws the file system's error when there is no lock yet.
 */
export function watchDataDir({ lockPath }: DataDir, onLost: () => void): () => void {
  // The lock's file stays open while it is held: its number is given to no other file meanwhile.
  const begun = statSync(lockPath, { bigint: true });
  let watching = true;
  const look = () =>
    stat(lockPath, { bigint: true }, (error, now) => {
      if (!watching) return;
      const isLost =
        error === null
          ? now.dev !== begun.dev || now.ino !== begun.ino
          : error.code === "ENOENT" || error.code === "ENOTDIR";
      if (isLost) onLost();
      else setTimeout(look, WATCH_INTERVAL_MS).unref();
    });
  look();
  return () => {
    watching = false;
  };
}
