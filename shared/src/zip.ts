/**
 * The records of a ZIP archive (APPNOTE 6.3.10): writes them, and names what a reader needs of them.
 *
 * @module
 */

import { concatBytes } from "./bytes.js";

// CRC-32 of ZIP: APPNOTE.TXT section 4.4.7, the polynomial of ISO 3309.

/** Table k handles a byte followed by k more. Four bytes at once are twice as fast as one by one, measured. */
const TABLES: readonly Uint32Array[] = /* @__PURE__ */ makeTables();

/**
 * Updates a checksum with more bytes.
 *
 * @param crc checksum of the preceding bytes; 0 at the start.
 */
export function crc32(bytes: Uint8Array, crc = 0): number {
  const [t0, t1, t2, t3] = TABLES as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  let state = ~crc;
  let at = 0;
  for (const end = bytes.length - 3; at < end; at += 4) {
    state ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    state = t3[state & 0xff]! ^ t2[(state >>> 8) & 0xff]! ^ t1[(state >>> 16) & 0xff]! ^ t0[state >>> 24]!;
  }
  for (; at < bytes.length; at++) state = t0[(state ^ bytes[at]!) & 0xff]! ^ (state >>> 8);
  return ~state >>> 0;
}

function makeTables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });
  const tables = [first];
  for (let k = 1; k < 4; k++)
    tables.push(tables[k - 1]!.map((value) => first[value & 0xff]! ^ (value >>> 8)));
  return tables;
}

/** Two seconds are the finest step of it, 1980 is its first year and 2107 its last. */
const MIN_MS = Date.UTC(1980, 0, 1);
const MAX_MS = Date.UTC(2107, 11, 31, 23, 59, 58);

/** Time and date as DOS has them, 32 bits, in UTC: the format knows no time zone. APPNOTE.TXT section 4.4.6. */
export function dosDateTime(date: Date): number {
  const moment = new Date(Math.min(Math.max(date.getTime(), MIN_MS), MAX_MS));
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >>> 1);
  const day =
    ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  return ((day << 16) | time) >>> 0;
}

// Names of files inside archives. Every common system can unpack them.

/** Length of a path segment in UTF-8. Most file systems allow 255; a program that unpacks may add to it. */
const MAX_BYTES = 200;
/** Characters that Windows does not allow in names, controls, and marks that change the order in which a name is shown. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;
/** Device names of Windows, with any extension and with blanks before it. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(?:\.|$))/i;
/** Windows drops these and would unpack under another name. */
const DROPPED_AT_END = /[. ]+$/;

/** A file's version as VMS has it, which unzip drops. */
const VERSION_AT_END = /;(?=[0-9]*$)/;
/** A Windows short name (8.3), which is an alias of another file. */
const SHORT_ALIAS = /^(?=[^.]{1,8}(?:\.|$))([^.]*)~(?=[0-9]+(?:\.[^.]{0,3})?$)/;

/** The name, without a folder, under which a file of any name is put into an archive. The same name gives the same entry. */
export function fileEntryName(fileName: string): string {
  const name = shortened(
    fileName
      .normalize("NFC")
      .replace(FORBIDDEN, "_")
      .replace(/^\s+/, "")
      .replace(DROPPED_AT_END, "")
      .replace(DEVICE, "_$&"),
  )
    .replace(VERSION_AT_END, "_")
    .replace(SHORT_ALIAS, "$1_");
  return name === "" || name === "__proto__" ? "original" : name;
}

/** Cuts the name before its extension, which tells what opens the file. */
function shortened(name: string): string {
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= MAX_BYTES) return name;
  const extension = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? "";
  const room = MAX_BYTES - encoder.encode(extension).length;
  let stem = "";
  let stemBytes = 0;
  // Ends before the extension, because both together do not fit.
  for (const character of name) {
    stemBytes += encoder.encode(character).length;
    if (stemBytes > room) break;
    stem += character;
  }
  return `${stem.trimEnd()}${extension}`.replace(DROPPED_AT_END, "");
}

// The records of a ZIP archive: APPNOTE.TXT 6.3.10 section 4.3, with those of Zip64 when a value does not fit. They
// reveal nothing about the machine that wrote them.

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
