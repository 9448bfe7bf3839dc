/** Files of raw headers. A separate module, loaded with the first headers. */
import { CHECKPOINTS, EPOCH_BLOCKS, HEADER_BYTES } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { readBytes } from "@svc-proof/ui/hashing";
import { INPUT_LIMITS, type RandomAccess, type RawHeaders } from "@svc-proof/verifier-lib";
import { isElectrumFile, isRawHeaderFile, isZero } from "./header-file.js";

/**
 * The height of the first of a file of raw headers: the one after the last @ of its name, as on the command line; else the one
 * that a checkpoint gives it, within an epoch. Null for other files, and where nothing says it.
 *
 * @throws UnreadableFileError
 */
export async function rawHeadersHeight(file: File): Promise<number | null> {
  const { name, size } = file;
  const bytes = await readBytes(file.slice(0, EPOCH_BLOCKS * HEADER_BYTES));
  if (!isRawHeaderFile(bytes, name, size)) return null;
  const [, stated] = /@([0-9]{1,9})$/.exec(name) ?? [];
  if (stated !== undefined) return Number(stated);
  if (isElectrumFile(name)) return 0;
  for (let at = 0; at < bytes.length; at += HEADER_BYTES) {
    const before = bytes.subarray(at + 4, at + 36);
    const height = isZero(before) ? 0 : CHECKPOINTS.heightAfter(before);
    if (height !== null && height >= at / HEADER_BYTES) return height - at / HEADER_BYTES;
  }
  return null;
}

/** Characters of a line `HEIGHT HEX160`, whose height has as many digits as any. */
const HEIGHT_DIGITS = 10;
const LINE_BYTES = HEIGHT_DIGITS + 1 + 2 * HEADER_BYTES + 1;

/**
 * Raw headers, and as lines for the list of what was found, which takes any number of files; null for a file that is too long for it.
 * Null for other files, and where nothing says the height.
 *
 * @throws UnreadableFileError
 */
export async function rawHeaders(
  file: File,
): Promise<(RawHeaders & { readonly lines: RandomAccess | null }) | null> {
  const height = await rawHeadersHeight(file);
  if (height === null) return null;
  const sizeBytes = (file.size / HEADER_BYTES) * LINE_BYTES;
  const read = async (offset: number, length: number) => {
    const text = linesOf(await readBytes(file), height);
    return new TextEncoder().encode(text).subarray(offset, offset + length);
  };
  return { height, file, lines: sizeBytes > INPUT_LIMITS.headers ? null : { sizeBytes, read } };
}

function linesOf(bytes: Uint8Array, firstHeight: number): string {
  return Array.from({ length: bytes.length / HEADER_BYTES }, (_, i) => {
    const header = bytesToHex(bytes, i * HEADER_BYTES, (i + 1) * HEADER_BYTES);
    return `${String(firstHeight + i).padStart(HEIGHT_DIGITS)} ${header}\n`;
  }).join("");
}
