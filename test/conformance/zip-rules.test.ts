/** The rules of docs/formats/evidence.md, "The archive", each broken once. */

import { describe, expect, test } from "vitest";
import { encodeZip, type ZipFile } from "../../service/src/documents/encode-zip.js";
import { zipOutcome } from "./zip-outcome.js";

const AT = new Date("2026-02-03T04:05:06.000Z");
const text = (words: string) => new TextEncoder().encode(words);

async function packed(files: readonly ZipFile[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeZip(files, AT).read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

const END_BYTES = 22;
/** Offset of the central directory, from the end record. */
const directoryOf = (zip: Buffer) => zip.readUInt32LE(zip.length - END_BYTES + 16);
/** Offset of the n-th header of the directory. Names are one character, with nothing after them. */
const headerOf = (zip: Buffer, n: number) => directoryOf(zip) + n * 47;

/** Two stored entries, `a` and `b`, 32 bytes in all. */
const two = () =>
  packed([
    { name: "a", content: text("A") },
    { name: "b", content: text("B") },
  ]);

/** The archive with bytes inserted; later offsets are adjusted, as tools do. */
function inserted(zip: Buffer, at: number, bytes: Buffer, moveEntries: readonly number[]): Buffer {
  const moved = Buffer.from(zip);
  for (const n of moveEntries) {
    const field = headerOf(zip, n) + 42;
    moved.writeUInt32LE(zip.readUInt32LE(field) + bytes.length, field);
  }
  if (at <= directoryOf(zip))
    moved.writeUInt32LE(directoryOf(zip) + bytes.length, zip.length - END_BYTES + 16);
  return Buffer.concat([moved.subarray(0, at), bytes, moved.subarray(at)]);
}

const edit = (change: (zip: Buffer) => unknown) => (zip: Buffer) => {
  change(zip);
  return zip;
};

const BROKEN: readonly (readonly [string, string, (zip: Buffer) => Buffer])[] = [
  ["empty file", "zip_no_end_record", () => Buffer.alloc(0)],
  ["no end record", "zip_no_end_record", (zip) => zip.subarray(0, -END_BYTES)],
  ["a byte after the end", "zip_trailing_data", (zip) => Buffer.concat([zip, Buffer.of(1)])],
  ["a byte of the end missing", "zip_no_end_record", (zip) => zip.subarray(0, -1)],
  [
    "a comment that begins like an end record: Python's zipfile looks no further",
    "zip_ambiguous_end",
    (zip) => {
      const outer = edit((copy) => copy.writeUInt16LE(4, copy.length - 2))(Buffer.from(zip));
      return Buffer.concat([outer, Buffer.from("PK\x05\x06", "latin1")]);
    },
  ],
  [
    "a comment that is itself an end record",
    "zip_ambiguous_end",
    (zip) => {
      const inner = Buffer.from(zip.subarray(-END_BYTES));
      const outer = edit((copy) => copy.writeUInt16LE(END_BYTES, copy.length - 2))(Buffer.from(zip));
      return Buffer.concat([outer, inner]);
    },
  ],
  ["bytes before the start", "zip_prepended_data", (zip) => Buffer.concat([Buffer.from("MZ"), zip])],
  [
    "bytes before the start, offsets adjusted",
    "zip_prepended_data",
    (zip) => inserted(zip, 0, Buffer.from("MZ"), [0, 1]),
  ],
  ["bytes between entries", "zip_gap", (zip) => inserted(zip, 32, Buffer.from("hidden"), [1])],
  ["bytes after the entries", "zip_gap", (zip) => inserted(zip, 64, Buffer.from("hidden"), [])],
  [
    "bytes after the directory",
    "zip_prepended_data",
    (zip) => inserted(zip, zip.length - END_BYTES, Buffer.from("hidden"), []),
  ],
  [
    "two entries that share their data",
    "zip_overlap",
    edit((zip) => zip.writeUInt32LE(0, headerOf(zip, 1) + 42)),
  ],
  [
    "an entry that holds the next one",
    "zip_overlap",
    edit((zip) => {
      for (const at of [18, 22]) zip.writeUInt32LE(33, at);
      for (const at of [20, 24]) zip.writeUInt32LE(33, headerOf(zip, 0) + at);
    }),
  ],
  [
    "an entry after the directory",
    "zip_local_header_mismatch",
    edit((zip) => zip.writeUInt32LE(zip.length, headerOf(zip, 1) + 42)),
  ],
  ["another name in the entry's own header", "zip_local_header_mismatch", edit((zip) => zip.write("x", 30))],
  ["another method there", "zip_local_header_mismatch", edit((zip) => zip.writeUInt16LE(8, 8))],
  ["another checksum there", "zip_local_header_mismatch", edit((zip) => zip.writeUInt32LE(1, 14))],
  ["other content", "zip_crc_mismatch", edit((zip) => zip.write("x", 31))],
  ["an encrypted entry", "zip_encrypted", edit((zip) => zip.writeUInt16LE(0x801, headerOf(zip, 0) + 8))],
  ["strong encryption", "zip_encrypted", edit((zip) => zip.writeUInt16LE(0x840, headerOf(zip, 0) + 8))],
  ["a patch", "zip_flag_unsupported", edit((zip) => zip.writeUInt16LE(0x820, headerOf(zip, 0) + 8))],
  ["bzip2", "zip_method_unsupported", edit((zip) => zip.writeUInt16LE(12, headerOf(zip, 0) + 10))],
  [
    "two sizes of a stored entry",
    "zip_size_mismatch",
    edit((zip) => zip.writeUInt32LE(2, headerOf(zip, 0) + 24)),
  ],
  ["another disk", "zip_multi_disk", edit((zip) => zip.writeUInt16LE(1, headerOf(zip, 0) + 34))],
  ["one part of several", "zip_multi_disk", edit((zip) => zip.writeUInt16LE(1, zip.length - END_BYTES + 4))],
  [
    "more entries stated than present",
    "zip_directory_malformed",
    edit((zip) => {
      for (const field of [8, 10]) zip.writeUInt16LE(3, zip.length - END_BYTES + field);
    }),
  ],
  [
    "fewer entries stated than present",
    "zip_directory_malformed",
    edit((zip) => {
      for (const field of [8, 10]) zip.writeUInt16LE(1, zip.length - END_BYTES + field);
    }),
  ],
  [
    "257 entries stated",
    "zip_too_many_entries",
    edit((zip) => {
      for (const field of [8, 10]) zip.writeUInt16LE(257, zip.length - END_BYTES + field);
    }),
  ],
  [
    "an extra field that is longer than all of them",
    "zip_directory_malformed",
    edit((zip) => zip.writeUInt16LE(60, headerOf(zip, 1) + 30)),
  ],
  [
    "a size of Zip64 without its field",
    "zip_size_mismatch",
    edit((zip) => zip.writeUInt32LE(0xffffffff, headerOf(zip, 0) + 24)),
  ],
];

test.each(BROKEN)("%s: %s", async (_, code, broken) => {
  const zip = await two();
  expect(await zipOutcome(zip)).toBe("a b");
  expect(await zipOutcome(broken(zip))).toBe(code);
});

describe("names", () => {
  test.each([
    ["zip_name_unsafe", ["../a"]],
    ["zip_name_unsafe", ["a/../b"]],
    ["zip_name_unsafe", ["/a"]],
    ["zip_name_unsafe", ["a//b"]],
    ["zip_name_unsafe", ["a/./b"]],
    ["zip_name_unsafe", ["C:a"]],
    ["zip_name_unsafe", ["a\\b", "a/c"]],
    ["zip_name_unsafe", ["a\0b"]],
    ["zip_name_unsafe", ["a\nb"]],
    ["zip_name_unsafe", ["__proto__"]],
    ["zip_name_unsafe", ["a/__proto__/b"]],
    ["zip_name_malformed", [""]],
    ["zip_name_malformed", ["x".repeat(1025)]],
    ["zip_name_duplicate", ["a", "a"]],
    ["zip_name_duplicate", ["a", "A"]],
    ["zip_name_duplicate", ["\u00e9", "e\u0301"]],
    ["zip_name_duplicate", ["a", "a/b"]],
    ["zip_name_duplicate", ["a/b/c", "A/B"]],
    ["zip_name_duplicate", ["a", "a/"]],
    ["a b/c b/d e/", ["a", "b/c", "b/d", "e/"]],
    [`${"x".repeat(1024)}`, ["x".repeat(1024)]],
    ["constructor toString", ["constructor", "toString"]],
  ])("%s: %j", async (expected, names) => {
    expect(await zipOutcome(await packed(names.map((name) => ({ name, content: text("") }))))).toBe(expected);
  });
});

describe("sizes", () => {
  const stated = async (content: Uint8Array) => zipOutcome(await packed([{ name: "a", content }]));

  test("256 entries are accepted, 257 are not", async () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `${i}`, content: text("") }));
    expect(await zipOutcome(await packed(files(256)))).toMatch(/ 255$/);
    expect(await zipOutcome(await packed(files(257)))).toBe("zip_too_many_entries");
  });

  test("a ratio above 200 is refused from one mebibyte on", async () => {
    expect(await stated(new Uint8Array(1_048_576))).toBe("a");
    expect(await stated(new Uint8Array(1_048_577))).toBe("zip_ratio_too_high");
  });
});
