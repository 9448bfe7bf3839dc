import { describe, expect, test } from "vitest";
import { randomAccess } from "../random-access.js";
import { type CentralDirectoryPlace, findCentralDirectory } from "./end-record.js";
import { MAX_DIRECTORY_BYTES, MAX_ENTRIES } from "./limits.js";
import { type RawEnd, rawEnd, rawEnd64, rawLocator } from "./zip.testing.js";

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
    expect(await zip64({ end: { ...STATED, entriesOnDisk: 3, ...end } })).toBe(`zip_zip64_malformed@${END}`);
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
