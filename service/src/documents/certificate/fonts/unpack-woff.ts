/** Unpacks the SFNT file in a WOFF file: W3C Recommendations "WOFF File Format 1.0", sections 3 to 5, and "2.0". */
import { createRequire } from "node:module";
import { unzlibSync } from "fflate";

const require = createRequire(import.meta.url);

/** The decoder of WOFF 2.0 by its makers, as WebAssembly. */
const woff2 = require("wawoff2/build/decompress_binding.js") as {
  /** False if it cannot read the file. */
  decompress(file: Uint8Array): Uint8Array | false;
};
const decompress = require("wawoff2/decompress.js") as (file: Uint8Array) => Promise<Uint8Array>;

/** Resolves when `unpackWoff` can unpack WOFF 2.0: its WebAssembly is compiled first. */
export const woff2IsReady: Promise<unknown> = decompress(new Uint8Array(0)).catch(() => null);

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/**
 * @returns the font as SFNT; `file` itself when it is not WOFF.
 * @throws Error if the file is damaged.
 */
export function unpackWoff(file: Buffer): Buffer {
  const signature = file.toString("latin1", 0, 4);
  if (signature === "wOFF") return unpackWoff1(file);
  if (signature !== "wOF2") return file;
  const font = woff2.decompress(file);
  if (font === false) throw new Error("the file is not WOFF 2.0 as it should be");
  return Buffer.from(font);
}

/**
 * Only installed fonts are read, not hostile ones, so checksums are not verified. Not inflated by `node:zlib`: Node aborts the whole
 * process if a worker is ended while it creates a stream of it ("close before init").
 */
function unpackWoff1(file: Buffer): Buffer {
  const tableCount = file.readUInt16BE(12);
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + tableCount * SFNT_ENTRY_BYTES);
  file.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tableCount, 4);
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
