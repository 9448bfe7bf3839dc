/**
 * ZIP archives in which each record can state anything: two programs may read one as two different
 * archives.
 */
import { crc32, deflateRawSync } from "node:zlib";

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

/** @param offset of the archive's first byte, if it is inside another file. */
export function handMadeZip(entries: readonly HandMadeEntry[], comment: Buffer, offset = 0): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = offset;
  for (const entry of entries) {
    const { method = 0, flags = 0, localExtra = Buffer.alloc(0), centralExtra = Buffer.alloc(0) } = entry;
    const name = Buffer.from(entry.name as string);
    const content = Buffer.from((entry.content ?? "") as string);
    const data = entry.data ?? content;
    const sizes = u32(crc32(content), data.length, content.length);
    const isBehind = (flags & HAS_DESCRIPTOR) !== 0;
    const common = Buffer.concat([u16(20, flags, method, 0, 0x5c21)]);
    const local = Buffer.concat([
      u32(0x04034b50),
      common,
      isBehind ? u32(0, 0, 0) : sizes,
      u16(name.length, localExtra.length),
      name,
      localExtra,
      data,
      isBehind ? Buffer.concat([u32(0x08074b50), sizes]) : Buffer.alloc(0),
    ]);
    centrals.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(20),
        common,
        sizes,
        u16(name.length, centralExtra.length, 0, 0, 0),
        u32(0, at),
        name,
        centralExtra,
      ]),
    );
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0, 0, entries.length, entries.length),
    u32(directory.length, at),
    u16(comment.length),
    comment,
  ]);
  return Buffer.concat([...locals, directory, end]);
}

/** What a program that reads from the start sees: entry records without a directory. */
export function recordsOf(entries: readonly HandMadeEntry[]): Buffer {
  const zip = handMadeZip(entries, Buffer.alloc(0));
  return zip.subarray(0, zip.readUInt32LE(zip.length - 6));
}

/** Info-ZIP's Unicode Path field: APPNOTE.TXT section 4.6.9. */
export function unicodePath(rawName: string | Buffer, name: string): Buffer {
  const path = Buffer.from(name);
  return Buffer.concat([
    u16(0x7075, 5 + path.length),
    Buffer.of(1),
    u32(crc32(Buffer.from(rawName as string))),
    path,
  ]);
}

export function deflated(content: Buffer | string): Buffer {
  return deflateRawSync(Buffer.from(content as string));
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
}
