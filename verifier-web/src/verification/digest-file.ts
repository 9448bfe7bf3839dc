/**
 * The digest of a file of any size. The file is read ahead into two buffers of fixed size, so that the disk works while
 * the processor hashes and memory does not grow with the file.
 */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { createDigest, type DigestAlgorithm } from "./digest.js";
import { reading, UnreadableFileError } from "./unreadable-file-error.js";

export interface DigestFileOptions {
  readonly signal: AbortSignal;
  /** Bytes hashed so far. */
  readonly onProgress: (doneBytes: number) => void;
}

/** Bytes of one read. Twice as many are held. */
const CHUNK_BYTES = 1_048_576;
const CHUNKS_AHEAD = 2;

/**
 * Lower-case hexadecimal.
 *
 * @throws UnreadableFileError; what aborted the signal.
 */
export async function digestFile(
  file: Blob,
  algorithm: DigestAlgorithm,
  { signal, onProgress }: DigestFileOptions,
): Promise<string> {
  signal.throwIfAborted();
  const hash = await createDigest(algorithm);
  let doneBytes = 0;
  for await (const chunk of chunksOf(file)) {
    signal.throwIfAborted();
    hash.update(chunk);
    doneBytes += chunk.length;
    onProgress(doneBytes);
  }
  // A stream that ends early, without an error, must not give the digest of another file.
  if (doneBytes !== file.size) {
    throw new UnreadableFileError(`expected ${file.size} bytes, got ${doneBytes}`);
  }
  return bytesToHex(hash.digest());
}

async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const stream = file.stream();
  const reader = byteReader(stream);
  if (reader === null) {
    yield* wholeChunksOf(stream.getReader());
    return;
  }
  try {
    const reads = Array.from({ length: CHUNKS_AHEAD }, () => reader.read(new Uint8Array(CHUNK_BYTES)));
    for (let next = reads.shift(); next !== undefined; next = reads.shift()) {
      const { done, value } = await reading(next);
      if (done || value === undefined) return;
      yield value;
      // The bytes are hashed: their buffer takes the read after the one that is under way.
      reads.push(reader.read(new Uint8Array(value.buffer, 0, CHUNK_BYTES)));
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** In the browser's own pieces, into buffers of its own. */
async function* wholeChunksOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { done, value } = await reading(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Null where the browser's blobs do not fill buffers of ours. */
function byteReader(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}
