import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { DerFields, expectTag, onlyChild } from "./der-fields.js";
import { encodeDer } from "./encode-der.js";
import { isSameBytes } from "./is-same-bytes.js";
import { parseDer, parseDerCopy } from "./parse-der.js";
import { TAG } from "./tag.js";

const LIMITS = { maxBytes: 70_000, maxDepth: 4, maxElements: 100 };
const errorOf = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return `${error.code} at ${error.offset}`;
    throw error;
  }
};

describe("an element", () => {
  test("is a view of the whole: its bytes, its content, its children, their offsets", () => {
    const long = encodeDer(TAG.octetString, new Uint8Array(300).fill(7));
    const der = encodeDer(TAG.sequence, encodeDer(TAG.null), long, encodeDer(TAG.boolean, Uint8Array.of(0)));
    const element = parseDer(der, LIMITS);
    expect(bytesToHex(element.der)).toBe(bytesToHex(der));
    expect(element.content.length).toBe(der.length - 4);
    expect(element.children.map(({ tag, offset, content }) => [tag, offset, content.length])).toEqual([
      [TAG.null, 4, 0],
      [TAG.octetString, 6, 300],
      [TAG.boolean, 310, 1],
    ]);
    expect(bytesToHex(element.children[1]!.der)).toBe(bytesToHex(long));
    expect(element.der.buffer).toBe(der.buffer);
  });

  test.each([
    [0x7f, 2],
    [0x80, 3],
    [0xff, 3],
    [0x100, 4],
    [0xffff, 4],
    [0x10000, 5],
  ])("with a child of %i bytes", (size, header) => {
    const child = encodeDer(TAG.octetString, new Uint8Array(size));
    const [first, second] = parseDer(encodeDer(TAG.sequence, child, encodeDer(TAG.null)), LIMITS).children;
    expect([first!.der.length, first!.content.length]).toEqual([header + size, size]);
    expect(second!.tag).toBe(TAG.null);
  });

  test("in primitive form has no children, whatever its content", () => {
    expect(parseDer(hexToBytes("04020500"), LIMITS).children).toEqual([]);
  });

  test("gives the same children each time", () => {
    const element = parseDer(hexToBytes("30020500"), LIMITS);
    expect(element.children).toBe(element.children);
  });
});

describe("the budget", () => {
  const spent = (
    der: Uint8Array,
    read: (work: WorkBudget) => void = (work) => parseDer(der, LIMITS, work),
  ) => {
    const work = new WorkBudget(10_000);
    read(work);
    return 10_000 - work.left;
  };
  const nulls = (count: number) =>
    encodeDer(TAG.sequence, ...Array.from({ length: count }, () => encodeDer(TAG.null)));

  test("pays for a reading, for each 256 bytes, and for each eighth value", () => {
    const ofSize = (size: number) => encodeDer(TAG.octetString, new Uint8Array(size - 4));
    expect(spent(encodeDer(TAG.null))).toBe(8);
    expect(spent(encodeDer(TAG.octetString, new Uint8Array(252)))).toBe(8);
    expect(spent(ofSize(511))).toBe(9);
    expect(spent(ofSize(512))).toBe(10);
    expect(spent(nulls(6))).toBe(8);
    expect(spent(nulls(7))).toBe(9);
    expect(spent(nulls(14))).toBe(9);
    expect(spent(nulls(15))).toBe(10);
    expect(spent(nulls(23))).toBe(11);
  });

  test("pays two units for each child, once", () => {
    const work = new WorkBudget(1000);
    const element = parseDer(nulls(3), LIMITS, work);
    const before = work.left;
    expect(element.work).toBe(work);
    expect(element.children.length + element.children.length).toBe(6);
    expect(before - work.left).toBe(6);
    expect(element.children[0]!.work).toBe(work);
  });

  test("that ends stops the walk, and the reading of children", () => {
    expect(errorOf(() => parseDer(nulls(3), LIMITS, new WorkBudget(7)))).toBe("work_limit_exceeded at 0");
    expect(errorOf(() => parseDer(nulls(7), LIMITS, new WorkBudget(8)))).toBe("work_limit_exceeded at 0");
    const element = parseDer(nulls(3), LIMITS, new WorkBudget(8 + 5));
    expect(errorOf(() => element.children)).toBe("work_limit_exceeded at 0");
  });

  test("is not asked for bytes beyond the size that is allowed", () => {
    const work = new WorkBudget(0);
    expect(errorOf(() => parseDer(nulls(3), { ...LIMITS, maxBytes: 7 }, work))).toBe("der_too_large at 7");
  });
});

describe("a copy", () => {
  test("does not follow later changes of the bytes", () => {
    const der = hexToBytes("040101");
    const [view, copy] = [parseDer(der, LIMITS), parseDerCopy(der, LIMITS)];
    der[2] = 2;
    expect([bytesToHex(view.content), bytesToHex(copy.content)]).toEqual(["02", "01"]);
  });

  test("is made of as many bytes as are allowed, and not of one more", () => {
    const der = hexToBytes("040101");
    const copy = parseDerCopy(der, { ...LIMITS, maxBytes: 3 });
    der[2] = 2;
    expect(bytesToHex(copy.content)).toBe("01");
    const uncopied = {
      length: 4,
      [Symbol.iterator]: () => {
        throw new Error("copied");
      },
    };
    const read = () => parseDerCopy(uncopied as unknown as Uint8Array, { ...LIMITS, maxBytes: 3 });
    expect(errorOf(read)).toBe("der_too_large at 3");
  });

  test("spends from the budget given", () => {
    const work = new WorkBudget(1000);
    const der = encodeDer(TAG.octetString, new Uint8Array(996));
    expect(parseDerCopy(der, { ...LIMITS, maxBytes: 1000 }, work).work).toBe(work);
    expect(work.left).toBe(1000 - 8 - 3);
  });
});

describe("fields", () => {
  const fields = (hex: string, tag?: number) => new DerFields(parseDer(hexToBytes(hex), LIMITS), tag);

  test("are read in order, required or optional, by any of several tags", () => {
    const read = fields("300a05000101ff0201050500");
    expect(read.optional(TAG.integer)).toBeNull();
    expect(read.optional(TAG.integer, TAG.null)?.offset).toBe(2);
    expect(read.required(TAG.boolean).offset).toBe(4);
    expect(read.optional()?.offset).toBe(7);
    expect(read.required().offset).toBe(10);
    expect(read.optional()).toBeNull();
    read.end();
  });

  test("of another tag, missing or too many are refused, with their place", () => {
    expect(errorOf(() => fields("30020500").required(TAG.integer))).toBe("der_unexpected at 2");
    expect(errorOf(() => fields("3000").required())).toBe("der_unexpected at 0");
    expect(errorOf(() => fields("30020500").end())).toBe("der_unexpected at 2");
    const read = fields("30020500");
    expect(errorOf(() => read.required(TAG.integer))).toBe("der_unexpected at 2");
    expect(read.required(TAG.null).offset, "a refused field is still the next").toBe(2);
  });

  test("of another parent than a SEQUENCE, by its tag", () => {
    expect(fields("a0020500", 0xa0).required().tag).toBe(TAG.null);
    expect(errorOf(() => fields("a0020500"))).toBe("der_unexpected at 0");
    expect(errorOf(() => fields("30020500", 0xa0))).toBe("der_unexpected at 0");
  });

  test("the only child", () => {
    const only = (hex: string) => onlyChild(parseDer(hexToBytes(hex), LIMITS));
    expect(only("a0020500").tag).toBe(TAG.null);
    expect(errorOf(() => only("a000"))).toBe("der_unexpected at 0");
    expect(errorOf(() => only("a00405000500"))).toBe("der_unexpected at 4");
  });

  test("an expected tag", () => {
    const element = parseDer(hexToBytes("0500"), LIMITS);
    expect(() => expectTag(element, TAG.null)).not.toThrow();
    expect(() => expectTag(element, TAG.octetString)).toThrow("expected tag 0x4, got 0x5");
  });
});

test.each([
  ["", "", true],
  ["00", "00", true],
  ["0102", "0102", true],
  ["0102", "0103", false],
  ["0102", "0202", false],
  ["0102", "01", false],
  ["01", "0100", false],
  ["", "00", false],
])("whether '%s' is '%s'", (a, b, isSame) => {
  expect(isSameBytes(hexToBytes(a), hexToBytes(b))).toBe(isSame);
});
