/** The content of a file that was hashed, and of no other that has its name by now. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { ChangedWhileReadError, type FileIdentity, identityOf, isUnchanged } from "./hash-unchanged.js";

const PART_BYTES = 256 * 1024;

/**
 * A stream over a file. What is checked is the open file: under its name there may be a link to another one by the time it is sent.
 *
 * It fails with ChangedWhileReadError before its first byte if the file is not as it was when it was hashed, and at its end if it
 * was written to meanwhile.
 */
export function readUnchanged(path: string, identity: FileIdentity): ReadableStream<Uint8Array> {
  let file: FileHandle | null = null;
  const close = async (): Promise<void> => {
    const closing = file;
    file = null;
    await closing?.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          file ??= await openUnchanged(path, identity);
          const part = new Uint8Array(PART_BYTES);
          const { bytesRead } = await file.read(part, 0, PART_BYTES, null);
          if (bytesRead > 0) return controller.enqueue(part.subarray(0, bytesRead));
          await expectUnchanged(file, identity);
          await close();
          controller.close();
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

async function openUnchanged(path: string, identity: FileIdentity): Promise<FileHandle> {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NONBLOCK);
  try {
    await expectUnchanged(file, identity);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function expectUnchanged(file: FileHandle, identity: FileIdentity): Promise<void> {
  if (isUnchanged(identity, identityOf(await file.stat({ bigint: true })))) return;
  throw new ChangedWhileReadError("it was changed after it was read");
}
