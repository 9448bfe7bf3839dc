import type { RandomAccess } from "../random-access.js";

/** Where programs look for a PDF file's beginning: ISO 32000-1, annex H, note 13. */
const SEARCHED_BYTES = 1024;
/** `%PDF-` */
const HEADER = [0x25, 0x50, 0x44, 0x46, 0x2d];

/**
 * Whether programs would open the file as a PDF, wherever its archive has these bytes: in a name, a field, or the first
 * entry, if it is a PDF file that is not compressed. They show that one, not what is verified.
 */
export async function hasPdfHeader(file: RandomAccess): Promise<boolean> {
  const start = await file.read(0, Math.min(file.sizeBytes, SEARCHED_BYTES + HEADER.length - 1));
  return start.some((_, at) => HEADER.every((byte, i) => start[at + i] === byte));
}
