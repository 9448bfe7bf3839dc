import { describe, expect, test } from "vitest";
import {
  centralHeader,
  DEFLATED,
  dosDateTime,
  endRecords,
  fileEntryName,
  HAS_DESCRIPTOR,
  localHeader,
  sizeDescriptor,
} from "./zip.js";

describe("file entry name", () => {
  test.each([
    ["contract.pdf", "contract.pdf"],
    ["Πρόγραμμα.pdf", "Πρόγραμμα.pdf"],
    ["e\u0301.txt", "\u00e9.txt"],
    ["../../etc/passwd", ".._.._etc_passwd"],
    ["C:\\a.txt", "C__a.txt"],
    ['<a>:"b|c?*', "_a___b_c__"],
    ["con", "_con"],
    ["NUL.txt", "_NUL.txt"],
    [" nul", "_nul"],
    ["\u00a0com1.txt", "_com1.txt"],
    ["aux .txt", "_aux .txt"],
    ["CONOUT$", "_CONOUT$"],
    ["lpt1.txt", "_lpt1.txt"],
    ["lptx.txt", "lptx.txt"],
    ["falcon.txt", "falcon.txt"],
    ["  nul", "_nul"],
    ["invoice\u202efdp.exe", "invoice_fdp.exe"],
    ["a\u200f\u2066b", "a__b"],
    [`${"x".repeat(199)}.${"y".repeat(30)}`, `${"x".repeat(199)}`],
    ["console.log", "console.log"],
    ["a. . .", "a"],
    ["...", "original"],
    [" ", "original"],
    ["", "original"],
    ["__proto__", "original"],
    ["contract.pdf;1", "contract.pdf_1"],
    ["a;", "a_"],
    ["a;1.pdf", "a;1.pdf"],
    ["PROOF~1.JSO", "PROOF_1.JSO"],
    ["PROOF~1", "PROOF_1"],
    ["PROOF~12.JSO", "PROOF_12.JSO"],
    ["contract~1.pdf", "contract~1.pdf"],
    ["a~1.pages", "a~1.pages"],
    ["a\u0000b\u2028c\ud800", "a_b_c_"],
    [`${"x".repeat(195)} .txt`, `${"x".repeat(195)} .txt`],
    [`${"x".repeat(195)}   ${"y".repeat(50)}.txt`, `${"x".repeat(195)}.txt`],
    [`${"x".repeat(300)}.tar.gz`, `${"x".repeat(197)}.gz`],
    [`${"語".repeat(100)}.docx`, `${"語".repeat(65)}.docx`],
  ])("%j: %j", (name, entry) => {
    expect(fileEntryName(name)).toBe(entry);
  });
});

describe("records", () => {
  const AT = new Date("2026-02-03T04:05:07.999Z");

  test("times are in DOS format: UTC, whole steps of two seconds, from 1980 to 2107", () => {
    expect(dosDateTime(AT)).toBe((((46 << 9) | (2 << 5) | 3) << 16) | (4 << 11) | (5 << 5) | 3);
    expect(dosDateTime(new Date(0))).toBe(((1 << 5) | 1) << 16);
    expect(dosDateTime(new Date("2200-01-01"))).toBe(
      (((127 << 9) | (12 << 5) | 31) * 65_536 + ((23 << 11) | (59 << 5) | 29)) >>> 0,
    );
  });

  describe("records", () => {
    const layout = {
      name: Buffer.from("x"),
      modifiedAt: AT,
      method: DEFLATED,
      flags: HAS_DESCRIPTOR,
      crc: 0x01020304,
      sizeBytes: 100,
      compressedBytes: 105,
      offset: 0,
    } as const;
    const FULL = 0xffffffff;

    test("begins with the first value that does not fit", () => {
      const small = { ...layout, sizeBytes: FULL - 6, compressedBytes: FULL - 1, offset: FULL - 1 };
      expect([localHeader, sizeDescriptor, centralHeader].map((encode) => encode(small).length)).toEqual([
        31, 16, 47,
      ]);
      const large = { ...small, compressedBytes: FULL };
      expect([localHeader, sizeDescriptor, centralHeader].map((encode) => encode(large).length)).toEqual([
        51, 24, 59,
      ]);
      expect(centralHeader({ ...large, sizeBytes: FULL + 5, offset: 2 ** 40 }).length).toBe(75);
    });

    test("values stand in the order of the format", () => {
      const header = Buffer.from(
        centralHeader({ ...layout, sizeBytes: 2 ** 33, compressedBytes: 2 ** 34, offset: 2 ** 35 }),
      );
      expect([header.readUInt32LE(20), header.readUInt32LE(24), header.readUInt32LE(42)]).toEqual([
        FULL,
        FULL,
        FULL,
      ]);
      expect([51, 59, 67].map((at) => Number(header.readBigUInt64LE(at)))).toEqual([
        2 ** 33,
        2 ** 34,
        2 ** 35,
      ]);
    });

    test("a local header leaves checksum and sizes to the descriptor, if there is one", () => {
      const valuesOf = (flags: 0 | typeof HAS_DESCRIPTOR, sizeBytes: number) => {
        const header = Buffer.from(localHeader({ ...layout, flags, sizeBytes }));
        return [14, 18, 22].map((at) => header.readUInt32LE(at));
      };
      expect(valuesOf(0, 100)).toEqual([layout.crc, 105, 100]);
      expect(valuesOf(HAS_DESCRIPTOR, 100)).toEqual([0, 0, 0]);
      expect(valuesOf(HAS_DESCRIPTOR, 2 ** 33)).toEqual([0, FULL, FULL]);
      const field = (flags: 0 | typeof HAS_DESCRIPTOR) =>
        Buffer.from(localHeader({ ...layout, flags, sizeBytes: 2 ** 33 })).subarray(31);
      expect([field(0).readBigUInt64LE(4), field(0).readBigUInt64LE(12)]).toEqual([2n ** 33n, 105n]);
      expect(field(HAS_DESCRIPTOR).subarray(4)).toEqual(Buffer.alloc(16));
    });

    test("the directory states the version it needs, and its field of Zip64", () => {
      const headerOf = (changes: object) => Buffer.from(centralHeader({ ...layout, ...changes }));
      const described = (header: Buffer) => [
        header[4],
        header.readUInt16LE(6),
        header.readUInt16LE(30),
        header.subarray(47).toString("hex"),
      ];
      expect(described(headerOf({}))).toEqual([20, 20, 0, ""]);
      expect(described(headerOf({ sizeBytes: FULL }))).toEqual([45, 45, 12, "01000800ffffffff00000000"]);
      expect(described(headerOf({ sizeBytes: FULL, offset: 2 ** 32 }))).toEqual([
        45,
        45,
        20,
        "01001000ffffffff000000000000000001000000",
      ]);
    });

    test("and the padding follows its field", () => {
      const large = Buffer.from(localHeader({ ...layout, sizeBytes: FULL, paddingBytes: 7 }));
      expect([large.length, large.readUInt16LE(28)]).toEqual([58, 27]);
      expect(large.subarray(-7)).toEqual(Buffer.from([0x35, 0xd9, 3, 0, 0, 0, 0]));
    });

    test("files and folders have a mode of Unix, so that unzip reads their names as UTF-8", () => {
      const attributesOf = (name: string) => {
        const header = Buffer.from(centralHeader({ ...layout, name: Buffer.from(name) }));
        return [header[5], (header.readUInt32LE(38) >>> 16).toString(8), header[38]];
      };
      expect(attributesOf("a/b")).toEqual([3, "100644", 0]);
      expect(attributesOf("a/")).toEqual([3, "40755", 0x10]);
    });

    test("end records", () => {
      expect(endRecords({ entryCount: 65_534, directoryOffset: FULL - 1, directoryBytes: 1 })).toHaveLength(
        22,
      );
      expect(endRecords({ entryCount: 65_535, directoryOffset: 1, directoryBytes: 1 })).toHaveLength(98);
      expect(endRecords({ entryCount: 1, directoryOffset: FULL, directoryBytes: 1 })).toHaveLength(98);
      expect(endRecords({ entryCount: 1, directoryOffset: 1, directoryBytes: FULL })).toHaveLength(98);
      const records = Buffer.from(
        endRecords({ entryCount: 65_535, directoryOffset: 1000, directoryBytes: 300 }),
      );
      // The locator names the record of Zip64, which follows the directory.
      expect([records.readUInt32LE(56), records.readBigUInt64LE(64)]).toEqual([0x07064b50, 1300n]);
    });
  });
});
