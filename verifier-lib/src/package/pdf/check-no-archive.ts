/**
 * Checks that a PDF file is not also a ZIP archive. Some programs look for the end of an archive in the last
 * 64 KiB of any file, or for its entries anywhere: they would show another proof than the attached one.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { Work } from "../../work/work.js";
import type { PdfErrorCode } from "./error-code.js";

const ENTRY = "PK\x03\x04";
const DIRECTORY = "PK\x01\x02";
const END = "PK\x05\x06";
/** Size of an entry's header: APPNOTE.TXT section 4.3.7. */
const ENTRY_BYTES = 30;
/** The format's versions and methods have smaller numbers. */
const MAX_NUMBER = 99;
/** Entries checked between two pauses. */
const ENTRIES_OF_A_TURN = 1024;

/**
 * @param text the file, one character per byte.
 * @throws FormatError `pdf_also_zip`, `work_limit_exceeded`; the abort reason of the work.
 */
export async function checkNoArchive(bytes: Uint8Array, text: string, work: Work): Promise<void> {
  // Four bytes occur by chance in one file of 10,000. Both signatures, or a whole header, do not.
  const directory = text.indexOf(DIRECTORY);
  if (directory >= 0 && text.includes(END, directory)) fail("the list of an archive", directory);
  let looked = 0;
  for (let at = text.indexOf(ENTRY); at >= 0; at = text.indexOf(ENTRY, at + 1)) {
    work.spend(1);
    if (++looked % ENTRIES_OF_A_TURN === 0) await work.pause();
    if (isEntry(bytes, at)) fail("an entry of an archive", at);
  }
}

/** Whether the bytes could be an entry: a known version and method, and a name that fits. */
function isEntry(bytes: Uint8Array, at: number): boolean {
  if (at + ENTRY_BYTES > bytes.length) return false;
  const header = new DataView(bytes.buffer, bytes.byteOffset + at, ENTRY_BYTES);
  const nameBytes = header.getUint16(26, true);
  return (
    header.getUint8(4) <= MAX_NUMBER &&
    header.getUint16(8, true) <= MAX_NUMBER &&
    nameBytes > 0 &&
    at + ENTRY_BYTES + nameBytes + header.getUint16(28, true) <= bytes.length
  );
}

function fail(what: string, offset: number): never {
  throw new FormatError<PdfErrorCode>("pdf_also_zip", `the file holds ${what}`, offset);
}
