/**
 * Whether an archive or a PDF file that cannot be read names the file of a proof where it names its files: damaged evidence must not
 * pass for a file that nobody has evidence of.
 */
import { constants, inflateSync } from "node:zlib";
import { INPUT_LIMITS, type InputType } from "../../index.js";
import { MAX_OBJECT_STREAMS, MAX_STRUCTURE_BYTES } from "../../package/pdf/limits.js";
import type { RandomAccess } from "../../package/random-access.js";

const NAME = "proof.json";

/** Archives name their files at the start, each with its bytes, and at the end, together. */
const ARCHIVE_PART_BYTES = 262_144;

export async function namesProof(file: RandomAccess, role: InputType): Promise<boolean> {
  const { sizeBytes } = file;
  if (role === "certificate-pdf") {
    const bytes = await file.read(0, Math.min(sizeBytes, INPUT_LIMITS["certificate-pdf"]));
    return partsOfPdf(Buffer.from(bytes)).some((part) => part.includes(NAME));
  }
  if (role !== "evidence-zip") return false;
  const length = Math.min(sizeBytes, ARCHIVE_PART_BYTES);
  const parts = [await file.read(0, length), await file.read(sizeBytes - length, length)];
  return parts.some((bytes) => Buffer.from(bytes).includes(NAME));
}

/** The file as it is, and what its object streams decompress to: certificates name their attachments in these. */
function partsOfPdf(bytes: Buffer): readonly Buffer[] {
  const parts = [bytes];
  let at = 0;
  for (let count = 0; count < MAX_OBJECT_STREAMS; count++) {
    at = bytes.indexOf("/ObjStm", at + 1);
    if (at < 0) break;
    const start = /stream\r?\n/.exec(bytes.toString("latin1", at, at + MAX_DICTIONARY_BYTES));
    if (start !== null) parts.push(inflated(bytes.subarray(at + start.index + start[0].length)));
  }
  return parts;
}

/** What may stand between the type of an object stream and its bytes. */
const MAX_DICTIONARY_BYTES = 1024;

/** As far as it goes. */
function inflated(data: Buffer): Buffer {
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_STRUCTURE_BYTES });
  } catch {
    return Buffer.alloc(0);
  }
}
