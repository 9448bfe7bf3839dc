import { link, open, rename, rm } from "node:fs/promises";
import { temporaryPath } from "./temporary.js";

export interface WriteOptions {
  /** Default: what the umask leaves of 0666. */
  readonly mode?: number;
  /** Whether a file that is there may be replaced. Default: true. */
  readonly replaces?: boolean;
}

/**
 * Writes a file under another name beside it, synced, and renames it: under its own name it is whole or not there.
 *
 * @throws the file system's error, `EEXIST` if there is a file that may not be replaced. Nothing is left behind then.
 */
export async function writeAtomically(
  path: string,
  content: Uint8Array | string,
  { mode = 0o666, replaces = true }: WriteOptions = {},
): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    await writeSynced(temporary, content, mode);
    if (replaces) await rename(temporary, path);
    else await renameNew(temporary, path);
  } finally {
    // After the rename there is none.
    await rm(temporary, { force: true });
  }
}

/** @throws the file system's error, `EEXIST` if there is a file. */
async function writeSynced(path: string, content: Uint8Array | string, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A link, unlike a rename, never replaces what is there. */
async function renameNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    // File systems without links, such as FAT and some of networks: a file that is created at this very moment would be lost.
    await (await open(path, "wx")).close();
    await rename(temporary, path);
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);
