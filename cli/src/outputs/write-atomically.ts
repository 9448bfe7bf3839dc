import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** How files are named until they are whole. A name that begins with it is an unfinished output. */
export const TEMPORARY_PREFIX = ".svc-proof-tmp-";

export interface WriteOptions {
  /** Default: what the umask leaves of 0666. */
  readonly mode?: number;
  /** Whether the bytes are forced to the disk before the file has its name. Default: true. */
  readonly isSynced?: boolean;
}

/**
 * Writes a file under another name beside it and renames it: under its own name it is whole or not there. Replaces a file that is
 * there; whoever calls has seen that it may be replaced.
 *
 * @throws the file system's error. Nothing is left behind then.
 */
export async function writeAtomically(
  path: string,
  content: Uint8Array | string,
  { mode = 0o666, isSynced = true }: WriteOptions = {},
): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    const file = await open(temporary, "wx", mode);
    try {
      await file.writeFile(content);
      if (isSynced) await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A new name beside a path, for what will be renamed to it. Names of files have 255 bytes at most, so that it does not contain the other. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `${TEMPORARY_PREFIX}${randomUUID()}`);
}

export function isTemporary(path: string): boolean {
  return basename(path).startsWith(TEMPORARY_PREFIX);
}
