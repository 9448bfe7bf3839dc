/** The store's files in `SVC_DATA_DIR`. */
import { mkdir, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface DataDir {
  readonly path: string;
  readonly databasePath: string;
  /** The service that uses the folder holds this lock: exclusive-lock.ts. */
  readonly lockPath: string;
}

/** The folder cannot be used. The message says why, in one line. */
export class DataDirError extends Error {
  override readonly name = "DataDirError";
}

/** The paths in a folder, which need not exist. */
export function dataDirAt(path: string): DataDir {
  return { path, databasePath: join(path, "service.sqlite"), lockPath: join(path, "service.lock") };
}

/**
 * Opens the folder. Creates it if missing, accessible to the owner alone because it holds names and metadata of proofs.
 *
 * @throws DataDirError when it cannot be created or written.
 */
export async function openDataDir(path: string): Promise<DataDir> {
  try {
    await makeFolder(path);
    // Checking permissions is not enough: a file system may be read-only, full, or unable to store files. A process that is
    // killed here leaves what the next one removes; several may do so at once.
    const trial = join(path, ".writable");
    if (!(await madeOrThere(trial))) throw Object.assign(new Error(), { code: "ENOENT" });
    await rmdir(trial).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DataDirError(`SVC_DATA_DIR: ${path} expected a writable folder, got ${code}`, { cause: error });
  }
  return dataDirAt(path);
}

/** Not `mkdir` with `recursive`: that never ends in a folder that answers ENOENT to every new folder, as /proc does. */
async function makeFolder(path: string): Promise<void> {
  if (await madeOrThere(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  if (!(await madeOrThere(path)))
    throw Object.assign(new Error(`${path} cannot be made`), { code: "ENOENT" });
}

/** Makes one folder. False when the system reports that its parent is missing. */
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
