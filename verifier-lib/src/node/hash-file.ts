/**
 * SHA-256 of a file in Node: the platform's hash, fed while the next part of the file is already being read.
 */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

export interface HashFileOptions {
  /** Called after each part with the number of bytes hashed so far. */
  readonly onProgress?: (hashedBytes: number) => void;
  readonly signal?: AbortSignal;
}

/** 1 MiB, two of them: larger parts gain nothing, measured. */
const PART_BYTES = 1024 * 1024;

/**
 * SHA-256 of a file of any size: 64 lower-case hexadecimal characters. Memory stays at two parts of 1 MiB.
 *
 * @throws the file system's error; what aborted `options.signal`.
 */
export async function hashFile(path: string, options: HashFileOptions = {}): Promise<string> {
  const { onProgress, signal } = options;
  const file = await open(path, "r");
  try {
    const hash = createHash("sha256");
    let hashedBytes = 0;
    let [current, next] = [Buffer.allocUnsafeSlow(PART_BYTES), Buffer.allocUnsafeSlow(PART_BYTES)];
    let reading = file.read(current, 0, PART_BYTES);
    for (;;) {
      const { bytesRead } = await reading;
      signal?.throwIfAborted();
      if (bytesRead === 0) return hash.digest("hex");
      // The disk fills the other part while this one is hashed.
      reading = file.read(next, 0, PART_BYTES);
      hash.update(bytesRead === PART_BYTES ? current : current.subarray(0, bytesRead));
      hashedBytes += bytesRead;
      onProgress?.(hashedBytes);
      [current, next] = [next, current];
    }
  } finally {
    await file.close();
  }
}
