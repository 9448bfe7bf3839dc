/**
 * Evidence packages changed in their structure: entries are renamed, swapped, doubled, marked as
 * links, given fields, cut and packed anew, and the records state arbitrary values. Some program
 * accepts each result as an archive.
 */
import { crc32, deflateRawSync } from "node:zlib";
import { type Draw, oneOf } from "./random-integers.js";

export interface ZipModelEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

interface Header {
  signature: number;
  version: number;
  flags: number;
  method: number;
  time: number;
  crc: number;
  compressed: number;
  size: number;
  name: Buffer;
  extra: Buffer;
}

interface Entry {
  central: Header & {
    madeBy: number;
    disk: number;
    internal: number;
    attributes: number;
    offset: number | null;
  };
  local: Header;
  data: Buffer;
  descriptor: Buffer;
}

interface Archive {
  entries: Entry[];
  before: Buffer;
  gap: Buffer;
  comment: Buffer;
  end: { count: number | null; size: number | null; offset: number | null; disk: number };
  hasZip64: boolean;
}

const NAMES = [
  "proof.json",
  "PROOF.JSON",
  "proof.json;1",
  "proof.json.",
  "PROOF~1.JSO",
  "original/a.txt",
  "Original/b.txt",
  "original/",
  "bitcoin/original.ots",
  "bitcoin/headers.json",
  "seal/timestamp.tsr",
  "seal/qualified-timestamp.tsr",
  "seal/tsa-certificates.pem",
  "README.txt",
  "a/../proof.json",
  "a\\b",
  "e\u0301",
  "\u00e9",
  "x".repeat(1025),
  "/".repeat(70),
  "",
];
const NUMBERS = [
  0, 1, 2, 8, 9, 20, 45, 0x41, 0x800, 0x808, 0xffff, 0x10000, 0x7fffffff, 0xfffffffe, 0xffffffff,
];
const ATTRIBUTES = [
  0, 0x10, 0x08, 0x20, 0x400, 0x81a40000, 0xa1ff0000, 0x41ed0010, 0x61ff0000, 0xc1ff0000, 0x11ff0000,
];
const FIELD_IDS = [0x0001, 0x000d, 0x756e, 0x7075, 0x5455, 0x554e, 0x2605, 0x9901, 0xcafe];
const BYTES = [
  "%PDF-1.7\n",
  "PK\x03\x04",
  "PK\x01\x02",
  "PK\x05\x06",
  "PK\x06\x06",
  "PK\x07\x08",
  "\0".repeat(22),
  "x",
];

const bytesFrom = (draw: Draw) => Buffer.from(oneOf(draw, BYTES), "latin1");
const number = (draw: Draw, was: number) =>
  draw(2) === 0 ? oneOf(draw, NUMBERS) : Math.max(0, was + draw(5) - 2);

/** @param count number of changes. */
export function mutatedZip(files: readonly ZipModelEntry[], count: number, draw: Draw): Uint8Array {
  const archive: Archive = {
    entries: files.map((file) => entryOf(file, draw)),
    before: Buffer.alloc(0),
    gap: Buffer.alloc(0),
    comment: Buffer.alloc(0),
    end: { count: null, size: null, offset: null, disk: 0 },
    hasZip64: draw(20) === 0,
  };
  for (let i = 0; i < count; i++) mutate(archive, draw);
  const bytes = encode(archive);
  // Some are damaged as well.
  if (draw(8) === 0 && bytes.length > 0) bytes[draw(bytes.length)]! ^= 1 << draw(8);
  if (draw(30) === 0) return bytes.subarray(0, draw(bytes.length + 1));
  return bytes;
}

function entryOf({ name, content }: ZipModelEntry, draw: Draw): Entry {
  const method = draw(3) === 0 ? 0 : 8;
  const data = method === 0 ? Buffer.from(content) : deflateRawSync(content, { level: draw(10) });
  const isLater = draw(4) === 0 && method === 8;
  const header: Header = {
    signature: 0x04034b50,
    version: 20,
    flags: 0x800 | (isLater ? 8 : 0),
    method,
    time: 0x5c430000,
    crc: crc32(content),
    compressed: data.length,
    size: content.length,
    name: Buffer.from(name),
    extra: Buffer.alloc(0),
  };
  return {
    central: {
      ...header,
      signature: 0x02014b50,
      madeBy: 20,
      disk: 0,
      internal: 0,
      attributes: 0,
      offset: null,
    },
    local: isLater ? { ...header, crc: 0, compressed: 0, size: 0 } : { ...header },
    data,
    descriptor: isLater
      ? u32(...(draw(2) === 0 ? [0x08074b50] : []), header.crc, data.length, content.length)
      : Buffer.alloc(0),
  };
}

function mutate(archive: Archive, draw: Draw): void {
  const { entries } = archive;
  const entry = entries[draw(Math.max(1, entries.length))];
  if (entry === undefined) return;
  // Mostly both headers are changed alike, to get past their comparison.
  const headers: Header[] = oneOf(draw, [
    [entry.central, entry.local],
    [entry.central, entry.local],
    [entry.central],
    [entry.local],
  ]);
  const each = (change: (header: Header) => void) => {
    for (const header of headers) change(header);
  };
  oneOf<() => unknown>(draw, [
    () => {
      const name = Buffer.from(oneOf(draw, NAMES));
      each((header) => {
        header.name = name;
      });
    },
    () => {
      const name = Buffer.from(entry.central.name);
      if (name.length > 0) name[draw(name.length)] = draw(256);
      each((header) => {
        header.name = name;
      });
    },
    () => {
      const [id, content] = [oneOf(draw, FIELD_IDS), fieldContent(entry, draw)];
      const field = Buffer.concat([u16(id, draw(8) === 0 ? draw(65_536) : content.length), content]);
      each((header) => {
        header.extra = Buffer.concat([header.extra, field]);
      });
    },
    () => {
      entry.central.attributes = oneOf(draw, ATTRIBUTES);
      entry.central.madeBy = 20 | (draw(32) << 8);
    },
    () => {
      const key = oneOf(draw, [
        "version",
        "flags",
        "method",
        "time",
        "crc",
        "compressed",
        "size",
        "signature",
      ] as const);
      const value = number(draw, entry.central[key]);
      each((header) => {
        header[key] = value;
      });
    },
    () => {
      entry.central.offset = number(draw, draw(500));
    },
    () => {
      entry.central.disk = draw(2);
      entry.central.internal = draw(65_536);
    },
    () => entries.splice(draw(entries.length), 1),
    () => entries.splice(draw(entries.length), 0, copyOf(oneOf(draw, entries))),
    () => entries.reverse(),
    () => {
      const other = oneOf(draw, entries);
      [entry.data, other.data] = [other.data, entry.data];
    },
    () => {
      const at = draw(entry.data.length + 1);
      entry.data = Buffer.concat([
        entry.data.subarray(0, at),
        bytesFrom(draw),
        entry.data.subarray(at + draw(3)),
      ]);
    },
    () => {
      entry.data = entry.data.subarray(0, draw(entry.data.length + 1));
    },
    () => {
      // Packed anew and valid: another method or level for the same content.
      const content = Buffer.from(`{"made":${draw(1000)}}`);
      const method = oneOf(draw, [0, 8]);
      entry.data = method === 0 ? content : deflateRawSync(content);
      each((header) => {
        Object.assign(header, {
          method,
          crc: crc32(content),
          size: content.length,
          compressed: entry.data.length,
        });
      });
    },
    () => {
      entry.descriptor = oneOf(draw, [
        Buffer.alloc(0),
        u32(entry.central.crc, entry.central.compressed, entry.central.size),
        u32(0x08074b50, entry.central.crc, entry.central.compressed, 0, entry.central.size, 0),
        bytesFrom(draw),
      ]);
      each((header) => {
        header.flags ^= 8;
      });
    },
    () => {
      archive.comment = Buffer.concat([archive.comment, bytesFrom(draw)]);
    },
    () => {
      archive.before = bytesFrom(draw);
    },
    () => {
      archive.gap = bytesFrom(draw);
    },
    () => {
      archive.end[oneOf(draw, ["count", "size", "offset"] as const)] = oneOf(draw, NUMBERS);
    },
    () => {
      archive.hasZip64 = !archive.hasZip64;
    },
  ])();
}

function fieldContent(entry: Entry, draw: Draw): Buffer {
  const { name, size, compressed } = entry.central;
  return oneOf(draw, [
    () => u32(size, 0, compressed, 0),
    () => Buffer.concat([Buffer.of(1), u32(crc32(name)), Buffer.from(oneOf(draw, NAMES))]),
    () => Buffer.concat([u32(0), u16(oneOf(draw, [0o120777, 0o100644, 0o40755])), u32(draw(2)), u16(0, 0)]),
    () => Buffer.concat([u32(1, 2), u16(3, 4), bytesFrom(draw)]),
    () => Buffer.alloc(draw(40), draw(256)),
  ])();
}

function copyOf(entry: Entry): Entry {
  return { ...entry, central: { ...entry.central, offset: null }, local: { ...entry.local } };
}

function encode({ entries, before, gap, comment, end, hasZip64 }: Archive): Buffer {
  const pieces = [before];
  let at = before.length;
  const centrals = entries.map(({ central, local, data, descriptor }) => {
    const offset = central.offset ?? at;
    const record = Buffer.concat([
      u32(local.signature),
      u16(local.version, local.flags, local.method),
      u32(local.time, local.crc, local.compressed, local.size),
      u16(local.name.length, local.extra.length),
      local.name,
      local.extra,
      data,
      descriptor,
    ]);
    pieces.push(record);
    at += record.length;
    return Buffer.concat([
      u32(central.signature),
      u16(central.madeBy, central.version, central.flags, central.method),
      u32(central.time, central.crc, central.compressed, central.size),
      u16(central.name.length, central.extra.length, 0, central.disk, central.internal),
      u32(central.attributes, offset),
      central.name,
      central.extra,
    ]);
  });
  const directory = Buffer.concat(centrals);
  pieces.push(gap, directory);
  at += gap.length;
  const [count, size, offset] = [end.count ?? entries.length, end.size ?? directory.length, end.offset ?? at];
  if (hasZip64) {
    pieces.push(
      Buffer.concat([u32(0x06064b50, 44, 0), u16(45, 45), u32(0, 0, count, 0, count, 0, size, 0, offset, 0)]),
      u32(0x07064b50, 0, at + directory.length, 0, 1),
    );
  }
  pieces.push(
    u32(0x06054b50),
    u16(end.disk, 0, count, count),
    u32(size, offset),
    u16(comment.length),
    comment,
  );
  return Buffer.concat(pieces);
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, 2 * i);
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * i);
  return bytes;
}
