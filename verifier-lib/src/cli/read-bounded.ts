import { createReadStream } from "node:fs";

/**
 * Reads at most `maxBytes` + 1 bytes of a file, which is enough to see that it is too large. `-` is standard input.
 *
 * @throws the file system's error.
 */
export async function readBounded(path: string, maxBytes: number): Promise<Uint8Array> {
  // Not process.stdin, which treats a folder, or a closed descriptor, as an empty file.
  const stream = path === "-" ? createReadStream("", { fd: 0, autoClose: false }) : createReadStream(path);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes + 1);
}
