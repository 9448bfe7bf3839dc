/**
 * SHA-256 of content of any size, streamed: memory does not grow with the size.
 */
import { sha256 } from "@noble/hashes/sha2.js";

/** What can be hashed: bytes at hand, a file of the browser, or a stream. */
export type ContentSource = Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A streaming SHA-256. The platform's own may be passed where it is faster than the portable one. */
export interface StreamingSha256 {
  update(chunk: Uint8Array): unknown;
  /** 32 bytes. */
  digest(): Uint8Array;
}

export interface HashContentOptions {
  /** Called after each chunk with the number of bytes hashed so far. */
  readonly onProgress?: (hashedBytes: number) => void;
  readonly signal?: AbortSignal;
  /** Default: the portable implementation of `@noble/hashes`. */
  readonly createHash?: () => StreamingSha256;
}

/**
 * SHA-256 of a content: 32 bytes.
 *
 * @throws what reading the content throws; what aborted `options.signal`; TypeError when a chunk is not bytes.
 *
 * @example
 * const hash = await hashContent(file); // a File of an <input type="file">
 */
export async function hashContent(
  source: ContentSource,
  options: HashContentOptions = {},
): Promise<Uint8Array> {
  const { onProgress, signal, createHash = portableSha256 } = options;
  const hash = createHash();
  let hashedBytes = 0;
  const take = (chunk: unknown) => {
    signal?.throwIfAborted();
    if (!(chunk instanceof Uint8Array)) throw new TypeError(`"source" expected chunks of Uint8Array`);
    hash.update(chunk);
    hashedBytes += chunk.length;
    onProgress?.(hashedBytes);
  };

  signal?.throwIfAborted();
  if (source instanceof Uint8Array) take(source);
  else if (isAsyncIterable(source)) for await (const chunk of source) take(chunk);
  else await readAll(source instanceof Blob ? source.stream() : source, take);
  return hash.digest();
}

/** Streams are read by their reader: not every browser has made them async iterable yet. */
async function readAll(stream: ReadableStream<Uint8Array>, take: (chunk: unknown) => void): Promise<void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      take(value);
    }
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    throw error;
  } finally {
    reader.releaseLock();
  }
}

function isAsyncIterable(source: object): source is AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in source;
}

function portableSha256(): StreamingSha256 {
  return sha256.create();
}
