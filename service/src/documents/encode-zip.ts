/** The archive. */

import { crc32 } from "node:zlib";
import { JoinedBytes } from "@svc-proof/shared/encoding";
import {
  centralHeader,
  DEFLATED,
  type EntryLayout,
  endRecords,
  HAS_DESCRIPTOR,
  localHeader,
  STORED,
  sizeDescriptor,
} from "@svc-proof/shared/zip";
import { deflateSync } from "fflate";

/** Content in the form that an archive stores. Plain data, so that it can leave a worker thread. */
export interface PackedContent {
  readonly method: typeof STORED | typeof DEFLATED;
  /** The bytes in the archive. */
  readonly packed: Uint8Array;
  /** CRC-32 of the content; `sizeBytes` is its length. */
  readonly crc: number;
  readonly sizeBytes: number;
}

/**
 * Deflates content, or stores it if that is not larger.
 *
 * @param deflate by default one that gives the same bytes on every machine.
 */
export function packContent(
  content: Uint8Array,
  deflate: (content: Uint8Array) => Uint8Array = deflateSync,
): PackedContent {
  const deflated = deflate(content);
  const isSmaller = deflated.length < content.length;
  return {
    method: isSmaller ? DEFLATED : STORED,
    packed: isSmaller ? deflated : content,
    crc: crc32(content),
    sizeBytes: content.length,
  };
}

// Content that is not compressed, as a deflate stream: RFC 1951 section 3.2.4.

const MAX_BLOCK_BYTES = 0xffff;
const HEADER_BYTES = 5;

/** Size of the deflate stream for this many bytes. */
export function rawBlocksBytes(sizeBytes: number): number {
  return sizeBytes + HEADER_BYTES * Math.max(1, Math.ceil(sizeBytes / MAX_BLOCK_BYTES));
}

/**
 * The deflate stream. Its blocks do not depend on how the content is split into pieces. Pieces are not copied.
 *
 * @throws RangeError when the content has another size.
 */
export async function* rawBlocks(
  content: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  let left = sizeBytes;
  let leftOfBlock = 0;
  if (sizeBytes === 0) yield blockHeader(0, true);
  for await (const piece of content) {
    if (piece.length > left) throw new RangeError(`expected ${sizeBytes} bytes, got more`);
    for (let at = 0; at < piece.length; ) {
      if (leftOfBlock === 0) {
        leftOfBlock = Math.min(left, MAX_BLOCK_BYTES);
        yield blockHeader(leftOfBlock, leftOfBlock === left);
      }
      const part = piece.subarray(at, at + leftOfBlock);
      yield part;
      at += part.length;
      left -= part.length;
      leftOfBlock -= part.length;
    }
  }
  if (left > 0) throw new RangeError(`expected ${sizeBytes} bytes, got ${left} fewer`);
}

function blockHeader(length: number, isLast: boolean): Uint8Array {
  const complement = ~length & 0xffff;
  return Uint8Array.of(isLast ? 1 : 0, length & 0xff, length >>> 8, complement & 0xff, complement >>> 8);
}

/**
 * Writes ZIP archives: APPNOTE.TXT 6.3.10. The same parts give the same bytes on every machine, memory holds one piece
 * at a time, and the size is known before the first byte.
 *
 * Content in memory is deflated. A stream passes unchanged, in the blocks that the deflate format has for what is not
 * compressed (RFC 1951 section 3.2.4): its checksum, which is only known at the end, can then follow it where programs
 * that read an archive from its start find it. After a `stored` entry they could not.
 */
const GATHERED_BYTES = 65_536;

/** Bytes in memory, already deflated or not, or a stream of known size. */
export type ZipContent = Uint8Array | PackedContent | StreamedContent;

export interface StreamedContent {
  readonly sizeBytes: number;
  /** Called once, or not at all. */
  read(): AsyncIterable<Uint8Array>;
}

export interface ZipFile {
  /** A safe name, with `/` between folders. Not checked here. */
  readonly name: string;
  readonly content: ZipContent;
}

export interface EncodedZip {
  readonly sizeBytes: number;
  /**
   * The archive in pieces, each made on demand. It can be read once.
   *
   * @throws RangeError when a stream does not have its stated size; also any error of a stream.
   */
  read(): AsyncGenerator<Uint8Array>;
}

/** @param modifiedAt of every entry: UTC, in steps of two seconds. */
export function encodeZip(files: readonly ZipFile[], modifiedAt: Date): EncodedZip {
  const entries: PlannedEntry[] = [];
  let offset = 0;
  for (const file of files) {
    const entry = planEntry(file, modifiedAt, offset);
    entries.push(entry);
    offset += entryBytes(entry.layout);
  }
  const directoryOffset = offset;
  // A checksum has a fixed width, so that the size of a header is known before its checksum.
  const directoryBytes = entries.reduce((sum, { layout }) => sum + centralHeader(layout).length, 0);
  const end = endRecords({ entryCount: entries.length, directoryOffset, directoryBytes });
  return {
    sizeBytes: directoryOffset + directoryBytes + end.length,
    read: () => written(entries),
  };
}

/**
 * The same archive of files that are made one after the other, each when its turn comes: memory holds one of them. Its size
 * is known at its end only.
 *
 * @throws as `EncodedZip.read`, and any error of `files`.
 */
export async function* streamZip(
  files: AsyncIterable<ZipFile>,
  modifiedAt: Date,
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  const entries = (async function* () {
    for await (const file of files) {
      const entry = planEntry(file, modifiedAt, offset);
      offset += entryBytes(entry.layout);
      yield entry;
    }
  })();
  yield* gathered(written(entries));
}

/** Small pieces together: each costs a write of its own. */
async function* gathered(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held = new JoinedBytes();
  for await (const piece of pieces) {
    if (held.length > 0 && held.length + piece.length > GATHERED_BYTES) {
      yield held.bytes;
      held = new JoinedBytes();
    }
    if (piece.length > GATHERED_BYTES) yield piece;
    else held.push(piece);
  }
  yield held.bytes;
}

async function* written(
  entries: Iterable<PlannedEntry> | AsyncIterable<PlannedEntry>,
): AsyncGenerator<Uint8Array> {
  const directory = new JoinedBytes();
  let entryCount = 0;
  let directoryOffset = 0;
  for await (const { layout, data } of entries) {
    entryCount++;
    directoryOffset = layout.offset + entryBytes(layout);
    yield localHeader(layout);
    if (data instanceof Uint8Array) {
      yield data;
      directory.push(centralHeader(layout));
      continue;
    }
    const crc = yield* streamed(data);
    const summed = { ...layout, crc };
    yield sizeDescriptor(summed);
    directory.push(centralHeader(summed));
  }
  yield directory.bytes;
  yield endRecords({ entryCount, directoryOffset, directoryBytes: directory.length });
}

interface PlannedEntry {
  readonly layout: EntryLayout;
  /** Packed, or to be streamed. */
  readonly data: Uint8Array | StreamedContent;
}

function planEntry(file: ZipFile, modifiedAt: Date, offset: number): PlannedEntry {
  const { content } = file;
  const name = new TextEncoder().encode(file.name);
  if ("read" in content) {
    const { sizeBytes } = content;
    const compressedBytes = rawBlocksBytes(sizeBytes);
    const shape = { method: DEFLATED, flags: HAS_DESCRIPTOR, crc: 0, sizeBytes, compressedBytes } as const;
    return { layout: { name, modifiedAt, offset, ...shape }, data: content };
  }
  const { packed, method, crc, sizeBytes } = "packed" in content ? content : packContent(content);
  const shape = { method, flags: 0, crc, sizeBytes, compressedBytes: packed.length } as const;
  return { layout: { name, modifiedAt, offset, ...shape }, data: packed };
}

function entryBytes(layout: EntryLayout): number {
  const descriptor = layout.flags === HAS_DESCRIPTOR ? sizeDescriptor(layout).length : 0;
  return localHeader(layout).length + layout.compressedBytes + descriptor;
}

/** Returns the checksum. */
async function* streamed(content: StreamedContent): AsyncGenerator<Uint8Array, number> {
  let crc = 0;
  const summed = async function* () {
    for await (const piece of content.read()) {
      crc = crc32(piece, crc);
      yield piece;
    }
  };
  yield* rawBlocks(summed(), content.sizeBytes);
  return crc;
}
