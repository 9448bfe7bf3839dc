/** The central directory: APPNOTE.TXT 6.3.10 section 4.3.12. */
import { type CentralDirectoryPlace, viewOf } from "./end-record.js";
import { checkNamesDistinct, type EntryName, type NameForm, parseEntryName } from "./entry-name.js";
import { REMEDY, zipError } from "./error-code.js";
import { checkEntryType, parseExtraFields, Zip64Values } from "./extra-fields.js";
import { MAX_RATIO, MAX_TOTAL_BYTES, RATIO_FREE_BYTES } from "./limits.js";

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
