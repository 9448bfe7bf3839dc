/** A file of the file system, for packages that are larger than memory. */
import { open } from "node:fs/promises";
import { type RandomAccess, UnreadableInputError } from "../package/random-access.js";
import { fileAt } from "./file-path.js";
import { isUnwritten } from "./is-unwritten.js";

export interface OpenedFile extends RandomAccess {
  /** Closes the file. Reads that still run may fail. */
  close(): Promise<void>;
}

/**
 * Opens a file for `verify`, which reads of it what it needs. Its size is the one that it has now. A read of a file that was
 * written to since then throws UnreadableInputError.
 *
 * @throws the file system's error.
 *
 * @example
 * const file = await openFile("evidence.zip");
 * const report = await verify(file).finally(() => file.close());
 */
export async function openFile(path: string): Promise<OpenedFile> {
  const file = await open(fileAt(path));
  try {
    const before = await file.stat({ bigint: true });
    return {
      sizeBytes: Number(before.size),
      async read(offset, length) {
        const bytes = new Uint8Array(length);
        let end = 0;
        while (end < length) {
          const { bytesRead } = await file.read(bytes, end, length - end, offset + end);
          if (bytesRead === 0) throw new RangeError(`the file ends at ${offset + end}`);
          end += bytesRead;
        }
        if (!isUnwritten(before, await file.stat({ bigint: true }))) {
          throw new UnreadableInputError("the file changed while it was read");
        }
        return bytes;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
