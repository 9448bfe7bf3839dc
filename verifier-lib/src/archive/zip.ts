/**
 * A strict, bounded reader of ZIP archives: docs/formats/evidence.md, "The archive". Every byte of the file
 * belongs to exactly one record, and every record has only one reading. Archives inside the archive are not
 * opened.
 *
 * Does not check permissions and times in attributes, nor comments.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import { crc32 } from "@svc-proof/shared/zip";
import { type RandomAccess, randomAccess } from "../content/content.js";
import { Work } from "../work/work.js";
import { READ_BYTES, zipError } from "./codes.js";
import { DeflateError } from "./huffman.js";
import { inflate } from "./inflate.js";
import {
  type DirectoryEntry,
  findCentralDirectory,
  HAS_DESCRIPTOR,
  parseCentralDirectory,
  STORED,
  viewOf,
} from "./zip-directory.js";
import { checkTypeFields, parseExtraFields, Zip64Values } from "./zip-fields.js";
import { parseEntryName } from "./zip-names.js";

// Reads the content of an entry and checks its size and checksum. Keeps only a few pieces in memory, whatever
// the size.

/**
 * The local header of an entry and its data descriptor: APPNOTE.TXT 6.3.10 sections 4.3.7 and 4.3.9. Programs
 * that read an archive from its start use these instead of the central directory, so both must agree.
 */
const SIGNATURE = 0x04034b50;
const FIXED_BYTES = 30;
const DESCRIPTOR_SIGNATURE = 0x08074b50;

/**
 * The offset of an entry's data.
 *
 * @param end the first byte after the entry.
 * @throws FormatError if the header or descriptor contradicts the central directory, or does not fill the
 * space up to `end`.
 */
export async function findEntryData(file: RandomAccess, entry: DirectoryEntry, end: number): Promise<number> {
  const start = entry.headerOffset;
  if (start + FIXED_BYTES > end) throw zipError("zip_overlap", "an entry's local header does not fit", start);
  const header = viewOf(await file.read(start, FIXED_BYTES));
  const nameStart = start + FIXED_BYTES;
  const extraStart = nameStart + header.getUint16(26, true);
  const dataStart = extraStart + header.getUint16(28, true);
  const dataEnd = dataStart + entry.compressedBytes;
  if (header.getUint32(0, true) !== SIGNATURE) throw mismatch("expected a local header", start);
  if (dataEnd > end) throw zipError("zip_overlap", "an entry overlaps the next record", start);
  const variable = await file.read(nameStart, dataStart - nameStart);
  const rawName = variable.subarray(0, extraStart - nameStart);
  const fields = parseExtraFields(variable.subarray(rawName.length), extraStart);
  const isSame =
    header.getUint16(6, true) === entry.flags &&
    header.getUint16(8, true) === entry.method &&
    isEqual(rawName, entry.rawName);
  if (!isSame) throw mismatch("an entry's local header contradicts the directory", start);
  checkTypeFields(fields, entry.isFolder, start);
  const { name } = parseEntryName(rawName, entry, fields, nameStart);
  if (name !== entry.name) throw mismatch("an entry's local header gives another name", start);
  const zip64 = new Zip64Values(fields, extraStart);
  const sizeBytes = zip64.take(header.getUint32(22, true));
  const compressedBytes = zip64.take(header.getUint32(18, true));
  const stated = [header.getUint32(14, true), compressedBytes, sizeBytes];
  const values = valuesOf(entry);
  const isStated = stated.every((value, i) => value === values[i]);
  if ((entry.flags & HAS_DESCRIPTOR) === 0) {
    if (!isStated) throw mismatch("an entry's local header has another size or checksum", start);
    if (dataEnd !== end) throw zipError("zip_gap", "unclaimed bytes follow an entry", dataEnd);
    return dataStart;
  }
  // The writer either did not know the values yet, or stated the right ones. Sizes marked as Zip64 are in the
  // descriptor too.
  if (stated.some((value, i) => value !== values[i] && value !== 0 && value !== 0xffffffff)) {
    throw mismatch("an entry's local header has another size or checksum", start);
  }
  await checkDescriptor(file, entry, dataEnd, end);
  return dataStart;
}

/** With or without its signature, with 32-bit or 64-bit sizes. The available space decides which. */
async function checkDescriptor(
  file: RandomAccess,
  entry: DirectoryEntry,
  start: number,
  end: number,
): Promise<void> {
  const length = end - start;
  const hasSignature = length === 16 || length === 24;
  const is64 = length === 20 || length === 24;
  if (!hasSignature && !is64 && length !== 12) {
    throw length < 12
      ? zipError("zip_overlap", "an entry overlaps the next record", start)
      : zipError("zip_gap", "unclaimed bytes follow an entry", start);
  }
  const view = viewOf(await file.read(start, length));
  const at = hasSignature ? 4 : 0;
  const size = (field: number) =>
    is64 ? Number(view.getBigUint64(at + 4 + 8 * field, true)) : view.getUint32(at + 4 + 4 * field, true);
  const stated = [view.getUint32(at, true), size(0), size(1)];
  const isStated =
    (!hasSignature || view.getUint32(0, true) === DESCRIPTOR_SIGNATURE) &&
    valuesOf(entry).every((value, i) => value === stated[i]);
  if (!isStated) {
    throw zipError("zip_descriptor_mismatch", "an entry's data descriptor contradicts the directory", start);
  }
}

function valuesOf({ crc, compressedBytes, sizeBytes }: DirectoryEntry): readonly number[] {
  return [crc, compressedBytes, sizeBytes];
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function mismatch(message: string, offset: number): Error {
  return zipError("zip_local_header_mismatch", message, offset);
}

/** The last two bytes of the signatures, after `PK`. */
const ENDS: ReadonlySet<number> = new Set([0x0708, 0x0304, 0x0102]);

/**
 * Passes the data through.
 *
 * @param offset position for errors.
 * @throws FormatError `zip_descriptor_ambiguous` if the data contains such a signature.
 */
export async function* withoutSignatures(
  data: AsyncIterable<Uint8Array>,
  offset: number,
): AsyncGenerator<Uint8Array> {
  /** The last four bytes. */
  let window = 0;
  for await (const piece of data) {
    for (const byte of piece) {
      window = (window << 8) | byte;
      if (window >>> 16 === 0x504b && ENDS.has(window & 0xffff)) {
        throw zipError("zip_descriptor_ambiguous", "the data of a stored entry contains a signature", offset);
      }
    }
    yield piece;
  }
}

/** @throws FormatError */
export async function* readEntry(
  file: RandomAccess,
  entry: DirectoryEntry,
  dataOffset: number,
  work: Work,
): AsyncGenerator<Uint8Array> {
  const { sizeBytes, crc } = entry;
  let length = 0;
  let sum = 0;
  try {
    for await (const piece of decoded(file, entry, dataOffset, work)) {
      length += piece.length;
      if (length > sizeBytes)
        throw zipError("zip_size_mismatch", "an entry is larger than stated", dataOffset);
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    const isTrailing = error instanceof FormatError && error.code === "zip_deflate_trailing";
    if (!isTrailing || (length === sizeBytes && sum === crc)) throw error;
    throw zipError("zip_deflate_malformed", "an entry ends before its content does", dataOffset, error);
  }
  if (length < sizeBytes) throw zipError("zip_size_mismatch", "an entry is smaller than stated", dataOffset);
  if (sum !== crc) throw zipError("zip_crc_mismatch", "the checksum of an entry does not match", dataOffset);
}

function decoded(
  file: RandomAccess,
  entry: DirectoryEntry,
  dataOffset: number,
  work: Work,
): AsyncIterable<Uint8Array> {
  const raw = readRange(file, dataOffset, entry.compressedBytes, work);
  if (entry.method !== STORED) return inflated(raw, dataOffset, work);
  return (entry.flags & HAS_DESCRIPTOR) === 0 ? raw : withoutSignatures(raw, dataOffset);
}

async function* readRange(
  file: RandomAccess,
  offset: number,
  length: number,
  work: Work,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; at += READ_BYTES) {
    await work.pause();
    yield await file.read(offset + at, Math.min(READ_BYTES, length - at));
  }
}

/** @param offset position for errors. */
async function* inflated(
  raw: AsyncIterable<Uint8Array>,
  offset: number,
  work: Work,
): AsyncGenerator<Uint8Array> {
  try {
    yield* inflate(raw, work);
  } catch (cause) {
    if (!(cause instanceof DeflateError)) throw cause;
    throw cause.kind === "trailing"
      ? zipError("zip_deflate_trailing", "bytes follow the compressed data of an entry", offset, cause)
      : zipError("zip_deflate_malformed", "an entry cannot be decompressed", offset, cause);
  }
}

// The archive.

/** Programs look for a PDF header that starts in this many bytes: ISO 32000-1, annex H, note 13. */
export const PDF_HEADER_BYTES = 1024;
/** `%PDF-` */
const HEADER = [0x25, 0x50, 0x44, 0x46, 0x2d];

/**
 * Whether programs would open the file as a PDF. The header may be in a name, in a field, or in an
 * uncompressed PDF that is the first entry. They would show that PDF instead of the verified evidence.
 */
export async function hasPdfHeader(file: RandomAccess): Promise<boolean> {
  const start = await file.read(0, Math.min(file.sizeBytes, PDF_HEADER_BYTES + HEADER.length - 1));
  return start.some((_, at) => HEADER.every((byte, i) => start[at + i] === byte));
}

/** The content of an entry. Check its size before: this much memory is taken at once. */
export async function readWhole(entry: ZipEntry): Promise<Uint8Array> {
  const whole = new Uint8Array(entry.sizeBytes);
  let end = 0;
  for await (const piece of entry.read()) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}

/** An entry of an archive. */
export interface ZipEntry {
  readonly name: string;
  /** The name for programs that ignore the Unicode Path field; the same as `name` without that field. */
  readonly plainName: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  /**
   * The content in pieces. It is valid only after the last piece, when size and checksum have been checked.
   *
   * @throws FormatError `zip_size_mismatch`, `zip_crc_mismatch`, `zip_deflate_malformed`,
   * `zip_deflate_trailing`, `zip_descriptor_ambiguous`, `work_limit_exceeded`; the abort reason of the work.
   */
  read(): AsyncGenerator<Uint8Array>;
}

/**
 * The entries in the order of the central directory.
 *
 * @param input bytes, a `Blob`, or a file, which is read on demand and never as a whole.
 * @param work Default: the budget of one verification.
 * @throws FormatError with a {@link ZipErrorCode}; UnreadableInputError if the medium fails; the abort reason
 * of the work.
 */
export async function parseZip(
  input: Uint8Array | Blob | RandomAccess,
  work: Work = new Work(),
): Promise<ZipEntry[]> {
  const file = randomAccess(input, work.signal);
  const place = await findCentralDirectory(file);
  const directory = await file.read(place.offset, place.sizeBytes);
  const entries = parseCentralDirectory(directory, place);
  const dataOffsets = await findData(file, entries, place.offset, work);
  if (await hasPdfHeader(file)) {
    throw zipError("zip_also_pdf", "the archive is also a PDF file", 0);
  }
  return entries.map((entry) => ({
    name: entry.name,
    plainName: entry.plainName,
    isFolder: entry.isFolder,
    sizeBytes: entry.sizeBytes,
    read: () => readEntry(file, entry, dataOffsets.get(entry)!, work),
  }));
}

/** Checks that the entries are contiguous, from the first byte to the directory. */
async function findData(
  file: RandomAccess,
  entries: readonly DirectoryEntry[],
  directoryOffset: number,
  work: Work,
): Promise<ReadonlyMap<DirectoryEntry, number>> {
  const inOrder = [...entries].sort((a, b) => a.headerOffset - b.headerOffset);
  const firstOffset = inOrder[0]?.headerOffset ?? directoryOffset;
  if (firstOffset > 0 && (firstOffset < directoryOffset || inOrder.length === 0)) {
    throw zipError("zip_prepended_data", "bytes precede the first entry", 0);
  }
  if ((inOrder.at(-1)?.headerOffset ?? 0) > directoryOffset) {
    throw zipError("zip_local_header_mismatch", "an entry follows the directory", directoryOffset);
  }
  const found = new Map<DirectoryEntry, number>();
  for (const [i, entry] of inOrder.entries()) {
    await work.pause();
    const end = inOrder[i + 1]?.headerOffset ?? directoryOffset;
    found.set(entry, await findEntryData(file, entry, end));
  }
  return found;
}
