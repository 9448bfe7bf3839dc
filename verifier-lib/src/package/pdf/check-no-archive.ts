/**
 * That a PDF file is no ZIP archive too. Programs look for an archive's end in the last 64 KiB of a file, or for its entries
 * anywhere, whatever the file begins with: they would show another proof than the one that is attached.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { Work } from "../../work/work.js";
import type { PdfErrorCode } from "./error-code.js";

const ENTRY = "PK\x03\x04";
const DIRECTORY = "PK\x01\x02";
const END = "PK\x05\x06";
/** Of an entry's header: APPNOTE.TXT section 4.3.7. */
const ENTRY_BYTES = 30;
/** Versions and methods of the format have smaller numbers. */
const MAX_NUMBER = 99;
/** Entries that are looked at between pauses. */
const ENTRIES_OF_A_TURN = 1024;

/**
 * @param text of the file, one character a byte.
 * @throws FormatError `pdf_also_zip`, `work_limit_exceeded`; what aborted the work.
 */
export async function checkNoArchive(bytes: Uint8Array, text: string, work: Work): Promise<void> {
  // Four bytes may come up by chance, in one file of 10,000; both, or a whole header, do not.
  const directory = text.indexOf(DIRECTORY);
  if (directory >= 0 && text.includes(END, directory)) fail("the list of an archive", directory);
  let looked = 0;
  for (let at = text.indexOf(ENTRY); at >= 0; at = text.indexOf(ENTRY, at + 1)) {
    work.spend(1);
    if (++looked % ENTRIES_OF_A_TURN === 0) await work.pause();
    if (isEntry(bytes, at)) fail("an entry of an archive", at);
  }
}

/** Whether what begins there can be an entry: of a known version and method, with a name that fits. */
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
