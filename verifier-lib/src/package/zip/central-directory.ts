/** The central directory: APPNOTE.TXT 6.3.10 section 4.3.12. */
import { checkEntryType } from "./check-entry-type.js";
import { checkNamesDistinct } from "./check-names-distinct.js";
import type { CentralDirectoryPlace } from "./end-record.js";
import { type EntryName, parseEntryName } from "./entry-name.js";
import { parseExtraFields, Zip64Values } from "./extra-fields.js";
import { MAX_RATIO, MAX_TOTAL_BYTES, RATIO_FREE_BYTES } from "./limits.js";
import { zipError } from "./zip-error.js";

export interface DirectoryEntry extends EntryName {
  /** The name as written. */
  readonly rawName: Uint8Array;
  readonly flags: number;
  readonly method: typeof STORED | typeof DEFLATED;
  /** Time and date in DOS format, 32 bits. */
  readonly dosTime: number;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  readonly headerOffset: number;
}

const SIGNATURE = 0x02014b50;
const FIXED_BYTES = 46;

export const STORED = 0;
export const DEFLATED = 8;

const ENCRYPTED = 1 | (1 << 6) | (1 << 13);
/** Sizes and checksum follow the data. */
export const HAS_DESCRIPTOR: number = 1 << 3;
/** The name is in UTF-8. */
export const UTF8: number = 1 << 11;
/** Also allows two bits that state the compression level. */
const KNOWN_FLAGS = (1 << 1) | (1 << 2) | HAS_DESCRIPTOR | UTF8;

/** @throws FormatError */
export function parseCentralDirectory(bytes: Uint8Array, place: CentralDirectoryPlace): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  let at = 0;
  for (let i = 0; i < place.entryCount; i++) {
    const { entry, end } = parseEntry(bytes, at, place.offset);
    entries.push(entry);
    at = end;
  }
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

function parseEntry(bytes: Uint8Array, at: number, base: number): { entry: DirectoryEntry; end: number } {
  const offset = base + at;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + FIXED_BYTES > bytes.length || view.getUint32(at, true) !== SIGNATURE) {
    throw zipError("zip_directory_malformed", "expected a header of the central directory", offset);
  }
  const u16 = (field: number) => view.getUint16(at + field, true);
  const u32 = (field: number) => view.getUint32(at + field, true);
  const nameStart = at + FIXED_BYTES;
  const extraStart = nameStart + u16(28);
  const commentStart = extraStart + u16(30);
  const end = commentStart + u16(32);
  if (end > bytes.length) throw zipError("zip_directory_malformed", "a header does not fit", offset);
  const flags = u16(8);
  const method = u16(10);
  if ((flags & ENCRYPTED) !== 0) throw zipError("zip_encrypted", "an entry is encrypted", offset);
  if ((flags & ~KNOWN_FLAGS) !== 0) {
    throw zipError("zip_flag_unsupported", `the flags 0x${flags.toString(16)} are not all known`, offset);
  }
  if (method !== STORED && method !== DEFLATED) {
    throw zipError("zip_method_unsupported", `compression method ${method} is not known`, offset);
  }
  if (u16(34) !== 0) throw zipError("zip_multi_disk", "an entry is on another disk", offset);
  const rawName = bytes.subarray(nameStart, extraStart);
  const fields = parseExtraFields(bytes.subarray(extraStart, commentStart), base + extraStart);
  const zip64 = new Zip64Values(fields, base + extraStart);
  // In the order of the Zip64 field.
  const sizeBytes = zip64.take(u32(24));
  const compressedBytes = zip64.take(u32(20));
  const headerOffset = zip64.take(u32(42));
  const name = parseEntryName(rawName, (flags & UTF8) !== 0, fields, base + nameStart);
  checkEntryType(
    { isFolder: name.isFolder, host: bytes[at + 5]!, externalAttributes: u32(38) },
    fields,
    offset,
  );
  const entry: DirectoryEntry = {
    ...name,
    rawName,
    flags,
    method,
    dosTime: u32(12),
    crc: u32(16),
    compressedBytes,
    sizeBytes,
    headerOffset,
  };
  return { entry, end };
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
