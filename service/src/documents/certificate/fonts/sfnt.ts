/** The container of TrueType fonts: OpenType 1.9, "Organization of an OpenType Font". Checksums are left out: nothing that reads the fonts checks them. */

const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** The tables of a font by their tags. */
export type SfntTables = ReadonlyMap<string, Buffer>;

export function encodeSfnt(flavor: number, tables: SfntTables): Buffer {
  const count = tables.size;
  const power = 2 ** Math.floor(Math.log2(count));
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES);
  directory.writeUInt32BE(flavor, 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((count - power) * 16, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, [tag, bytes]] of [...tables].entries()) {
    const entry = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    directory.write(tag, entry, "latin1");
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** @param file one font, not a collection. */
export function parseSfnt(file: Buffer): SfntTables {
  const count = file.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
      const start = file.readUInt32BE(entry + 8);
      const bytes = file.subarray(start, start + file.readUInt32BE(entry + 12));
      return [file.toString("latin1", entry, entry + 4), bytes];
    }),
  );
}
