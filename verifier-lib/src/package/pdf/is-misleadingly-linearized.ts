/**
 * Linearized files: ISO 32000-1 annex F. If the first object declares the file linearized, some programs
 * (poppler, pdf.js) start with the cross-reference section after it, others with the one that the end of the
 * file names. Both must be the same.
 */
import type { WorkBudget } from "@svc-proof/shared/work";
import { ObjectReader } from "./object-reader.js";
import { isDictionary } from "./pdf-value.js";

/** Programs search for it even inside strings. */
const END = "endobj";

/**
 * @param start offset of the newest cross-reference section, from the end of the file.
 * @throws FormatError `pdf_object_malformed` if the first object is malformed.
 */
export function isMisleadinglyLinearized(bytes: Uint8Array, start: number, work: WorkBudget): boolean {
  const reader = new ObjectReader(bytes, 0, work);
  reader.skipSpace();
  reader.count();
  reader.count();
  reader.expectWord("obj");
  const first = reader.value();
  if (!isDictionary(first) || !first.has("Linearized")) return false;
  const length = first.get("L");
  // The file was updated after linearization, so programs ignore the declaration.
  if (typeof length === "number" && length !== bytes.length) return false;
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, start));
  return !/^[\s\0]*$/.test(text.slice(text.indexOf(END) + END.length));
}
