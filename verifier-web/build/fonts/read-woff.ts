/**
 * The tables of a WOFF 1.0 file: W3C Recommendation "WOFF File Format 1.0", sections 3 to 5. Only installed fonts are read, not
 * hostile ones, so checksums are not verified.
 */
import { inflateSync } from "node:zlib";

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/** @returns the tables by their tags. */
export function readWoff(file: Buffer): ReadonlyMap<string, Buffer> {
  const count = file.readUInt16BE(12);
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < count; index++) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    const start = file.readUInt32BE(entry + 4);
    const packedBytes = file.readUInt32BE(entry + 8);
    const sizeBytes = file.readUInt32BE(entry + 12);
    const packed = file.subarray(start, start + packedBytes);
    tables.set(
      file.toString("latin1", entry, entry + 4),
      packedBytes < sizeBytes ? inflateSync(packed) : packed,
    );
  }
  return tables;
}
