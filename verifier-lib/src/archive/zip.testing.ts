/** ZIP archives in which every record can state anything: two programs may read one as two different archives. */

import { deflateRawSync } from "node:zlib";
import { crc32 } from "@svc-proof/shared/zip";

export interface RawHeader {
  readonly signature?: number;
  /** Only in the directory. */
  readonly madeBy?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly time?: number;
  readonly crc?: number;
  readonly compressedBytes?: number;
  readonly sizeBytes?: number;
  readonly name?: string | Uint8Array;
  /** Default: that of the name. */
  readonly nameBytes?: number;
  readonly extra?: Uint8Array;
  /** Only in the directory, as all that follows. */
  readonly comment?: string;
  readonly disk?: number;
  readonly attributes?: number;
  readonly offset?: number;
}

const EMPTY = new Uint8Array(0);

export function rawCentralHeader(header: RawHeader): Buffer {
  const { signature = 0x02014b50, madeBy = 20, comment = "", disk = 0, attributes = 0, offset = 0 } = header;
  const { name = "a", extra = EMPTY, nameBytes = Buffer.from(name as string).length } = header;
  return Buffer.concat([
    u32(signature),
    u16(madeBy),
    common(header),
    u16(nameBytes, extra.length, Buffer.from(comment).length, disk, 0),
    u32(attributes, offset),
    Buffer.from(name as string),
    extra,
    Buffer.from(comment),
  ]);
}

export function rawLocalHeader(header: RawHeader): Buffer {
  const { signature = 0x04034b50, name = "a", extra = EMPTY } = header;
  const { nameBytes = Buffer.from(name as string).length } = header;
  return Buffer.concat([
    u32(signature),
    common(header),
    u16(nameBytes, extra.length),
    Buffer.from(name as string),
    extra,
  ]);
}

function common(header: RawHeader): Buffer {
  const { flags = 0, method = 0, time = 0, crc = 0, compressedBytes = 0, sizeBytes = 0 } = header;
  return Buffer.concat([u16(20, flags, method), u32(time, crc, compressedBytes, sizeBytes)]);
}

export interface RawEnd {
  readonly disk?: number;
  readonly directoryDisk?: number;
  readonly entriesOnDisk?: number;
  readonly entryCount?: number;
  readonly sizeBytes?: number;
  readonly offset?: number;
  readonly comment?: Uint8Array;
}

export function rawEnd(end: RawEnd): Buffer {
  const { disk = 0, directoryDisk = 0, entryCount = 0, entriesOnDisk = entryCount } = end;
  const { sizeBytes = 0, offset = 0, comment = EMPTY } = end;
  return Buffer.concat([
    u32(0x06054b50),
    u16(disk, directoryDisk, entriesOnDisk, entryCount),
    u32(sizeBytes, offset),
    u16(comment.length),
    comment,
  ]);
}

/** The record of Zip64 for the end. */
export function rawEnd64(end: RawEnd, { signature = 0x06064b50, recordBytes = 44 } = {}): Buffer {
  const { disk = 0, directoryDisk = 0, entryCount = 0, entriesOnDisk = entryCount } = end;
  return Buffer.concat([
    u32(signature),
    u64(recordBytes),
    u16(45, 45),
    u32(disk, directoryDisk),
    u64(entriesOnDisk, entryCount, end.sizeBytes ?? 0, end.offset ?? 0),
  ]);
}

export function rawLocator(offset: number, { disk = 0, disks = 1 } = {}): Buffer {
  return Buffer.concat([u32(0x07064b50, disk), u64(offset), u32(disks)]);
}

export interface RawEntry extends RawHeader {
  readonly content?: string | Uint8Array;
  /** What stands in the archive. Default: the content. */
  readonly data?: Uint8Array;
}

interface RawArchive {
  /** Of the entries in the directory, by their index. */
  readonly order?: readonly number[];
  readonly before?: string;
  readonly comment?: string;
}

/** An entry of this size that takes little room. That it cannot be decompressed is noticed only when it is read. */
export function unreadableEntry(name: string, sizeBytes: number): RawEntry {
  return { name, sizeBytes, method: 8, data: new Uint8Array(Math.ceil(sizeBytes / 200)).fill(7) };
}

/** An archive. Entries state size and checksum of their content, unless they say another one. */
export function zipOf(entries: readonly RawEntry[], options: RawArchive = {}): Buffer<ArrayBuffer> {
  const { order = entries.map((_, i) => i), before = "", comment = "" } = options;
  const pieces: Uint8Array[] = [Buffer.from(before)];
  let at = before.length;
  const headers = entries.map(({ content = "", data, ...header }) => {
    const bytes = Buffer.from(content as string);
    const stored = data ?? bytes;
    const full = {
      crc: crc32(bytes),
      sizeBytes: bytes.length,
      compressedBytes: stored.length,
      offset: at,
      ...header,
    };
    const local = rawLocalHeader(full);
    pieces.push(local, stored);
    at += local.length + stored.length;
    return full;
  });
  const directory = Buffer.concat(order.map((i) => rawCentralHeader(headers[i]!)));
  const end = { entryCount: order.length, sizeBytes: directory.length, offset: at };
  return Buffer.concat([...pieces, directory, rawEnd({ ...end, comment: Buffer.from(comment) })]);
}

export interface HandMadeEntry {
  readonly name: string | Buffer;
  readonly content?: Buffer | string;
  /** As stored in the archive. Default: the content itself. */
  readonly data?: Buffer;
  /** 0 or 8; default 0. */
  readonly method?: number;
  /** Default: none. Bit 3 leaves size and checksum to the record after the data. */
  readonly flags?: number;
  readonly localExtra?: Buffer;
  readonly centralExtra?: Buffer;
}

const HAS_DESCRIPTOR = 8;

/** An archive whose two lists may differ. @param offset of its first byte, if it is inside another file. */
export function handMadeZip(entries: readonly HandMadeEntry[], comment: Buffer, offset = 0): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = offset;
  for (const { name, method = 0, flags = 0, localExtra = EMPTY, centralExtra = EMPTY, ...entry } of entries) {
    const content = Buffer.from((entry.content ?? "") as string);
    const data = entry.data ?? content;
    const sizes = { crc: crc32(content), compressedBytes: data.length, sizeBytes: content.length };
    const isBehind = (flags & HAS_DESCRIPTOR) !== 0;
    const common = { name, method, flags, time: 0x5c210000 };
    const descriptor = isBehind ? u32(0x08074b50, sizes.crc, data.length, content.length) : EMPTY;
    const header = rawLocalHeader({ ...common, ...(isBehind ? {} : sizes), extra: localExtra });
    locals.push(Buffer.concat([header, data, descriptor]));
    centrals.push(rawCentralHeader({ ...common, ...sizes, extra: centralExtra, offset: at }));
    at += locals.at(-1)!.length;
  }
  const directory = Buffer.concat(centrals);
  const end = { entryCount: entries.length, sizeBytes: directory.length, offset: at, comment };
  return Buffer.concat([...locals, directory, rawEnd(end)]);
}

/** What a program that reads from the start sees: entry records without a directory. */
export function recordsOf(entries: readonly HandMadeEntry[]): Buffer {
  const zip = handMadeZip(entries, Buffer.alloc(0));
  return zip.subarray(0, zip.readUInt32LE(zip.length - 6));
}

export function deflated(content: Buffer | string): Buffer {
  return deflateRawSync(Buffer.from(content as string));
}

/** The field that gives an entry another name, for programs that know it: APPNOTE.TXT section 4.6.9. */
export function unicodePath(raw: string | Buffer, name: string): Buffer {
  const checksum = u32(crc32(Buffer.from(raw as string)));
  return rawField(0x7075, Buffer.concat([Buffer.of(1), checksum, Buffer.from(name)]));
}

/** An extra field. */
export function rawField(id: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([u16(id, bytes.length), bytes]);
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return bytes;
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
}

export function u64(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [i, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 * i);
  return bytes;
}
