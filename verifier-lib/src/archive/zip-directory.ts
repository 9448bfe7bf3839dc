/** End records and central directory. */
import type { RandomAccess } from "../content/content.js";
import {
  MAX_DIRECTORY_BYTES,
  MAX_ENTRIES,
  MAX_RATIO,
  MAX_TOTAL_BYTES,
  RATIO_FREE_BYTES,
  REMEDY,
  zipError,
} from "./codes.js";
import { checkEntryType, parseExtraFields, Zip64Values } from "./zip-fields.js";
import { checkNamesDistinct, type EntryName, type NameForm, parseEntryName } from "./zip-names.js";

// The end of an archive: APPNOTE.TXT 6.3.10 sections 4.3.14 to 4.3.16.

/** Where an archive says that its central directory is. */
export interface CentralDirectoryPlace {
  readonly offset: number;
  readonly sizeBytes: number;
  readonly entryCount: number;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
/** bsdtar fills the last block of what it writes to a pipe with zeros, and a block has this size. */
const BLOCK_BYTES = 10_240;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const END_64_SIGNATURE = 0x06064b50;
const END_64_BYTES = 56;

/**
 * Finds the end of an archive and its central directory.
 *
 * There must be only one reading: the record ends the file, but for zeros that fill a block; the directory it describes
 * ends where the record begins, and no byte precedes the first entry.
 *
 * @throws FormatError
 */
export async function findCentralDirectory(file: RandomAccess): Promise<CentralDirectoryPlace> {
  const tailBytes = Math.min(file.sizeBytes, LOCATOR_BYTES + END_BYTES + MAX_COMMENT_BYTES + BLOCK_BYTES - 1);
  const tailOffset = file.sizeBytes - tailBytes;
  const tail = await file.read(tailOffset, tailBytes);
  const at = findEnd(tail, tailOffset);
  const view = viewOf(tail);
  const endOffset = tailOffset + at;
  const stated: Stated = {
    disk: view.getUint16(at + 4, true),
    directoryDisk: view.getUint16(at + 6, true),
    entriesOnDisk: view.getUint16(at + 8, true),
    entryCount: view.getUint16(at + 10, true),
    sizeBytes: view.getUint32(at + 12, true),
    offset: view.getUint32(at + 16, true),
  };
  const has64 = at >= LOCATOR_BYTES && view.getUint32(at - LOCATOR_BYTES, true) === LOCATOR_SIGNATURE;
  if (!has64) return checkPlace(file, stated, endOffset);
  const locator = viewOf(tail.subarray(at - LOCATOR_BYTES, at));
  return readEnd64(file, locator, endOffset - LOCATOR_BYTES, stated);
}

interface Stated extends CentralDirectoryPlace {
  readonly disk: number;
  readonly directoryDisk: number;
  readonly entriesOnDisk: number;
}

/**
 * Offset in the tail of the single record whose comment, and the zeros after it, end the file. The comment must not contain a
 * signature: most programs search from the end and use the first one, regardless of its comment's length, and some
 * regardless of whether a whole record follows it.
 */
function findEnd(tail: Uint8Array, tailOffset: number): number {
  const view = viewOf(tail);
  const fileEnd = tailOffset + tail.length;
  const lastByte = tail.findLastIndex((byte) => byte !== 0);
  let found = -1;
  let signatures = 0;
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail[at] !== 0x50 || view.getUint32(at, true) !== END_SIGNATURE) continue;
    signatures++;
    const end = at + END_BYTES + view.getUint16(at + 20, true);
    if (end > tail.length || end <= lastByte || end + BLOCK_BYTES <= tail.length) continue;
    if (signatures > 1) throw zipError("zip_ambiguous_end", "two records end the file", tailOffset + at);
    found = at;
  }
  for (let at = Math.max(0, tail.length - END_BYTES + 1); at + 4 <= tail.length && found >= 0; at++) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    throw zipError("zip_ambiguous_end", "the comment contains the start of a record", tailOffset + at);
  }
  if (found >= 0) return found;
  throw signatures > 0
    ? zipError("zip_trailing_data", "bytes follow the archive, or its end is missing", fileEnd)
    : zipError("zip_no_end_record", "there is no end of central directory record", fileEnd);
}

async function readEnd64(
  file: RandomAccess,
  locator: DataView,
  locatorOffset: number,
  stated: Stated,
): Promise<CentralDirectoryPlace> {
  const offset = Number(locator.getBigUint64(8, true));
  if (locator.getUint32(4, true) !== 0 || locator.getUint32(16, true) > 1) {
    throw zipError("zip_multi_disk", "the archive is one part of several", locatorOffset);
  }
  if (offset + END_64_BYTES !== locatorOffset) {
    throw offset + END_64_BYTES > locatorOffset
      ? zipError("zip_truncated", "the Zip64 record follows its locator", locatorOffset)
      : zipError("zip_prepended_data", "the Zip64 record does not end at its locator", locatorOffset);
  }
  const view = viewOf(await file.read(offset, END_64_BYTES));
  if (
    view.getUint32(0, true) !== END_64_SIGNATURE ||
    view.getBigUint64(4, true) !== BigInt(END_64_BYTES - 12)
  ) {
    throw zipError("zip_zip64_malformed", "the Zip64 record is malformed or extended", offset);
  }
  const stated64: Stated = {
    disk: view.getUint32(16, true),
    directoryDisk: view.getUint32(20, true),
    entriesOnDisk: Number(view.getBigUint64(24, true)),
    entryCount: Number(view.getBigUint64(32, true)),
    sizeBytes: Number(view.getBigUint64(40, true)),
    offset: Number(view.getBigUint64(48, true)),
  };
  for (const [name, value] of Object.entries(stated) as [keyof Stated, number][]) {
    const full = name === "sizeBytes" || name === "offset" ? 0xffffffff : 0xffff;
    if (value !== full && value !== stated64[name]) {
      throw zipError("zip_zip64_malformed", `the end record contradicts the Zip64 record's ${name}`, offset);
    }
  }
  return checkPlace(file, stated64, offset);
}

/** @param end where the directory must end. */
async function checkPlace(file: RandomAccess, stated: Stated, end: number): Promise<CentralDirectoryPlace> {
  const { disk, directoryDisk, entriesOnDisk, entryCount, sizeBytes, offset } = stated;
  if (disk !== 0 || directoryDisk !== 0 || entriesOnDisk !== entryCount) {
    throw zipError("zip_multi_disk", "the archive is one part of several", end);
  }
  if (entryCount > MAX_ENTRIES) {
    throw zipError("zip_too_many_entries", `expected at most ${MAX_ENTRIES} entries, got ${entryCount}`, end);
  }
  if (offset + sizeBytes > end) {
    throw zipError("zip_truncated", "the central directory does not fit before its end record", end);
  }
  if (offset + sizeBytes < end) {
    throw (await isFoundElsewhere(file, stated, end))
      ? zipError("zip_prepended_data", "bytes precede the archive or follow its directory", end)
      : zipError("zip_directory_malformed", "the central directory is not where the end record says", end);
  }
  if (sizeBytes > MAX_DIRECTORY_BYTES) {
    throw zipError("zip_directory_too_large", `expected at most ${MAX_DIRECTORY_BYTES} bytes`, offset);
  }
  return { offset, sizeBytes, entryCount };
}

const DIRECTORY_HEADER_SIGNATURE = 0x02014b50;
const DIRECTORY_HEADER_BYTES = 46;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;

/**
 * Whether some program reads an archive whose directory does not end at its end record: where the record says it is, or in front of
 * the record, with every offset moved as far. What none of them finds is damage, as of a file that was sent as text.
 */
async function isFoundElsewhere(
  file: RandomAccess,
  { offset, sizeBytes, entryCount }: CentralDirectoryPlace,
  end: number,
): Promise<boolean> {
  const wordAt = async (at: number) =>
    at + 4 > file.sizeBytes ? null : viewOf(await file.read(at, 4)).getUint32(0, true);
  if (entryCount === 0 || (await wordAt(offset)) === DIRECTORY_HEADER_SIGNATURE) return true;
  const moved = end - sizeBytes;
  if (sizeBytes < DIRECTORY_HEADER_BYTES || (await wordAt(moved)) !== DIRECTORY_HEADER_SIGNATURE)
    return false;
  const first = await wordAt(moved + DIRECTORY_HEADER_BYTES - 4);
  // The place is in a field of Zip64.
  if (first === 0xffffffff) return true;
  return (await wordAt(first! + moved - offset)) === LOCAL_HEADER_SIGNATURE;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The central directory: APPNOTE.TXT 6.3.10 section 4.3.12. */
export interface DirectoryEntry extends EntryName, NameForm {
  /** The name as written. */
  readonly rawName: Uint8Array;
  readonly flags: number;
  readonly method: typeof STORED | typeof DEFLATED;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  readonly headerOffset: number;
}

const SIGNATURE = 0x02014b50;
const FIXED_BYTES = 46;

export const STORED = 0;
export const DEFLATED = 8;

/** Of section 4.4.5, those that programs for people write. */
const METHODS: ReadonlyMap<number, string> = new Map([
  [9, "Deflate64"],
  [12, "BZIP2"],
  [14, "LZMA"],
  [93, "Zstandard"],
  [95, "XZ"],
  [98, "PPMd"],
]);

const ENCRYPTED = 1 | (1 << 6) | (1 << 13);
/** Sizes and checksum follow the data. */
export const HAS_DESCRIPTOR: number = 1 << 3;
/** The name is in UTF-8. */
const UTF8 = 1 << 11;
/** Also allows two bits that state the compression level. */
const KNOWN_FLAGS = (1 << 1) | (1 << 2) | HAS_DESCRIPTOR | UTF8;

const SLASH = 0x2f;

/** @throws FormatError */
export function parseCentralDirectory(bytes: Uint8Array, place: CentralDirectoryPlace): DirectoryEntry[] {
  const headers: Header[] = [];
  let at = 0;
  for (let i = 0; i < place.entryCount; i++) {
    headers.push(findHeader(bytes, at, place.offset));
    at = headers[i]!.end;
  }
  const isSlashed = headers.some(({ rawName }) => rawName.includes(SLASH));
  const entries = headers.map((header) => parseEntry(bytes, header, place.offset, isSlashed));
  if (at !== bytes.length) {
    throw zipError(
      "zip_directory_malformed",
      "the directory contains more than its entries",
      place.offset + at,
    );
  }
  checkNames(entries, place.offset);
  checkSizes(entries, place.offset);
  return entries;
}

/** Where a header of the directory is, in bytes from the directory's start. */
interface Header {
  readonly at: number;
  readonly rawName: Uint8Array;
  readonly extra: Uint8Array;
  readonly end: number;
}

function findHeader(bytes: Uint8Array, at: number, base: number): Header {
  const view = viewOf(bytes);
  if (at + FIXED_BYTES > bytes.length || view.getUint32(at, true) !== SIGNATURE) {
    throw zipError("zip_directory_malformed", "expected a header of the central directory", base + at);
  }
  const nameStart = at + FIXED_BYTES;
  const extraStart = nameStart + view.getUint16(at + 28, true);
  const commentStart = extraStart + view.getUint16(at + 30, true);
  const end = commentStart + view.getUint16(at + 32, true);
  if (end > bytes.length) throw zipError("zip_directory_malformed", "a header does not fit", base + at);
  return {
    at,
    rawName: bytes.subarray(nameStart, extraStart),
    extra: bytes.subarray(extraStart, commentStart),
    end,
  };
}

function parseEntry(bytes: Uint8Array, header: Header, base: number, isSlashed: boolean): DirectoryEntry {
  const { at, rawName, extra } = header;
  const offset = base + at;
  const nameOffset = offset + FIXED_BYTES;
  const extraOffset = nameOffset + rawName.length;
  const view = viewOf(bytes);
  const u16 = (field: number) => view.getUint16(at + field, true);
  const u32 = (field: number) => view.getUint32(at + field, true);
  const flags = u16(8);
  const method = u16(10);
  if ((flags & ENCRYPTED) !== 0) {
    throw zipError("zip_encrypted", `an entry is encrypted: ${REMEDY}`, offset);
  }
  if ((flags & ~KNOWN_FLAGS) !== 0) {
    throw zipError(
      "zip_flag_unsupported",
      `the flags 0x${flags.toString(16)} are not all known: ${REMEDY}`,
      offset,
    );
  }
  if (method !== STORED && method !== DEFLATED) {
    const what = METHODS.get(method) ?? "not known";
    throw zipError(
      "zip_method_unsupported",
      `compression method ${method} (${what}) is not supported: ${REMEDY}`,
      offset,
    );
  }
  if (u16(34) !== 0) throw zipError("zip_multi_disk", "an entry is on another disk", offset);
  const fields = parseExtraFields(extra, extraOffset);
  const zip64 = new Zip64Values(fields, extraOffset);
  // In the order of the Zip64 field.
  const sizeBytes = zip64.take(u32(24));
  const compressedBytes = zip64.take(u32(20));
  const headerOffset = zip64.take(u32(42));
  const form: NameForm = { isUtf8: (flags & UTF8) !== 0, isSlashed };
  const name = parseEntryName(rawName, form, fields, nameOffset);
  checkEntryType(
    { isFolder: name.isFolder, host: bytes[at + 5]!, externalAttributes: u32(38) },
    fields,
    offset,
  );
  return {
    ...name,
    ...form,
    rawName,
    flags,
    method,
    crc: u32(16),
    compressedBytes,
    sizeBytes,
    headerOffset,
  };
}

/** @param offset position of the directory, for errors. */
function checkNames(entries: readonly DirectoryEntry[], offset: number): void {
  if (entries.some(({ isFolder, sizeBytes }) => isFolder && sizeBytes !== 0)) {
    throw zipError("zip_size_mismatch", "a folder has content", offset);
  }
  checkNamesDistinct(entries, ({ name }) => name, offset);
  if (entries.every(({ name, plainName }) => name === plainName)) return;
  // Programs that ignore the Unicode Path field unpack under these names.
  checkNamesDistinct(entries, ({ plainName }) => plainName, offset);
}

/** @param offset position of the directory, for errors. */
function checkSizes(entries: readonly DirectoryEntry[], offset: number): void {
  let total = 0;
  for (const { method, sizeBytes, compressedBytes } of entries) {
    if (method === STORED && sizeBytes !== compressedBytes) {
      throw zipError("zip_size_mismatch", "a stored entry has two sizes", offset);
    }
    if (sizeBytes > RATIO_FREE_BYTES && sizeBytes > MAX_RATIO * compressedBytes) {
      throw zipError(
        "zip_ratio_too_high",
        `expected an entry of at most ${MAX_RATIO} times its compressed size`,
        offset,
      );
    }
    total += sizeBytes;
    if (total > MAX_TOTAL_BYTES)
      throw zipError("zip_total_too_large", `expected at most ${MAX_TOTAL_BYTES} bytes of entries`, offset);
  }
}
