import { describe, expect, test } from "vitest";
import { checkEntryType, checkTypeFields, type ExtraField } from "./extra-fields.js";

const OFFSET = 77;
const NOT_REGULAR = "zip_entry_not_regular";
const MISMATCH = "zip_entry_type_mismatch";
const MALFORMED = "zip_extra_field_malformed";

function codeOf(check: () => void): string {
  try {
    check();
  } catch (error) {
    const { code, offset } = error as { code: string; offset: number };
    expect(offset).toBe(OFFSET);
    return code;
  }
  return "ok";
}

describe("external attributes", () => {
  const UNIX = 3;
  const AMIGA = 1;
  const both = (host: number, externalAttributes: number) =>
    [false, true].map((isFolder) =>
      codeOf(() => checkEntryType({ isFolder, host, externalAttributes }, [], OFFSET)),
    );

  test.each([
    ["nothing", 0, "ok", "ok"],
    ["permissions alone", 0o644 * 2 ** 16, "ok", "ok"],
    ["a file of Unix", 0o100644 * 2 ** 16, "ok", MISMATCH],
    ["a folder of Unix", 0o040755 * 2 ** 16, MISMATCH, "ok"],
    ["a link", 0o120777 * 2 ** 16, NOT_REGULAR, NOT_REGULAR],
    ["a pipe", 0o010644 * 2 ** 16, NOT_REGULAR, NOT_REGULAR],
    ["a socket", 0o140644 * 2 ** 16, NOT_REGULAR, NOT_REGULAR],
    ["a folder of DOS", 0x10, MISMATCH, "ok"],
    ["a hidden file of DOS", 0x22, "ok", "ok"],
    ["a volume label", 0x08, NOT_REGULAR, NOT_REGULAR],
    ["a device", 0x40, NOT_REGULAR, NOT_REGULAR],
    ["a reparse point", 0x400, NOT_REGULAR, NOT_REGULAR],
  ])("of %s are for a file: %#, and for a folder", (_, attributes, file, folder) => {
    // Whatever system is named.
    for (const host of [0, UNIX, AMIGA, 7, 255]) expect(both(host, attributes)).toEqual([file, folder]);
  });

  test.each([
    ["a file", 0x0400, "ok", MISMATCH],
    ["a folder", 0x0800, MISMATCH, "ok"],
    ["neither", 0x0c00, NOT_REGULAR, NOT_REGULAR],
  ])("of the Amiga count for the Amiga only: %s", (_, mode, file, folder) => {
    expect(both(AMIGA, mode * 2 ** 16)).toEqual([file, folder]);
    for (const host of [0, UNIX]) expect(both(host, mode * 2 ** 16)).toEqual(["ok", "ok"]);
  });
});

describe("extra fields", () => {
  const both = (id: number, bytes: Uint8Array) =>
    [false, true].map((isFolder) => {
      const fields: ExtraField[] = [
        { id: 0x5455, bytes: new Uint8Array(3) },
        { id, bytes },
      ];
      const code = codeOf(() => checkTypeFields(fields, isFolder, OFFSET));
      const entry = { isFolder, host: 0, externalAttributes: 0 };
      expect(codeOf(() => checkEntryType(entry, fields, OFFSET))).toBe(code);
      return code;
    });

  test.each([
    [11, MALFORMED],
    [12, "ok"],
    [13, NOT_REGULAR],
  ])("PKWARE's for Unix have nothing behind their 12 bytes: %i", (length, code) => {
    expect(both(0x000d, new Uint8Array(length))).toEqual([code, code]);
  });

  /** Checksum, mode, size of the link's target or the device, owner, group. */
  const asi = (mode: number, size: number, length = 14) => {
    const bytes = Buffer.alloc(length + 1);
    bytes.writeUInt16LE(mode, 5);
    bytes.writeUInt32LE(size, 7);
    return bytes.subarray(1);
  };

  test.each<[string, Uint8Array, string, string]>([
    ["nothing", asi(0, 0), "ok", "ok"],
    ["a file", asi(0o100644, 0), "ok", MISMATCH],
    ["a folder", asi(0o040755, 0), MISMATCH, "ok"],
    ["a link", asi(0o120777, 0), NOT_REGULAR, NOT_REGULAR],
    ["the size of a target", asi(0o100644, 1), NOT_REGULAR, MISMATCH],
    ["a size in its highest byte", asi(0, 2 ** 31), NOT_REGULAR, NOT_REGULAR],
    ["a target", asi(0, 0, 15), NOT_REGULAR, NOT_REGULAR],
    ["too little", asi(0, 0, 13), MALFORMED, MALFORMED],
  ])("ASi's for Unix say %s", (_, bytes, file, folder) => {
    expect(both(0x756e, bytes)).toEqual([file, folder]);
  });

  test.each<[string, Uint8Array, string, string]>([
    ["a folder", Uint8Array.from({ length: 16 }, (_, at) => (at === 13 ? 255 : 0)), MISMATCH, "ok"],
    ["a file", Uint8Array.from({ length: 16 }, (_, at) => (at === 13 ? 0 : 255)), "ok", "ok"],
    ["too little", new Uint8Array(5).fill(255), "ok", "ok"],
  ])("of QDOS say %s", (_, bytes, file, folder) => {
    expect(both(0xfb4a, bytes)).toEqual([file, folder]);
  });
});
