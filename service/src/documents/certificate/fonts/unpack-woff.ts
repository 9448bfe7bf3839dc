/**
 * Unpacks the SFNT file in a WOFF 1.0 file: W3C Recommendation "WOFF File Format 1.0", sections 3 to 5.
 *
 * The font packages contain WOFF. fontkit reads it, but inflates a table again for each glyph of a subset. Only
 * installed fonts are read, not hostile ones, so checksums are not verified. Not inflated by `node:zlib`: Node aborts the
 * whole process if a worker is ended while it creates a stream of it ("close before init").
 */
import { unzlibSync } from "fflate";

const WOFF_SIGNATURE = 0x774f4646;
const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** @returns the font as SFNT; `file` itself when it is not WOFF. */
export function unpackWoff(file: Buffer): Buffer {
  if (file.length < WOFF_HEADER_BYTES || file.readUInt32BE(0) !== WOFF_SIGNATURE) return file;
  const tableCount = file.readUInt16BE(12);
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + tableCount * SFNT_ENTRY_BYTES);
  const power = 2 ** Math.floor(Math.log2(tableCount));
  file.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tableCount, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((tableCount - power) * 16, 10);

  const parts: Uint8Array[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < tableCount; index++) {
    const entry = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const start = file.readUInt32BE(entry + 4);
    const packedBytes = file.readUInt32BE(entry + 8);
    const sizeBytes = file.readUInt32BE(entry + 12);
    const packed = file.subarray(start, start + packedBytes);
    const table = packedBytes < sizeBytes ? unzlibSync(packed) : packed;
    const target = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    file.copy(directory, target, entry, entry + 4);
    file.copy(directory, target + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(offset, target + 8);
    directory.writeUInt32BE(sizeBytes, target + 12);
    const padding = Buffer.alloc(-sizeBytes & 3);
    parts.push(table, padding);
    offset += sizeBytes + padding.length;
  }
  return Buffer.concat(parts);
}
