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

    test("is whole", () => {
      for (const length of [1, 3, 4, 45, 46]) {
        const cut = Buffer.concat([FIRST, rawCentralHeader({}).subarray(0, length)]);
        expect(parsed(cut, 2), `${length} bytes`).toBe(`zip_directory_malformed@${AT}`);
      }
    });

    test("is counted", () => {
      const two = Buffer.concat([FIRST, rawCentralHeader({})]);
      expect(parsed(two, 3)).toBe(`zip_directory_malformed@${two.length}`);
      expect(parsed(two, 1)).toBe(`zip_directory_malformed@${AT}`);
      expect(parsed(Buffer.concat([two, Buffer.alloc(1)]), 2)).toBe(`zip_directory_malformed@${two.length}`);
    });
  });

  describe("names", () => {
    const unicode = (name: string, checksum: readonly number[]) =>
      rawField(0x7075, Buffer.concat([Buffer.of(1, ...checksum), Buffer.from(name)]));
    /** CRC-32 of `x`, little-endian. */
    const OF_X = [0x83, 0x16, 0xdc, 0x8c];
    const named = (...headers: readonly RawHeader[]) =>
      parsed(Buffer.concat(headers.map(rawCentralHeader)), headers.length);

    test("differ, for programs that know the Unicode Path field and for others", () => {
      expect(named({ name: "a" }, { name: "b" })).toMatchObject([{ name: "a" }, { name: "b" }]);
      expect(named({ name: "a" }, { name: "a" })).toBe("zip_name_duplicate@0");
      expect(named({ name: "x", extra: unicode("a", OF_X) })).toMatchObject([{ name: "a", plainName: "x" }]);
      expect(named({ name: "x", extra: unicode("a", OF_X) }, { name: "a" })).toBe("zip_name_duplicate@0");
      expect(named({ name: "x", extra: unicode("a", OF_X) }, { name: "x" })).toBe("zip_name_duplicate@0");
      expect(named({ name: "x", extra: unicode("a", OF_X) }, { name: "x", extra: unicode("b", OF_X) })).toBe(
        "zip_name_duplicate@0",
      );
    });

    test("of folders are of entries without content", () => {
      expect(named({ name: "a/", method: 8, compressedBytes: 2 })).toMatchObject([{ isFolder: true }]);
      expect(named({ name: "a/", method: 8, compressedBytes: 2, sizeBytes: 1 })).toBe("zip_size_mismatch@0");
      expect(named({ name: "a/", sizeBytes: 1, compressedBytes: 1 })).toBe("zip_size_mismatch@0");
    });
  });

  describe("sizes", () => {
    test("of a stored entry are equal", () => {
      expect(second({ sizeBytes: 5, compressedBytes: 5 })).toHaveLength(2);
      expect(second({ sizeBytes: 5, compressedBytes: 6 })).toBe("zip_size_mismatch@0");
      expect(second({ sizeBytes: 6, compressedBytes: 5 })).toBe("zip_size_mismatch@0");
      expect(second({ sizeBytes: 6, compressedBytes: 5, method: 8 })).toHaveLength(2);
    });

    test("are at most 200 times the compressed ones, from one mebibyte on", () => {
      const deflated = (sizeBytes: number, compressedBytes: number) =>
        second({ method: 8, sizeBytes, compressedBytes });
      expect(deflated(RATIO_FREE_BYTES, 1)).toHaveLength(2);
      expect(deflated(RATIO_FREE_BYTES + 1, 1)).toBe("zip_ratio_too_high@0");
      expect(deflated(1_100_000, 5500)).toHaveLength(2);
      expect(deflated(1_100_001, 5500)).toBe("zip_ratio_too_high@0");
    });

    test("have a limit together", () => {
      const stored = (...sizes: readonly number[]) =>
        parsed(
          Buffer.concat(
            sizes.map((size, i) =>
              rawCentralHeader({
                name: `${i}`,
                sizeBytes: FULL,
                compressedBytes: FULL,
                extra: zip64(size, size),
              }),
            ),
          ),
          sizes.length,
        );
      expect(stored(MAX_TOTAL_BYTES - 5, 5)).toHaveLength(2);
      expect(stored(MAX_TOTAL_BYTES - 5, 6)).toBe("zip_total_too_large@0");
      expect(stored(MAX_TOTAL_BYTES + 1)).toBe("zip_total_too_large@0");
    });
  });
});

describe("end record", () => {
  const FULL_16 = 0xffff;
  const FULL_32 = 0xffffffff;
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

  const withEnd = (change: RawEnd) => found(ENTRIES, DIRECTORY, rawEnd({ ...STATED, ...change }));

  describe("the end record", () => {
    test("gives the place of the directory", async () => {
      expect(await withEnd({})).toEqual(PLACE);
      expect(await found(rawEnd({}))).toEqual({ entryCount: 0, sizeBytes: 0, offset: 0 });
    });

    test.each<[string, RawEnd, string]>([
      ["another disk", { disk: 1 }, `zip_multi_disk@${END}`],
      ["a directory on another disk", { directoryDisk: 1 }, `zip_multi_disk@${END}`],
      ["more entries than on this disk", { entriesOnDisk: 2 }, `zip_multi_disk@${END}`],
      ["a directory that reaches into the record", { sizeBytes: 61 }, `zip_truncated@${END}`],
      ["a directory that begins too late", { offset: 41 }, `zip_truncated@${END}`],
      ["bytes behind what is no directory", { sizeBytes: 59 }, `zip_directory_malformed@${END}`],
      ["a place where no directory is", { offset: 39 }, `zip_directory_malformed@${END}`],
      [
        "a directory of less than a header there",
        { offset: 80, sizeBytes: 4 },
        `zip_directory_malformed@${END}`,
      ],
      ["a place of no entries", { offset: 39, entryCount: 0, entriesOnDisk: 0 }, `zip_prepended_data@${END}`],
    ])("is refused with %s", async (_, change, outcome) => {
      expect(await withEnd(change)).toBe(outcome);
    });

    test("has a limit of entries and of bytes", async () => {
      expect(await withEnd({ entryCount: MAX_ENTRIES })).toMatchObject({ entryCount: MAX_ENTRIES });
      expect(await withEnd({ entryCount: MAX_ENTRIES + 1 })).toBe(`zip_too_many_entries@${END}`);
      const ofBytes = (sizeBytes: number) => found(Buffer.alloc(sizeBytes), rawEnd({ sizeBytes }));
      expect(await ofBytes(MAX_DIRECTORY_BYTES)).toMatchObject({ sizeBytes: MAX_DIRECTORY_BYTES });
      expect(await ofBytes(MAX_DIRECTORY_BYTES + 1)).toBe("zip_directory_too_large@0");
    });
  });

  describe("a directory that does not end at the end record", () => {
    const word = (value: string) => Buffer.from(value, "latin1");
    const directory = (first: number) => {
      const bytes = Buffer.concat([word("PK\x01\x02"), Buffer.alloc(56)]);
      bytes.writeUInt32LE(first, 42);
      return bytes;
    };
    const local = Buffer.concat([word("PK\x03\x04"), Buffer.alloc(36)]);
    const end = (offset: number) => rawEnd({ ...STATED, offset });

    test("is another reading where some program finds it", async () => {
      const [hidden, code] = [Buffer.alloc(5), "zip_prepended_data@105"];
      expect(await found(local, directory(0), hidden, end(40))).toBe(code);
      expect(await found(hidden, local, directory(0), end(40))).toBe(code);
      expect(await found(hidden, local, directory(FULL_32), end(40))).toBe(code);
    });

    test("is damaged where none does", async () => {
      const [more, code] = [Buffer.alloc(5), "zip_directory_malformed@105"];
      expect(await found(local, more, directory(0), end(40))).toBe(code);
      expect(await found(local, more, directory(FULL_32 - 1), end(40))).toBe(code);
      expect(await found(local, directory(0).fill(0, 0, 4), more, end(40))).toBe(code);
    });
  });

  describe("the comment", () => {
    test("may have any length, behind a file of any length", async () => {
      for (const length of [0, 1, 100, 65_535]) {
        expect(await withEnd({ comment: Buffer.alloc(length, 0x50) })).toEqual(PLACE);
      }
    });

    test("may have any length with records of Zip64 before it", async () => {
      const zip64 = [rawEnd64(STATED), rawLocator(END)];
      const end = rawEnd({ ...STATED, comment: Buffer.alloc(65_535) });
      expect(await found(ENTRIES, DIRECTORY, ...zip64, end)).toEqual(PLACE);
    });

    test("fills the rest of the file", async () => {
      const zip = Buffer.concat([ENTRIES, DIRECTORY, rawEnd({ ...STATED, comment: Buffer.alloc(5) })]);
      expect(await found(zip, Buffer.of(1))).toBe(`zip_trailing_data@${zip.length + 1}`);
      expect(await found(zip.subarray(0, -1))).toBe(`zip_trailing_data@${zip.length - 1}`);
      expect(await found(zip.subarray(0, -6))).toBe(`zip_no_end_record@${zip.length - 6}`);
    });

    test("is looked for in a long file, too", async () => {
      const zip = Buffer.concat([ENTRIES, DIRECTORY, rawEnd(STATED)]);
      const long = Buffer.alloc(70_000);
      expect(await found(long, zip, Buffer.of(1))).toBe(`zip_trailing_data@${long.length + zip.length + 1}`);
      expect(await found(long)).toBe(`zip_no_end_record@${long.length}`);
    });

    test("may be followed by zeros that fill a block, also behind the longest comment", async () => {
      for (const length of [0, 5, 65_535]) {
        const zip = Buffer.concat([
          ENTRIES,
          DIRECTORY,
          rawEnd({ ...STATED, comment: Buffer.alloc(length, 0x50) }),
        ]);
        expect(await found(zip, Buffer.alloc(10_239))).toEqual(PLACE);
        expect(await found(zip, Buffer.alloc(10_240))).toBe(`zip_trailing_data@${zip.length + 10_240}`);
      }
      const zip64 = [rawEnd64(STATED), rawLocator(END), rawEnd({ ...STATED, comment: Buffer.alloc(65_535) })];
      expect(await found(ENTRIES, DIRECTORY, ...zip64, Buffer.alloc(10_239))).toEqual(PLACE);
    });

    test("does not fill a file that is empty", async () => {
      expect(await found()).toBe("zip_no_end_record@0");
    });

    test("holds no signature of an end, whole or not", async () => {
      expect(await withEnd({ comment: SIGNATURE.subarray(0, 3) })).toEqual(PLACE);
      expect(await found(rawEnd({ comment: SIGNATURE }))).toBe("zip_ambiguous_end@22");
      expect(await found(SIGNATURE)).toBe("zip_no_end_record@4");
    });

    test("holds no such signature in a long file", async () => {
      const inner = rawEnd({});
      for (const before of [0, 70_000]) {
        const start = before + END;
        const ending = (comment: Buffer) =>
          found(Buffer.alloc(before), ENTRIES, DIRECTORY, rawEnd({ ...STATED, comment }));
        expect(await ending(inner)).toBe(`zip_ambiguous_end@${start}`);
        expect(await ending(Buffer.concat([inner, Buffer.alloc(1)]))).toBe(`zip_ambiguous_end@${start}`);
        expect(await ending(SIGNATURE)).toBe(`zip_ambiguous_end@${start + 22}`);
        expect(await ending(Buffer.concat([Buffer.alloc(7), SIGNATURE]))).toBe(
          `zip_ambiguous_end@${start + 29}`,
        );
      }
    });
  });

  describe("Zip64", () => {
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
    });

    test.each<[string, RawEnd]>([
      ["disk", { disk: 1 }],
      ["disk of the directory", { directoryDisk: 1 }],
      ["entries on this disk", { entriesOnDisk: 4 }],
      ["entries", { entryCount: 4 }],
      ["size", { sizeBytes: 61 }],
      ["size that is full in 16 bits", { sizeBytes: FULL_16 }],
      ["offset", { offset: 41 }],
      ["offset that is full in 16 bits", { offset: FULL_16 }],
    ])("does not contradict the end record: %s", async (_, end) => {
      expect(await zip64({ end: { ...STATED, entriesOnDisk: 3, ...end } })).toBe(
        `zip_zip64_malformed@${END}`,
      );
    });

    test.each<[string, Parts, string]>([
      ["a locator for another disk", { locator: { disk: 1 } }, `zip_multi_disk@${LOCATOR}`],
      ["two disks", { locator: { disks: 2 } }, `zip_multi_disk@${LOCATOR}`],
      ["another disk, in both records", { end: { disk: 1 }, end64: { disk: 1 } }, `zip_multi_disk@${END}`],
      [
        "a directory on another disk, in both records",
        { end: { directoryDisk: 1 }, end64: { directoryDisk: 1 } },
        `zip_multi_disk@${END}`,
      ],
      ["entries on another disk", { end64: { entriesOnDisk: 2 } }, `zip_multi_disk@${END}`],
      ["another signature", { record: { signature: 0x06064b51 } }, `zip_zip64_malformed@${END}`],
      ["an extended record", { record: { recordBytes: 45 } }, `zip_zip64_malformed@${END}`],
      ["bytes between its records", { between: Buffer.alloc(3) }, `zip_prepended_data@${LOCATOR + 3}`],
      ["a record that begins too early", { at: END - 1 }, `zip_prepended_data@${LOCATOR}`],
      ["a record that begins too late", { at: END + 1 }, `zip_truncated@${LOCATOR}`],
      ["a directory that reaches into its record", { end64: { sizeBytes: 61 } }, `zip_truncated@${END}`],
    ])("is refused with %s", async (_, parts, outcome) => {
      expect(await zip64(parts)).toBe(outcome);
    });

    test("has a record before its locator, also where the file begins with one", async () => {
      expect(await found(rawLocator(0), rawEnd({ sizeBytes: 20 }))).toBe("zip_truncated@0");
    });
  });
});
