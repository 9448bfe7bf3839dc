import { CHECKPOINTS, EPOCH_BLOCKS, HEADER_BYTES } from "@svc-proof/shared/bitcoin";
import { readBytes } from "@svc-proof/ui/hashing";
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
