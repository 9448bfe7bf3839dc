/** The end of an archive: APPNOTE.TXT 6.3.10 sections 4.3.14 to 4.3.16. */
import type { RandomAccess } from "../random-access.js";
import { zipError } from "./error-code.js";
import { MAX_DIRECTORY_BYTES, MAX_ENTRIES } from "./limits.js";

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
