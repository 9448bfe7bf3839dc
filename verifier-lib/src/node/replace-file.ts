import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";

const NEW_FILE_MODE = 0o666;

/**
 * Writes a file atomically: a temporary file beside it, synced and renamed. Keeps the mode of a file that exists.
 *
 * @throws the file system's error.
 */
export async function replaceFile(path: string, bytes: Uint8Array | string): Promise<void> {
  const target = await realpath(path).catch(absent);
  const { mode } = target === null ? { mode: NEW_FILE_MODE } : await stat(target);
  const temporary = `${target ?? path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", mode & 0o777);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target ?? path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
