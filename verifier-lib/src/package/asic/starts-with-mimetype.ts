/** How programs recognise an ASiC container by its first bytes: ETSI EN 319 162-1, section A.1. */
import type { RandomAccess } from "../random-access.js";
import { MIMETYPE_NAME } from "./asic-names.js";

/** Where the content of the entry `mimetype` starts. */
export const MIMETYPE_OFFSET: number = 30 + MIMETYPE_NAME.length;

/** Whether the first entry is `mimetype`, stored, and without an extra field. */
export async function startsWithMimetype(file: RandomAccess): Promise<boolean> {
  return isMimetypeHeader(await file.read(0, Math.min(file.sizeBytes, MIMETYPE_OFFSET)));
}

/** @param start the first bytes of a file: {@link MIMETYPE_OFFSET} or more. */
export function isMimetypeHeader(start: Uint8Array): boolean {
  if (start.length < MIMETYPE_OFFSET) return false;
  const header = new DataView(start.buffer, start.byteOffset, start.length);
  const isStored = header.getUint16(8, true) === 0;
  const isBare = header.getUint16(26, true) === MIMETYPE_NAME.length && header.getUint16(28, true) === 0;
  return (
    header.getUint32(0, true) === 0x04034b50 &&
    isStored &&
    isBare &&
    [...MIMETYPE_NAME].every((letter, i) => start[30 + i] === letter.charCodeAt(0))
  );
}
