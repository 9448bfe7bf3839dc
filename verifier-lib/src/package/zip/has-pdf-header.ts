import type { RandomAccess } from "../random-access.js";

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
