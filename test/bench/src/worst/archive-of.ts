/**
 * A package of one original, deflated or stored as given. Its checksum is not computed, so that all
 * of it is read.
 */

const u16 = (...values: readonly number[]) =>
  Uint8Array.from(values.flatMap((value) => [value & 255, (value >> 8) & 255]));
const u32 = (...values: readonly number[]) =>
  u16(...values.flatMap((value) => [value & 0xffff, value >>> 16]));

export interface ArchiveEntry {
  readonly name: string;
  readonly method: 0 | 8;
  readonly data: Uint8Array;
  /** Decompressed. */
  readonly sizeBytes: number;
  readonly extra?: Uint8Array;
  readonly hasDescriptor?: boolean;
}

export function archiveOf(entries: readonly ArchiveEntry[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const centrals: Uint8Array[] = [];
  let at = 0;
  const put = (...added: readonly Uint8Array[]) => {
    for (const piece of added) {
      pieces.push(piece);
      at += piece.length;
    }
  };
  for (const { name, method, data, sizeBytes, extra = new Uint8Array(0), hasDescriptor = false } of entries) {
    const bytes = new TextEncoder().encode(name);
    const flags = 0x800 | (hasDescriptor ? 8 : 0);
    const sizes = u32(0, data.length, sizeBytes);
    const offset = at;
    put(u32(0x04034b50), u16(20, flags, method, 0, 0x5c43), hasDescriptor ? u32(0, 0, 0) : sizes);
    put(u16(bytes.length, extra.length), bytes, extra, data);
    if (hasDescriptor) put(u32(0x08074b50), sizes);
    centrals.push(
      u32(0x02014b50),
      u16(20, 20, flags, method, 0, 0x5c43),
      sizes,
      u16(bytes.length, extra.length, 0, 0, 0),
    );
    centrals.push(u32(0, offset), bytes, extra);
  }
  const start = at;
  put(...centrals);
  put(u32(0x06054b50), u16(0, 0, entries.length, entries.length), u32(at - start, start), u16(0));
  const whole = new Uint8Array(at);
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}
