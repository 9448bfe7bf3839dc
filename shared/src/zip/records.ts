/**
 * The records of a ZIP archive: APPNOTE.TXT 6.3.10 section 4.3, with those of Zip64 when a value does not fit. They
 * reveal nothing about the machine that wrote them.
 */
import { concatBytes } from "../encoding/concat-bytes.js";
import { dosDateTime } from "./dos-date-time.js";

/** Compression method of entries that are stored as they are (APPNOTE 4.4.5). */
export const STORED = 0;
/** Compression method of entries in deflate (APPNOTE 4.4.5). */
export const DEFLATED = 8;
/** Flag: checksum and sizes follow the data. */
export const HAS_DESCRIPTOR = 0x0008;
/** Flag: the name is UTF-8. */
const UTF8 = 0x0800;

/** What the records of an entry say. Sizes and offsets in bytes. */
export interface EntryLayout {
  /** UTF-8; a folder ends with `/`. */
  readonly name: Uint8Array;
  /** Written in UTC, to two seconds. */
  readonly modifiedAt: Date;
  readonly method: typeof STORED | typeof DEFLATED;
  readonly flags: 0 | typeof HAS_DESCRIPTOR;
  /** The local header ignores it if a descriptor follows. */
  readonly crc: number;
  readonly sizeBytes: number;
  readonly compressedBytes: number;
  /** Of its local header in the archive. */
  readonly offset: number;
  /** Size of an extra field of the local header that only moves the data: at least 4 bytes. Default: none. */
  readonly paddingBytes?: number;
}

const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;
const ZIP64_FIELD = 0x0001;
/** The alignment field of Android's zipalign, which readers ignore. */
const PADDING_FIELD = 0xd935;

/** Section 4.4.3: deflate and folders, or Zip64. */
const VERSION = 20;
const VERSION_64 = 45;

/**
 * Of every entry, on every machine. Info-ZIP's unzip reads names of entries made by DOS in a code page, whatever the flag
 * says. Without a mode it would make files of Unix that nobody may read.
 */
const MADE_BY_UNIX: number = 3 << 8;
/** Readable for all, writable for the owner: S_IFREG, and S_IFDIR with the attribute that DOS has for it. */
const UNIX_FILE: number = 0o100644 * 2 ** 16;
const UNIX_FOLDER: number = 0o040755 * 2 ** 16 + 0x10;
const SLASH = 0x2f;

/** The record before the data of an entry (APPNOTE 4.3.7), ZIP64 where a size needs it. */
export function localHeader(layout: EntryLayout): Uint8Array {
  const { name, method, flags, crc, sizeBytes, compressedBytes, paddingBytes = 0 } = layout;
  const isLater = flags === HAS_DESCRIPTOR;
  const is64 = hasLargeSize(layout);
  const size = (value: number) => (is64 ? FULL_32 : isLater ? 0 : value);
  return record(
    [u32(0x04034b50), u16(is64 ? VERSION_64 : VERSION), u16(flags | UTF8), u16(method)],
    [
      u32(dosDateTime(layout.modifiedAt)),
      u32(isLater ? 0 : crc),
      u32(size(compressedBytes)),
      u32(size(sizeBytes)),
    ],
    [u16(name.length), u16((is64 ? 20 : 0) + paddingBytes), name],
    // Both sizes, even if only one is needed: section 4.5.3.
    is64 ? [u16(ZIP64_FIELD), u16(16), u64(isLater ? 0 : sizeBytes), u64(isLater ? 0 : compressedBytes)] : [],
    paddingBytes === 0 ? [] : [u16(PADDING_FIELD), u16(paddingBytes - 4), new Uint8Array(paddingBytes - 4)],
  );
}

/** The descriptor after the data if `HAS_DESCRIPTOR` is set: section 4.3.9. */
export function sizeDescriptor(layout: EntryLayout): Uint8Array {
  const size = hasLargeSize(layout) ? u64 : u32;
  return record([u32(0x08074b50), u32(layout.crc), size(layout.compressedBytes), size(layout.sizeBytes)]);
}

/** The record of an entry in the central directory (APPNOTE 4.3.12), ZIP64 where a value needs it. */
export function centralHeader(layout: EntryLayout): Uint8Array {
  const { name, method, flags, crc, sizeBytes, compressedBytes, offset } = layout;
  const values = [sizeBytes, compressedBytes, offset];
  const large = values.filter(isLarge);
  const version = large.length > 0 ? VERSION_64 : VERSION;
  const attributes = name.at(-1) === SLASH ? UNIX_FOLDER : UNIX_FILE;
  return record(
    [u32(0x02014b50), u16(MADE_BY_UNIX | version), u16(version), u16(flags | UTF8), u16(method)],
    [u32(dosDateTime(layout.modifiedAt)), u32(crc), u32(fitting(compressedBytes)), u32(fitting(sizeBytes))],
    [u16(name.length), u16(large.length === 0 ? 0 : 4 + 8 * large.length)],
    // Comment, disk, internal and external attributes.
    [u16(0), u16(0), u16(0), u32(attributes), u32(fitting(offset)), name],
    large.length === 0 ? [] : [u16(ZIP64_FIELD), u16(8 * large.length), ...large.map(u64)],
  );
}

/** Where the central directory of an archive is. Sizes and offsets in bytes. */
export interface DirectoryLayout {
  readonly entryCount: number;
  readonly directoryOffset: number;
  readonly directoryBytes: number;
}

/** The records after the central directory (APPNOTE 4.3.14 to 4.3.16), ZIP64 where a value needs it. */
export function endRecords({ entryCount, directoryOffset, directoryBytes }: DirectoryLayout): Uint8Array {
  const is64 = entryCount >= FULL_16 || isLarge(directoryOffset) || isLarge(directoryBytes);
  const count = u16(Math.min(entryCount, FULL_16));
  const end64 = [
    [u32(0x06064b50), u64(44), u16(VERSION_64), u16(VERSION_64), u32(0), u32(0)],
    [u64(entryCount), u64(entryCount), u64(directoryBytes), u64(directoryOffset)],
    [u32(0x07064b50), u32(0), u64(directoryOffset + directoryBytes), u32(1)],
  ];
  return record(
    ...(is64 ? end64 : []),
    [u32(0x06054b50), u16(0), u16(0), count, count],
    [u32(fitting(directoryBytes)), u32(fitting(directoryOffset)), u16(0)],
  );
}

/** Both sizes use the same form: a reader infers the descriptor's form from the entry's. */
function hasLargeSize({ sizeBytes, compressedBytes }: EntryLayout): boolean {
  return isLarge(sizeBytes) || isLarge(compressedBytes);
}

function isLarge(value: number): boolean {
  return value >= FULL_32;
}

function fitting(value: number): number {
  return Math.min(value, FULL_32);
}

function record(...groups: readonly (readonly Uint8Array[])[]): Uint8Array {
  return concatBytes(groups.flat());
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >>> 8);
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}

function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}
