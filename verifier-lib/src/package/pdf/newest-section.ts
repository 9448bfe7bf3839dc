/** Where the newest cross-reference section of a file begins: ISO 32000-1 section 7.5.5. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { PdfErrorCode } from "./error-code.js";
import { TAIL_BYTES } from "./limits.js";
import { latin1 } from "./object-reader.js";

/**
 * @param header offset of the header.
 * @returns `start` counts from `origin`, as all offsets of the file do: from the header, or from the first byte.
 * @throws FormatError `pdf_truncated`, `pdf_xref_ambiguous`.
 */
export function newestSection(
  file: Uint8Array,
  header: number,
): { readonly origin: number; readonly start: number } {
  const start = startOffset(file);
  return { origin: originOf(file, header, start), start };
}

/** Viewers look for the last `startxref`; what some programs append to a file does not matter to them. */
function startOffset(bytes: Uint8Array): number {
  const tail = latin1(bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)));
  const match = /^startxref[ \t]*[\r\n]+[ \t]*([0-9]{1,10})[ \t]*[\r\n]+%%EOF/.exec(
    tail.slice(Math.max(0, tail.lastIndexOf("startxref"))),
  );
  if (match === null)
    fail("pdf_truncated", "expected startxref, an offset and %%EOF at the end", bytes.length);
  return Number(match[1]);
}

/** Viewers count offsets from the header. Programs that do not know of the bytes before it count from the first byte. */
function originOf(bytes: Uint8Array, header: number, start: number): number {
  const [fromHeader, fromStart] = [sectionAt(bytes, header + start), sectionAt(bytes, start)];
  if (fromStart === null || fromStart === fromHeader) return header;
  if (fromHeader === null) return 0;
  return fail("pdf_xref_ambiguous", "from the header, offsets lead to another section", start);
}

/** Offset of the section that begins there, after white space; null if none does. */
function sectionAt(bytes: Uint8Array, offset: number): number | null {
  const text = latin1(bytes.subarray(offset, offset + SECTION_START_BYTES));
  const match = /^([\s\0]*)(?:xref|[0-9]+[\s\0]+[0-9]+[\s\0]+obj)/.exec(text);
  if (match === null) return null;
  const at = offset + match[1]!.length;
  const isInNumber = /[0-9]/.test(String.fromCharCode(bytes[at - 1] ?? 0));
  return isInNumber ? null : at;
}

const SECTION_START_BYTES = 64;

function fail(code: PdfErrorCode, message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>(code, message, offset);
}
