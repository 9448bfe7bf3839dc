/**
 * A strict, bounded reader of ZIP archives: docs/formats/evidence.md, "The archive". Every byte of the file
 * belongs to exactly one record, and every record has only one reading. Archives inside the archive are not
 * opened.
 *
 * Does not check permissions and times in attributes, nor comments.
 */
import { type RandomAccess, randomAccess } from "../content/random-access.js";
import { Work } from "../work/work.js";
import { zipError } from "./codes.js";
import { type DirectoryEntry, findCentralDirectory, parseCentralDirectory } from "./zip-directory.js";
import { findEntryData, readEntry } from "./zip-entry.js";

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
