/**
 * Linearized files: ISO 32000-1 annex F. Where the first object says that the file is one, some programs (poppler, pdf.js)
 * begin with the cross-reference section behind it, others with the one that the file's end names. Both must be one.
 */
import type { WorkBudget } from "@svc-proof/shared/work";
import { ObjectReader } from "./object-reader.js";
import { isDictionary } from "./pdf-value.js";

/** As programs search it, be it in a string. */
const END = "endobj";

/**
 * @param start of the newest cross-reference section, by the file's end.
 * @throws FormatError `pdf_object_malformed` when the first object is none.
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
  // It was linearized, and added to since: no program goes by it any more.
  if (typeof length === "number" && length !== bytes.length) return false;
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, start));
  return !/^[\s\0]*$/.test(text.slice(text.indexOf(END) + END.length));
}
