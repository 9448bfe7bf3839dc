/**
 * The sRGB colour space as an ICC profile of version 4: ICC.1:2010, with the primaries and the curve of IEC 61966-2-1.
 * Generated here, because distributed profiles have licences of their own.
 */

const HEADER_BYTES = 128;
const DESCRIPTION = "sRGB IEC61966-2.1";
const COPYRIGHT = "CC0";

/** XYZ of the primaries, adapted by Bradford's method to D50, the white of the profile connection space. */
const WHITE = [0.9642, 1, 0.8249] as const;
const RED = [0.43607, 0.22249, 0.01392] as const;
const GREEN = [0.38515, 0.71687, 0.09708] as const;
const BLUE = [0.14307, 0.06061, 0.7141] as const;
/** Section 10.16, function type 3: (aX+b)^g from d on, cX below. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const;

export function srgbProfile(): Buffer {
  const curve = tag("para", Buffer.from([0, 3, 0, 0]), fixed(CURVE));
  const tags: readonly (readonly [string, Buffer])[] = [
    ["desc", localized(DESCRIPTION)],
    ["cprt", localized(COPYRIGHT)],
    ["wtpt", tag("XYZ ", fixed(WHITE))],
    ["rXYZ", tag("XYZ ", fixed(RED))],
    ["gXYZ", tag("XYZ ", fixed(GREEN))],
    ["bXYZ", tag("XYZ ", fixed(BLUE))],
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  const offsets = new Map<Buffer, number>();
  const parts: Buffer[] = [];
  let end = HEADER_BYTES + table.length;
  for (const [index, [signature, data]] of tags.entries()) {
    if (!offsets.has(data)) {
      const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
      offsets.set(data, end);
      parts.push(padded);
      end += padded.length;
    }
    table.write(signature, 4 + 12 * index, "latin1");
    table.writeUInt32BE(offsets.get(data)!, 8 + 12 * index);
    table.writeUInt32BE(data.length, 12 + 12 * index);
  }
  return Buffer.concat([header(end), table, ...parts]);
}

/** Section 7.2. */
function header(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(sizeBytes, 0);
  bytes.writeUInt32BE(0x04200000, 8);
  bytes.write("mntrRGB XYZ ", 12, "latin1");
  for (const [index, value] of [2026, 1, 1, 0, 0, 0].entries()) bytes.writeUInt16BE(value, 24 + 2 * index);
  bytes.write("acsp", 36, "latin1");
  fixed(WHITE).copy(bytes, 68);
  return bytes;
}

function tag(type: string, ...data: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(type, "latin1"), Buffer.alloc(4), ...data]);
}

/** Section 10.13: one text, in English. */
function localized(text: string): Buffer {
  const record = Buffer.alloc(20);
  record.writeUInt32BE(1, 0);
  record.writeUInt32BE(12, 4);
  record.write("enUS", 8, "latin1");
  record.writeUInt32BE(text.length * 2, 12);
  record.writeUInt32BE(28, 16);
  return tag("mluc", record, Buffer.from(text, "utf16le").swap16());
}

/** s15Fixed16Number. */
function fixed(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 4 * index);
  return bytes;
}
