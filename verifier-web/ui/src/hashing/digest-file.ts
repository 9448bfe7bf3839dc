/** A file hashed in parts, and how fast. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { createSha256, type StreamingSha256 } from "@svc-proof/shared/hash";
import { expectReadable, reading, refusesChangedFiles, UnreadableFileError } from "./unchanged-file.js";

// Streaming digests: SHA-256 by this project's own WebAssembly, otherwise by noble, which is half as fast.
//
// Proofs use SHA-256. A bare RFC 3161 timestamp may use the others, by noble: their WebAssembly would be 4 kB of every visit.

/** The digests that an original can be compared by: SHA-256 for proofs, any of them for a bare RFC 3161 timestamp. */
export const DIGEST_ALGORITHMS = ["SHA-256", "SHA-384", "SHA-512"] as const;
export type DigestAlgorithm = (typeof DIGEST_ALGORITHMS)[number];

/** Creates a hash. The module of the rarer ones is loaded with the first. */
export async function createDigest(algorithm: DigestAlgorithm): Promise<StreamingSha256> {
  if (algorithm === "SHA-256") return createSha256();
  const { sha384, sha512 } = await import("@noble/hashes/sha2.js");
  return (algorithm === "SHA-384" ? sha384 : sha512).create();
}

// Computes the digest of a file of any size. Reads ahead into two buffers of fixed size, so that reading and hashing
// overlap and memory does not grow with the file.

export interface DigestFileOptions {
  readonly signal: AbortSignal;
  /** Bytes done so far, of those of the file: where it is read twice, half of what was read. */
  readonly onProgress: (doneBytes: number) => void;
}

/** Bytes of one read. Twice as many are held. */
const CHUNK_BYTES = 1_048_576;
const CHUNKS_AHEAD = 2;

/**
 * A slower read counts as lost. In Chromium 156, on a machine under ten times its load, the stream of a 4 GiB file stopped
 * after 3 GiB without an error. A disk that has to spin up takes some seconds.
 */
const STALL_MS = 10_000;
/** After a minute without data, the file counts as unreadable. */
const MAX_STALLS_IN_TURN = 6;

class StalledError extends Error {
  override readonly name = "StalledError";
}

/**
 * Lower-case hexadecimal, of bytes that the file had all at one time: a file that is written to meanwhile has no digest.
 *
 * @throws UnreadableFileError; what aborted the signal.
 */
export async function digestFile(
  file: Blob,
  algorithm: DigestAlgorithm,
  { signal, onProgress }: DigestFileOptions,
): Promise<string> {
  signal.throwIfAborted();
  if (refusesChangedFiles()) {
    const digest = await digestOnce(file, algorithm, { signal, onProgress });
    await expectReadable(file);
    return digest;
  }
  // Between two readings that find the same, the file had these bytes.
  const { size } = file;
  const half = (doneBytes: number) => onProgress(Math.floor(doneBytes / 2));
  const first = await digestOnce(file, algorithm, { signal, onProgress: half });
  const second = await digestOnce(file, algorithm, {
    signal,
    onProgress: (doneBytes) => half(size + doneBytes),
  });
  if (second !== first) throw new UnreadableFileError("the file changed while it was read");
  return first;
}

async function digestOnce(
  file: Blob,
  algorithm: DigestAlgorithm,
  { signal, onProgress }: DigestFileOptions,
): Promise<string> {
  const hash = await createDigest(algorithm);
  let doneBytes = 0;
  for await (const chunk of chunksOf(file)) {
    signal.throwIfAborted();
    hash.update(chunk);
    doneBytes += chunk.length;
    // A file that someone appends to would never end.
    if (doneBytes > file.size) break;
    onProgress(doneBytes);
  }
  // A stream that ends early without an error must not yield the digest of a shorter file.
  if (doneBytes !== file.size) {
    throw new UnreadableFileError(`expected ${file.size} bytes, got ${doneBytes}`);
  }
  return bytesToHex(hash.digest());
}

/** Yields all bytes of a file in order. A read that stalls is repeated from where it stopped. */
async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  let offsetBytes = 0;
  let stallsInTurn = 0;
  for (;;) {
    try {
      for await (const chunk of chunksFrom(offsetBytes === 0 ? file : file.slice(offsetBytes))) {
        stallsInTurn = 0;
        offsetBytes += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      if (!(error instanceof StalledError)) throw error;
      if (++stallsInTurn === MAX_STALLS_IN_TURN) throw new UnreadableFileError(error.message);
    }
  }
}

async function* chunksFrom(part: Blob): AsyncGenerator<Uint8Array> {
  const stream = part.stream();
  const reader = byteReader(stream);
  if (reader === null) {
    yield* wholeChunksOf(stream.getReader());
    return;
  }
  try {
    const reads = Array.from({ length: CHUNKS_AHEAD }, () => reader.read(new Uint8Array(CHUNK_BYTES)));
    for (let next = reads.shift(); next !== undefined; next = reads.shift()) {
      const { done, value } = await inTime(reading(next));
      if (done || value === undefined) return;
      yield value;
      // These bytes are hashed, so the next read but one can use their buffer.
      reads.push(reader.read(new Uint8Array(value.buffer, 0, CHUNK_BYTES)));
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Reads chunks of the browser's size, into buffers that the browser allocates. */
async function* wholeChunksOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { done, value } = await inTime(reading(reader.read()));
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Null if the browser cannot read blobs into a given buffer. */
function byteReader(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}

/** @throws StalledError when the read is lost. */
function inTime<Value>(read: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StalledError(`no bytes within ${STALL_MS} ms`)), STALL_MS);
    read.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// How fast a file is hashed, and how long it still takes.

/** Window of the average: long enough to be steady, short enough to follow a disk that slows down. */
const WINDOW_MS = 3000;
/** A rate over less time would be a guess. */
const FIRST_RATE_MS = 500;

interface Sample {
  readonly atMs: number;
  readonly doneBytes: number;
}

export interface Progress {
  readonly doneBytes: number;
  /** Null if unknown, as for an original that is compressed in a package. */
  readonly totalBytes: number | null;
  /** Average over the last seconds; null at the start. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** Computes rate and time left from byte counts. */
export class Rate {
  readonly #totalBytes: number | null;
  #samples: readonly Sample[];

  /** @param totalBytes null if unknown. */
  constructor(totalBytes: number | null, nowMs: number) {
    this.#totalBytes = totalBytes;
    this.#samples = [{ atMs: nowMs, doneBytes: 0 }];
  }

  progress(doneBytes: number, nowMs: number): Progress {
    const samples = [...this.#samples, { atMs: nowMs, doneBytes }];
    const first = samples.findLastIndex(({ atMs }) => nowMs - atMs >= WINDOW_MS);
    this.#samples = samples.slice(Math.max(first, 0));
    const [from] = this.#samples;
    const elapsedMs = nowMs - from!.atMs;
    const bytesPerSecond =
      elapsedMs < FIRST_RATE_MS ? null : ((doneBytes - from!.doneBytes) * 1000) / elapsedMs;
    const leftBytes = this.#totalBytes === null ? null : this.#totalBytes - doneBytes;
    return {
      doneBytes,
      totalBytes: this.#totalBytes,
      bytesPerSecond,
      secondsLeft:
        leftBytes === null || bytesPerSecond === null || bytesPerSecond <= 0
          ? null
          : leftBytes / bytesPerSecond,
    };
  }
}
