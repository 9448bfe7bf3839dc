import { describe, expect, test } from "vitest";
import { MAX_EXTRA_FIELDS } from "./codes.js";
import {
  checkEntryType,
  checkTypeFields,
  type ExtraField,
  fieldsOf,
  parseExtraFields,
  Zip64Values,
} from "./zip-fields.js";

const OFFSET = 1000;
const FULL = 0xffffffff;

function outcome<Value>(act: () => Value): Value | string {
  try {
    return act();
  } catch (error) {
    const { code, offset } = error as { code: string; offset: number };
    return `${code}@${offset}`;
  }
}

function field(id: number, bytes: readonly number[], length = bytes.length): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16LE(id, 0);
  header.writeUInt16LE(length, 2);
  return Buffer.concat([header, Buffer.from(bytes)]);
}

const parsed = (...fields: readonly Buffer[]) =>
  outcome(() => parseExtraFields(Buffer.concat(fields), OFFSET));

describe("extra fields", () => {
  test("come in their order, also several of one kind", () => {
    const fields = parseExtraFields(
      Buffer.concat([field(0x5455, [1, 2, 3]), field(0x0102, []), field(0x5455, [4])]),
      OFFSET,
    );
    expect(fields.map(({ id, bytes }) => [id, [...bytes]])).toEqual([
      [0x5455, [1, 2, 3]],
      [0x0102, []],
      [0x5455, [4]],
    ]);
    expect(fieldsOf(fields, 0x5455).map((bytes) => [...bytes])).toEqual([[1, 2, 3], [4]]);
    expect(fieldsOf(fields, 0x0201)).toEqual([]);
    expect(parsed()).toEqual([]);
  });

  test("have lengths of two bytes", () => {
    expect(parsed(field(1234, new Array<number>(300).fill(1)))).toMatchObject([{ id: 1234 }]);
  });

  test("do not end in the middle", () => {
    const [whole, broken] = [field(0x5455, [1, 2, 3]), field(2, [1, 2], 3)];
    expect(parsed(broken)).toBe(`zip_extra_field_malformed@${OFFSET}`);
    expect(parsed(whole, broken)).toBe(`zip_extra_field_malformed@${OFFSET + whole.length}`);
  });

  test.each([1, 2, 3])("are followed by %i bytes of padding, which no field can be", (length) => {
    const padding = Buffer.alloc(length, 1);
    expect(parsed(padding)).toEqual([]);
    expect(parsed(field(0x5455, [1, 2, 3]), padding)).toMatchObject([{ id: 0x5455 }]);
  });

  test("are as many as allowed", () => {
    const many = (count: number) => Array.from({ length: count }, () => field(2, [1]));
    expect(parsed(...many(MAX_EXTRA_FIELDS))).toHaveLength(MAX_EXTRA_FIELDS);
    expect(parsed(...many(MAX_EXTRA_FIELDS + 1))).toBe(
      `zip_extra_field_malformed@${OFFSET + 5 * MAX_EXTRA_FIELDS}`,
    );
  });

  test("have the values of Zip64 once", () => {
    const zip64 = field(1, []);
    expect(parsed(zip64, field(2, []))).toHaveLength(2);
    expect(parsed(zip64, field(2, []), zip64)).toBe(`zip_extra_field_malformed@${OFFSET + 8}`);
    expect(parsed(field(2, []), field(2, []))).toHaveLength(2);
  });

  test.each([0x2605, 0x2705, 0x2805, 0x4f4c, 0x554e, 0x0008])("give no other name: %i", (id) => {
    expect(parsed(field(2, []), field(id, [1]))).toBe(`zip_extra_field_unsupported@${OFFSET + 4}`);
    expect(parsed(field(id ^ 0x1000, [1]))).toHaveLength(1);
  });
});

describe("a value of Zip64", () => {
  const values = (bytes: readonly number[]) =>
    new Zip64Values(
      [
        { id: 2, bytes: new Uint8Array(16) },
        { id: 1, bytes: Uint8Array.from(bytes) },
      ],
      OFFSET,
    );
  const EIGHT = [1, 2, 3, 4, 5, 0, 0, 0];

  test("is taken where the header is full, in the order of the field", () => {
    const zip64 = values([...EIGHT, 9, 0, 0, 0, 0, 0, 0, 0]);
    expect([zip64.take(7), zip64.take(FULL), zip64.take(FULL - 1), zip64.take(FULL)]).toEqual([
      7,
      0x0504030201,
      FULL - 1,
      9,
    ]);
  });

  test("must not be missing", () => {
    expect(outcome(() => values([]).take(FULL))).toBe(`zip_zip64_malformed@${OFFSET}`);
    expect(outcome(() => values(EIGHT.slice(1)).take(FULL))).toBe(`zip_zip64_malformed@${OFFSET}`);
    const zip64 = values([...EIGHT, 1, 2, 3]);
    expect(zip64.take(FULL)).toBe(0x0504030201);
    expect(outcome(() => zip64.take(FULL))).toBe(`zip_zip64_malformed@${OFFSET}`);
  });

  test("without a field, the header is meant as it is", () => {
    expect(new Zip64Values([{ id: 2, bytes: Uint8Array.from(EIGHT) }], OFFSET).take(FULL)).toBe(FULL);
  });
});

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

describe("extra fields that state a type", () => {
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
