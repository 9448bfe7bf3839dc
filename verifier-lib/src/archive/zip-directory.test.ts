import { describe, expect, test } from "vitest";
import { randomAccess } from "../content/content.js";
import { MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_TOTAL_BYTES, RATIO_FREE_BYTES } from "./codes.js";
import {
  type RawEnd,
  type RawHeader,
  rawCentralHeader,
  rawEnd,
  rawEnd64,
  rawField,
  rawLocator,
  u64,
} from "./zip.testing.js";
import {
  type CentralDirectoryPlace,
  type DirectoryEntry,
  findCentralDirectory,
  parseCentralDirectory,
} from "./zip-directory.js";

describe("central directory", () => {
  const OFFSET = 5000;

  /** The entries, or `code@position`, counted from the start of the directory. */
  function parsed(bytes: Uint8Array, entryCount: number): DirectoryEntry[] | string {
    try {
      return parseCentralDirectory(bytes, { offset: OFFSET, sizeBytes: bytes.length, entryCount });
    } catch (error) {
      const { code, offset } = error as { code: string; offset: number };
      return `${code}@${offset - OFFSET}`;
    }
  }

  /** A first entry, so that positions are not those of the directory. */
  const FIRST = rawCentralHeader({ name: "first" });
  const AT = FIRST.length;
  const second = (header: RawHeader) => parsed(Buffer.concat([FIRST, rawCentralHeader(header)]), 2);
  const zip64 = (...values: readonly number[]) => rawField(1, u64(...values));
  const FULL = 0xffffffff;

  describe("an entry of the directory", () => {
    test("has each value at its place", () => {
      const header = {
        flags: 0x0808,
        method: 8,
        crc: 0x05060708,
        compressedBytes: 1000,
        sizeBytes: 2000,
        offset: 3000,
        name: "ä/b",
        comment: "comment",
      };
      expect(second(header)).toMatchObject([
        { name: "first" },
        {
          name: "ä/b",
          plainName: "ä/b",
          isFolder: false,
          rawName: Buffer.from("ä/b"),
          flags: 0x0808,
          method: 8,
          crc: 0x05060708,
          compressedBytes: 1000,
          sizeBytes: 2000,
          headerOffset: 3000,
        },
      ]);
      expect(second({ name: Buffer.of(0x84) })).toMatchObject([{}, { name: "ä" }]);
      expect(parsed(Buffer.alloc(0), 0)).toEqual([]);
    });

    test("has values of Zip64 in the order size, compressed size, offset", () => {
      const full = { method: 8, sizeBytes: FULL, compressedBytes: FULL, offset: FULL };
      expect(second({ ...full, extra: zip64(2 ** 33, 2 ** 32, 2 ** 34) })).toMatchObject([
        {},
        { sizeBytes: 2 ** 33, compressedBytes: 2 ** 32, headerOffset: 2 ** 34 },
      ]);
    });

    test.each<[string, RawHeader, string]>([
      ["a signature", { signature: 0x02014b51 }, `zip_directory_malformed@${AT}`],
      ["room for its name", { nameBytes: 2 }, `zip_directory_malformed@${AT}`],
      ["no encryption", { flags: 1 }, `zip_encrypted@${AT}`],
      ["no strong encryption", { flags: 0x40 }, `zip_encrypted@${AT}`],
      ["no masked header", { flags: 0x2000 }, `zip_encrypted@${AT}`],
      ["no unknown flag", { flags: 0x10 }, `zip_flag_unsupported@${AT}`],
      ["a known method", { method: 1 }, `zip_method_unsupported@${AT}`],
      ["its data on this disk", { disk: 1 }, `zip_multi_disk@${AT}`],
      ["a name", { name: "" }, `zip_name_malformed@${AT + 46}`],
      ["fields that fit", { extra: Buffer.alloc(5, 1) }, `zip_extra_field_malformed@${AT + 47}`],
      [
        "all values of Zip64",
        { offset: FULL, extra: rawField(1, Buffer.alloc(7)) },
        `zip_zip64_malformed@${AT + 47}`,
      ],
      ["one type", { name: "a/", attributes: 0o100644 * 2 ** 16 }, `zip_entry_type_mismatch@${AT}`],
      [
        "one type on the Amiga",
        { madeBy: 0x0114, attributes: 0x0800 * 2 ** 16 },
        `zip_entry_type_mismatch@${AT}`,
      ],
    ])("has %s", (_, header, outcome) => {
      expect(second(header)).toBe(outcome);
    });

    test("may state its compression level", () => {
      for (const flags of [2, 4, 6]) expect(second({ flags, method: 8 })).toMatchObject([{}, { flags }]);
    });

    test("is whole, and counted", () => {
      for (const length of [1, 3, 4, 45, 46]) {
        const cut = Buffer.concat([FIRST, rawCentralHeader({}).subarray(0, length)]);
        expect(parsed(cut, 2), `${length} bytes`).toBe(`zip_directory_malformed@${AT}`);
      }
      const two = Buffer.concat([FIRST, rawCentralHeader({})]);
      expect(parsed(two, 3)).toBe(`zip_directory_malformed@${two.length}`);
      expect(parsed(two, 1)).toBe(`zip_directory_malformed@${AT}`);
      expect(parsed(Buffer.concat([two, Buffer.alloc(1)]), 2)).toBe(`zip_directory_malformed@${two.length}`);
    });
  });

  const unicode = (name: string) =>
    // With the CRC-32 of `x`, little-endian.
    rawField(0x7075, Buffer.concat([Buffer.of(1, 0x83, 0x16, 0xdc, 0x8c), Buffer.from(name)]));
  const x = { name: "x", extra: unicode("a") };
  const folder = { name: "b/", method: 8, compressedBytes: 2 };
  const deflated = (sizeBytes: number, compressedBytes: number) => ({
    method: 8,
    sizeBytes,
    compressedBytes,
  });
  const sized = (name: string, size: number) => ({
    name,
    sizeBytes: FULL,
    compressedBytes: FULL,
    extra: zip64(size, size),
  });

  test.each<[string, RawHeader[], string]>([
    ["two names", [{ name: "a" }, { name: "b" }], "ok"],
    ["one name twice", [{ name: "a" }, { name: "a" }], "zip_name_duplicate"],
    ["a Unicode Path", [x], "ok"],
    ["a name that is another's Unicode Path", [x, { name: "a" }], "zip_name_duplicate"],
    ["a name that is another's plain one", [x, { name: "x" }], "zip_name_duplicate"],
    ["one plain name twice", [x, { name: "x", extra: unicode("b") }], "zip_name_duplicate"],
    ["an empty folder, compressed", [folder], "ok"],
    ["a folder with content", [{ ...folder, sizeBytes: 1 }], "zip_size_mismatch"],
    ["a stored folder with content", [{ name: "a/", sizeBytes: 1, compressedBytes: 1 }], "zip_size_mismatch"],
    ["one size", [{ sizeBytes: 5, compressedBytes: 5 }], "ok"],
    ["stored, but compressed to more", [{ sizeBytes: 5, compressedBytes: 6 }], "zip_size_mismatch"],
    ["stored, but compressed", [{ sizeBytes: 6, compressedBytes: 5 }], "zip_size_mismatch"],
    ["compressed", [deflated(6, 5)], "ok"],
    ["any ratio up to a mebibyte", [deflated(RATIO_FREE_BYTES, 1)], "ok"],
    ["not beyond it", [deflated(RATIO_FREE_BYTES + 1, 1)], "zip_ratio_too_high"],
    ["200 times as much", [deflated(1_100_000, 5500)], "ok"],
    ["more than that", [deflated(1_100_001, 5500)], "zip_ratio_too_high"],
    ["all bytes that are allowed", [sized("a", MAX_TOTAL_BYTES - 5), sized("b", 5)], "ok"],
    ["one more", [sized("a", MAX_TOTAL_BYTES - 5), sized("b", 6)], "zip_total_too_large"],
    ["one more in one", [sized("a", MAX_TOTAL_BYTES + 1)], "zip_total_too_large"],
  ])("entries have %s: %#", (_, headers, expected) => {
    const found = parsed(Buffer.concat(headers.map(rawCentralHeader)), headers.length);
    expect(typeof found === "string" ? found : "ok@0").toBe(`${expected}@0`);
  });

  test("an entry has both its names, and is a folder by them", () => {
    const entries = parsed(Buffer.concat([x, folder].map(rawCentralHeader)), 2);
    expect(entries).toMatchObject([
      { name: "a", plainName: "x", isFolder: false },
      { name: "b/", isFolder: true },
    ]);
  });
});

describe("the end record", () => {
  const [FULL_16, FULL_32] = [0xffff, 0xffffffff];
  const SIGNATURE = Buffer.from("PK\x05\x06", "latin1");

  /** The place, or `code@position`. */
  const found = (...parts: readonly Uint8Array[]): Promise<CentralDirectoryPlace | string> =>
    findCentralDirectory(randomAccess(Buffer.concat(parts))).catch(({ code, offset }) => `${code}@${offset}`);

  /** Bytes of entries, and then of their directory. */
  const ENTRIES = Buffer.alloc(40, 1);
  const DIRECTORY = Buffer.alloc(60, 2);
  const END = ENTRIES.length + DIRECTORY.length;
  const STATED: RawEnd = { entryCount: 3, sizeBytes: DIRECTORY.length, offset: ENTRIES.length };
  const PLACE = { entryCount: 3, sizeBytes: 60, offset: 40 };
  const end = (change: RawEnd = {}) => rawEnd({ ...STATED, ...change });
  const withEnd = (change: RawEnd, ...more: readonly Uint8Array[]) =>
    found(ENTRIES, DIRECTORY, end(change), ...more);

  test("gives the place of the directory, which has a limit of entries and of bytes", async () => {
    expect(await withEnd({})).toEqual(PLACE);
    expect(await found(rawEnd({}))).toEqual({ entryCount: 0, sizeBytes: 0, offset: 0 });
    expect(await withEnd({ entryCount: MAX_ENTRIES })).toMatchObject({ entryCount: MAX_ENTRIES });
    expect(await withEnd({ entryCount: MAX_ENTRIES + 1 })).toBe(`zip_too_many_entries@${END}`);
    const ofBytes = (sizeBytes: number) => found(Buffer.alloc(sizeBytes), rawEnd({ sizeBytes }));
    expect(await ofBytes(MAX_DIRECTORY_BYTES)).toMatchObject({ sizeBytes: MAX_DIRECTORY_BYTES });
    expect(await ofBytes(MAX_DIRECTORY_BYTES + 1)).toBe("zip_directory_too_large@0");
  });

  test.each<[string, RawEnd, string]>([
    ["another disk", { disk: 1 }, "zip_multi_disk"],
    ["a directory on another disk", { directoryDisk: 1 }, "zip_multi_disk"],
    ["more entries than on this disk", { entriesOnDisk: 2 }, "zip_multi_disk"],
    ["a directory that reaches into the record", { sizeBytes: 61 }, "zip_truncated"],
    ["a directory that begins too late", { offset: 41 }, "zip_truncated"],
    ["bytes behind what is no directory", { sizeBytes: 59 }, "zip_directory_malformed"],
    ["a place where no directory is", { offset: 39 }, "zip_directory_malformed"],
    ["a directory of less than a header", { offset: 80, sizeBytes: 4 }, "zip_directory_malformed"],
    ["a place of no entries", { offset: 39, entryCount: 0, entriesOnDisk: 0 }, "zip_prepended_data"],
  ])("is refused with %s", async (_, change, code) => {
    expect(await withEnd(change)).toBe(`${code}@${END}`);
  });

  test("of a directory that does not end there: another reading where some program finds it, else damaged", async () => {
    const directory = (first: number) => {
      const bytes = Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), Buffer.alloc(56)]);
      bytes.writeUInt32LE(first, 42);
      return bytes;
    };
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(36)]);
    const hidden = Buffer.alloc(5);
    for (const [code, parts] of [
      ["zip_prepended_data@105", [local, directory(0), hidden]],
      ["zip_prepended_data@105", [hidden, local, directory(0)]],
      ["zip_prepended_data@105", [hidden, local, directory(FULL_32)]],
      ["zip_directory_malformed@105", [local, hidden, directory(0)]],
      ["zip_directory_malformed@105", [local, hidden, directory(FULL_32 - 1)]],
      ["zip_directory_malformed@105", [local, directory(0).fill(0, 0, 4), hidden]],
    ] as const) {
      expect(await found(...parts, end())).toBe(code);
    }
  });

  test("has a comment of any length, and behind it zeros that fill a block, also with Zip64", async () => {
    const zip64 = [rawEnd64(STATED), rawLocator(END)];
    for (const length of [0, 1, 100, 65_535]) {
      const comment = Buffer.alloc(length, 0x50);
      expect(await withEnd({ comment })).toEqual(PLACE);
      expect(await withEnd({ comment }, Buffer.alloc(10_239))).toEqual(PLACE);
      const size = END + 22 + length;
      expect(await withEnd({ comment }, Buffer.alloc(10_240))).toBe(`zip_trailing_data@${size + 10_240}`);
      const all = [ENTRIES, DIRECTORY, ...zip64, end({ comment })];
      expect(await found(...all)).toEqual(PLACE);
      expect(await found(...all, Buffer.alloc(10_239))).toEqual(PLACE);
    }
  });

  test("and its comment fill the rest of the file, however long that is", async () => {
    const zip = Buffer.concat([ENTRIES, DIRECTORY, end({ comment: Buffer.alloc(5) })]);
    for (const before of [0, 70_000]) {
      const ending = (bytes: Uint8Array) => found(Buffer.alloc(before), bytes);
      const size = before + zip.length;
      expect(await ending(Buffer.concat([zip, Buffer.of(1)]))).toBe(`zip_trailing_data@${size + 1}`);
      expect(await ending(zip.subarray(0, -1))).toBe(`zip_trailing_data@${size - 1}`);
      expect(await ending(zip.subarray(0, -6))).toBe(`zip_no_end_record@${size - 6}`);
      expect(await ending(new Uint8Array())).toBe(`zip_no_end_record@${before}`);
    }
  });

  test("has no signature of an end in its comment, whole or not", async () => {
    expect(await withEnd({ comment: SIGNATURE.subarray(0, 3) })).toEqual(PLACE);
    expect(await found(rawEnd({ comment: SIGNATURE }))).toBe("zip_ambiguous_end@22");
    expect(await found(SIGNATURE)).toBe("zip_no_end_record@4");
    const inner = rawEnd({});
    for (const before of [0, 70_000]) {
      for (const [comment, at] of [
        [inner, 0],
        [Buffer.concat([inner, Buffer.alloc(1)]), 0],
        [SIGNATURE, 22],
        [Buffer.concat([Buffer.alloc(7), SIGNATURE]), 29],
      ] as const) {
        const outcome = await found(Buffer.alloc(before), ENTRIES, DIRECTORY, end({ comment }));
        expect(outcome).toBe(`zip_ambiguous_end@${before + END + at}`);
      }
    }
  });

  describe("with Zip64", () => {
    const FULL: RawEnd = { entryCount: FULL_16, sizeBytes: FULL_32, offset: FULL_32 };
    interface Parts {
      readonly end?: RawEnd;
      readonly end64?: RawEnd;
      readonly record?: { signature?: number; recordBytes?: number };
      readonly locator?: { disk?: number; disks?: number };
      readonly at?: number;
      readonly between?: Uint8Array;
    }
    const zip64 = ({ end = {}, end64 = {}, record, locator, at = END, between = Buffer.alloc(0) }: Parts) =>
      found(
        ENTRIES,
        DIRECTORY,
        rawEnd64({ ...STATED, ...end64 }, record),
        between,
        rawLocator(at, locator),
        rawEnd({ ...FULL, ...end }),
      );
    const LOCATOR = END + 56;

    test("gives the place where the end record is full, or says the same", async () => {
      expect(await zip64({})).toEqual(PLACE);
      expect(await zip64({ end: STATED })).toEqual(PLACE);
      expect(await zip64({ end: { disk: FULL_16, directoryDisk: FULL_16 } })).toEqual(PLACE);
      expect(await zip64({ locator: { disks: 0 } })).toEqual(PLACE);
      // Also where the file begins with a locator.
      expect(await found(rawLocator(0), rawEnd({ sizeBytes: 20 }))).toBe("zip_truncated@0");
    });

    test("does not contradict the end record", async () => {
      for (const wrong of [
        ...[{ disk: 1 }, { directoryDisk: 1 }, { entriesOnDisk: 4 }, { entryCount: 4 }, { sizeBytes: 61 }],
        ...[{ sizeBytes: FULL_16 }, { offset: 41 }, { offset: FULL_16 }],
      ]) {
        const outcome = await zip64({ end: { ...STATED, entriesOnDisk: 3, ...wrong } });
        expect(outcome, JSON.stringify(wrong)).toBe(`zip_zip64_malformed@${END}`);
      }
    });

    const directoryDisk = { directoryDisk: 1 };
    test.each<[string, Parts, string, number?]>([
      ["a locator for another disk", { locator: { disk: 1 } }, "zip_multi_disk", LOCATOR],
      ["two disks", { locator: { disks: 2 } }, "zip_multi_disk", LOCATOR],
      ["another disk, in both records", { end: { disk: 1 }, end64: { disk: 1 } }, "zip_multi_disk"],
      ["its directory on another disk", { end: directoryDisk, end64: directoryDisk }, "zip_multi_disk"],
      ["entries on another disk", { end64: { entriesOnDisk: 2 } }, "zip_multi_disk"],
      ["another signature", { record: { signature: 0x06064b51 } }, "zip_zip64_malformed"],
      ["an extended record", { record: { recordBytes: 45 } }, "zip_zip64_malformed"],
      ["bytes between its records", { between: Buffer.alloc(3) }, "zip_prepended_data", LOCATOR + 3],
      ["a record that begins too early", { at: END - 1 }, "zip_prepended_data", LOCATOR],
      ["a record that begins too late", { at: END + 1 }, "zip_truncated", LOCATOR],
      ["a directory that reaches into its record", { end64: { sizeBytes: 61 } }, "zip_truncated"],
    ])("is refused with %s", async (_, parts, code, at = END) => {
      expect(await zip64(parts)).toBe(`${code}@${at}`);
    });
  });
});
