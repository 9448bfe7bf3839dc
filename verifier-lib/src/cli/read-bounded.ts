import { createReadStream } from "node:fs";

/**
 * Bytes of a file, at most one more than `maxBytes`: enough to see that it is too large, however large it is. `-` is
 * standard input.
 *
 * @throws the file system's error.
 */
export async function readBounded(path: string, maxBytes: number): Promise<Uint8Array> {
  // The descriptor itself and not process.stdin, which takes a folder or nothing at all for an empty file.
  const stream =
    path === "-"
      ? createReadStream("", { fd: 0, autoClose: false })
      : createReadStream(path, { end: maxBytes });
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes + 1);
}
