/**
 * ZIP archives, strictly and within bounds: docs/formats/evidence.md, "The archive". Every byte of the file belongs to
 * exactly one record, and every record is read in one way only. What an entry holds is bytes; an archive inside an
 * archive is never opened.
 *
 * Not checked: what attributes say of permissions and times, comments.
 */
import { Work } from "../../work/work.js";
import { type RandomAccess, randomAccess } from "../random-access.js";
import { type DirectoryEntry, parseCentralDirectory } from "./central-directory.js";
import { findCentralDirectory } from "./end-record.js";
import { hasPdfHeader } from "./has-pdf-header.js";
import { findEntryData } from "./local-entry.js";
import { readEntry } from "./read-entry.js";
import { zipError } from "./zip-error.js";

export interface ZipEntry {
  readonly name: string;
  /** What programs read that do not know the Unicode Path field; the same where there is none. */
  readonly plainName: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  /**
   * The content, in pieces. It has passed when the last piece was taken: size and checksum are known then.
   *
   * @throws FormatError `zip_size_mismatch`, `zip_crc_mismatch`, `zip_deflate_malformed`, `zip_deflate_trailing`,
   * `zip_descriptor_ambiguous`, `work_limit_exceeded`; what aborted the work.
   */
  read(): AsyncGenerator<Uint8Array>;
}

/**
 * The entries, in the order of the central directory.
 *
 * @param input bytes at hand, a `Blob`, or a file; read where needed, never as a whole.
 * @param work default: that of a verification by itself.
 * @throws FormatError with a {@link ZipErrorCode}; UnreadableInputError when the medium fails; what aborted the work.
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
    throw zipError("zip_also_pdf", "the archive begins as a PDF file too", 0);
  }
  return entries.map((entry) => ({
    name: entry.name,
    plainName: entry.plainName,
    isFolder: entry.isFolder,
    sizeBytes: entry.sizeBytes,
    read: () => readEntry(file, entry, dataOffsets.get(entry)!, work),
  }));
}

/** Lays the entries side by side, from the first byte to the directory. */
async function findData(
  file: RandomAccess,
  entries: readonly DirectoryEntry[],
  directoryOffset: number,
  work: Work,
): Promise<ReadonlyMap<DirectoryEntry, number>> {
  const inOrder = [...entries].sort((a, b) => a.headerOffset - b.headerOffset);
  const firstOffset = inOrder[0]?.headerOffset ?? directoryOffset;
  if (firstOffset > 0 && (firstOffset < directoryOffset || inOrder.length === 0)) {
    throw zipError("zip_prepended_data", "bytes stand before the first entry", 0);
  }
  if ((inOrder.at(-1)?.headerOffset ?? 0) > directoryOffset) {
    throw zipError("zip_local_header_mismatch", "an entry stands behind the directory", directoryOffset);
  }
  const found = new Map<DirectoryEntry, number>();
  for (const [i, entry] of inOrder.entries()) {
    await work.pause();
    const end = inOrder[i + 1]?.headerOffset ?? directoryOffset;
    found.set(entry, await findEntryData(file, entry, end));
  }
  return found;
}
