/** The bytes of originals and packages, however large: hashed as a stream, read at any place. */

import { sha256 } from "@noble/hashes/sha2.js";
import { sha256 as shortSha256 } from "@svc-proof/shared/hash";
import { unlessAborted } from "../work/work.js";

// SHA-256 of content of any size, streamed: memory does not grow with the size.

/** A medium that failed to provide the bytes it announced, or was written to while it was read. */
export class UnreadableInputError extends Error {
  override readonly name = "UnreadableInputError";
}

export function isBlob(value: unknown): value is Blob {
  return typeof Blob !== "undefined" && value instanceof Blob;
}

/** What can be hashed: bytes, a `Blob`, or a stream. */
export type ContentSource = Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A streaming SHA-256. The platform's own may be passed where it is faster than the portable one. */
export interface StreamingSha256 {
  /** Adds bytes. The chunk may be used again afterwards. */
  update(chunk: Uint8Array): unknown;
  /** 32 bytes. */
  digest(): Uint8Array;
}

/** Options of `hashContent`. */
export interface HashContentOptions {
  /** Called after each chunk with the number of bytes hashed so far. */
  readonly onProgress?: (hashedBytes: number) => void;
  readonly signal?: AbortSignal;
  /** Called for each reading of the content. Default: the portable implementation of `@noble/hashes`. */
  readonly createHash?: () => StreamingSha256;
}

/**
 * SHA-256 of a content: 32 bytes. A `Blob` is read twice: of a file that is written to meanwhile, most browsers read on, and
 * would give the hash of bytes that never existed.
 *
 * @throws UnreadableInputError if a `Blob` changed; what reading the content throws; what aborted `options.signal`; TypeError
 * when a chunk is not bytes.
 *
 * @example
 * const hash = await hashContent(file); // a File of an <input type="file">
 */
export async function hashContent(
  source: ContentSource,
  options: HashContentOptions = {},
): Promise<Uint8Array> {
  const hash = await hashOnce(source, options);
  if (isBlob(source)) await expectHash(source, hash, options);
  return hash;
}

/** @throws UnreadableInputError if a content, read once more, does not have this hash; otherwise as `hashContent`. */
export async function expectHash(
  source: Blob,
  expected: Uint8Array,
  { onProgress: _, ...options }: HashContentOptions,
): Promise<void> {
  const again = await hashOnce(source, options);
  if (!again.every((byte, at) => byte === expected[at])) throw changed();
}

/** For a caller that knows the hash that a content must have: one that has it existed. */
export async function hashOnce(source: ContentSource, options: HashContentOptions = {}): Promise<Uint8Array> {
  const { onProgress, signal, createHash } = options;
  signal?.throwIfAborted();
  if (source instanceof Uint8Array && createHash === undefined) {
    onProgress?.(source.length);
    return shortSha256(source);
  }
  const hash = createHash === undefined ? sha256.create() : createHash();
  let hashedBytes = 0;
  for await (const chunk of chunksOf(source, signal)) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError(`"source" expected chunks of Uint8Array`);
    hash.update(chunk);
    hashedBytes += chunk.length;
    onProgress?.(hashedBytes);
  }
  if (isBlob(source) && hashedBytes !== source.size) throw changed();
  return hash.digest();
}

function changed(): UnreadableInputError {
  return new UnreadableInputError("the content changed while it was read");
}

/** Whether a value is one that `hashContent` takes. */
export function isContentSource(value: unknown): value is ContentSource {
  if (value instanceof Uint8Array || isBlob(value)) return true;
  return (
    typeof value === "object" && value !== null && ("getReader" in value || Symbol.asyncIterator in value)
  );
}

/** The chunks of a source; waiting for one ends with the signal, however long the source itself would take. */
async function* chunksOf(source: ContentSource, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) {
    yield source;
    return;
  }
  const { next, cancel } = readerOf(source);
  let isOver = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await unlessAborted(next(), signal);
      if (done) break;
      yield value as Uint8Array;
    }
    isOver = true;
  } finally {
    // Not awaited: a source that does not answer may not end either.
    if (!isOver) cancel().catch(() => undefined);
  }
}

interface ChunkReader {
  next(): Promise<{ done?: boolean | undefined; value?: unknown }>;
  cancel(): Promise<unknown>;
}

/**
 * Streams are read by their reader: not every browser has made them async iterable yet, and an iterator cannot be
 * ended while it waits.
 */
function readerOf(source: Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): ChunkReader {
  if (source instanceof Blob || "getReader" in source) {
    const reader = (source instanceof Blob ? source.stream() : source).getReader();
    return { next: () => reader.read(), cancel: () => reader.cancel() };
  }
  const iterator = source[Symbol.asyncIterator]();
  return { next: () => iterator.next(), cancel: async () => iterator.return?.() };
}

/** Hashes of content. A portable proof uses SHA-256; an RFC 3161 timestamp may use any of them. */
export type ContentHashAlgorithm = "SHA-256" | "SHA-384" | "SHA-512";

/** Lower-case hexadecimal of a digest of one of them, which its length tells apart. */
export const CONTENT_HASH: RegExp = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/;

// Random access to the bytes of a package, whose original may be larger than memory.

/**
 * A file of any size. `svc-verify` and `@svc-proof/verifier-lib/node` create one from a path. Callers may
 * implement others.
 */
export interface RandomAccess {
  /** Size of the whole. */
  readonly sizeBytes: number;
  /**
   * Exactly `length` bytes from `offset`. Both are inside the file. The bytes are kept: a later call must not change them.
   *
   * @throws any error of the medium.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function isRandomAccess(value: unknown): value is RandomAccess {
  if (typeof value !== "object" || value === null) return false;
  const { sizeBytes, read } = value as Partial<RandomAccess>;
  return typeof read === "function" && Number.isSafeInteger(sizeBytes) && sizeBytes! >= 0;
}

/**
 * Random access to bytes, to a `Blob`, or to a caller's implementation, whose results are checked.
 *
 * @param signal ends waiting for a medium that does not respond: `read` then throws the abort reason.
 */
export function randomAccess(
  input: Uint8Array | Blob | RandomAccess,
  signal?: AbortSignal | undefined,
): RandomAccess {
  if (input instanceof Uint8Array) {
    return {
      sizeBytes: input.length,
      read: async (offset, length) => input.subarray(offset, offset + length),
    };
  }
  if (isBlob(input)) {
    const file: RandomAccess = {
      sizeBytes: input.size,
      read: async (offset, length) =>
        new Uint8Array(await input.slice(offset, offset + length).arrayBuffer()),
    };
    return checked(file, signal);
  }
  return checked(input, signal);
}

/** A file that is truncated or removed while being read must not look like a different file. */
function checked(file: RandomAccess, signal: AbortSignal | undefined): RandomAccess {
  return {
    sizeBytes: file.sizeBytes,
    async read(offset, length) {
      let bytes: unknown;
      try {
        // A caller's implementation may return a plain value instead of a promise.
        bytes = await unlessAborted(Promise.resolve(file.read(offset, length)), signal);
      } catch (cause) {
        signal?.throwIfAborted();
        throw new UnreadableInputError(cause instanceof Error ? cause.message : String(cause), { cause });
      }
      if (!(bytes instanceof Uint8Array) || bytes.length !== length) {
        throw new UnreadableInputError(`expected ${length} bytes at ${offset}`);
      }
      return bytes;
    },
  };
}
