/**
 * Writes ZIP archives: APPNOTE.TXT 6.3.10. The same parts give the same bytes on every machine, memory holds one piece
 * at a time, and the size is known before the first byte.
 *
 * Content in memory is deflated. A stream passes unchanged, in the blocks that the deflate format has for what is not
 * compressed (RFC 1951 section 3.2.4): its checksum, which is only known at the end, can then follow it where programs
 * that read an archive from its start find it. After a `stored` entry they could not.
 */
import { crc32 } from "node:zlib";
import { JoinedBytes } from "@svc-proof/shared/encoding";
import {
  centralHeader,
  DEFLATED,
  type EntryLayout,
  endRecords,
  HAS_DESCRIPTOR,
  localHeader,
  sizeDescriptor,
} from "@svc-proof/shared/zip";
import { type PackedContent, packContent } from "./pack-content.js";
import { rawBlocks, rawBlocksBytes } from "./raw-blocks.js";

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
