import { describe, expect, test } from "vitest";
import { fieldsOf, parseExtraFields, Zip64Values } from "./extra-fields.js";
import { MAX_EXTRA_FIELDS } from "./limits.js";

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
