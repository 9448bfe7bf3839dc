/**
 * Linearized files: ISO 32000-1 annex F. If the first object declares the file linearized, some programs
 * (poppler, pdf.js) start with the cross-reference section after it, others with the one that the end of the
 * file names. Both must be the same.
 */
import type { WorkBudget } from "@svc-proof/shared/work";
import { ObjectReader } from "./object-reader.js";
import { isDictionary, type PdfValue } from "./pdf-value.js";

/** Programs search for it even inside strings. */
const END = "endobj";

/**
 * @param header offset of the header. Programs count the length of the file from there, or from its first byte.
 * @param start offset of the newest cross-reference section, from the end of the file.
 * @throws FormatError `pdf_object_malformed` if the first object is malformed.
 */
export function isMisleadinglyLinearized(
  bytes: Uint8Array,
  header: number,
  start: number,
  work: WorkBudget,
): boolean {
  const reader = new ObjectReader(bytes, header, work);
  reader.skipSpace();
  reader.count();
  reader.count();
  reader.expectWord("obj");
  const first = reader.value();
  if (!isDictionary(first) || !first.has("Linearized")) return false;
  const length = first.get("L");
  // The file was updated after linearization, so programs ignore the declaration.
  const lengths: PdfValue[] = [bytes.length, bytes.length - header];
  if (typeof length === "number" && !lengths.includes(length)) return false;
  const text = new TextDecoder("latin1").decode(bytes.subarray(header, start));
  return !/^[\s\0]*$/.test(text.slice(text.indexOf(END) + END.length));
}
