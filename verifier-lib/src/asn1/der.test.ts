import { bytesToHex, hexToBytes, isSameBytes } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DerElement, type DerLimits, parseDer, parseDerCopy, TAG } from "./der.js";
import { bytes, codeOf, errorOf, NULL, octets, sequence } from "./der.testing.js";
import { DerFields, encodeDer, expectTag, onlyChild } from "./values.js";

describe("der element", () => {
  const LIMITS = { maxBytes: 70_000, maxDepth: 4, maxElements: 100 };
  describe("an element", () => {
    test("is a view of the whole: its bytes, its content, its children, their offsets", () => {
      const long = octets(new Uint8Array(300).fill(7));
      const der = sequence(NULL, long, encodeDer(TAG.boolean, bytes(0)));
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
      const [first, second] = parseDer(sequence(octets(new Uint8Array(size)), NULL), LIMITS).children;
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
    const nulls = (count: number) => sequence(...new Array<Uint8Array>(count).fill(NULL));
    const ofSize = (size: number) => octets(new Uint8Array(size - 4));

    test.each<[number, string, Uint8Array]>([
      [8, "one value", NULL],
      [8, "254 bytes", octets(new Uint8Array(252))],
      [9, "511 bytes", ofSize(511)],
      [10, "512 bytes", ofSize(512)],
      [8, "7 values", nulls(6)],
      [9, "8 values", nulls(7)],
      [9, "15 values", nulls(14)],
      [10, "16 values", nulls(15)],
      [11, "24 values", nulls(23)],
    ])("pays %i for a reading, for each 256 bytes, and for each eighth value: %s", (units, _, der) => {
      const work = new WorkBudget(units);
      parseDer(der, LIMITS, work);
      expect(work.left).toBe(0);
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
      const der = octets(new Uint8Array(996));
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
});

describe("parse der", () => {
  const LIMITS: DerLimits = { maxBytes: 100_000, maxDepth: 8, maxElements: 100 };

  const code = (hex: string, limits = LIMITS) => codeOf(() => parseDer(hexToBytes(hex), limits));

  describe("malformed DER", () => {
    const times = (count: number, byte: string) => byte.repeat(count);
    const RESULTS: Readonly<Record<string, readonly string[]>> = {
      der_truncated: [
        ...["", "30", "3001", "300101", "3002020100", "30030201"],
        ...["0481", "0484ffffffff", "0485ffffffffff", "04ff"],
      ],
      der_trailing_data: ["02010000"],
      der_length_indefinite: ["3080020100", "30800201000000"],
      der_length_not_minimal: [
        ...["30810302010a", "04820001aa", `04817f${times(127, "aa")}`, `04820080${times(128, "aa")}`],
      ],
      der_tag_unsupported: ["3fff0100", "1f2000", "0000", "2000"],
      der_form: ["2403040100", "1000", "1100", "2203020100"],
      der_boolean: ["010101", "0100", "0102ffff"],
      der_integer: ["0200", "0202007f", "0202ff80", "0a020001"],
      der_bit_string: ["0300", "030101", "030208ff", "03020800", "030207c0"],
      der_null: ["050100"],
      der_object_identifier: ["0600", "06028001", "06032a8001", "06022a80", "06022a81"],
      der_too_large: [`06820281${times(641, "2a")}`],
      ok: [
        ...["020100", "3003020100", `048180${times(128, "aa")}`, "0101ff", "010100", "02020080", "0202ff7f"],
        ...["030100", "03020700", "03020780", "0500", "06012a", "06032a8101"],
        ...[`0640${times(64, "2a")}`, `06820280${times(640, "2a")}`],
      ],
    };
    test.each(Object.entries(RESULTS))("%s: %j", (expected, all) => {
      for (const hex of all) expect([hex, code(hex)]).toEqual([hex, expected]);
    });

    test.each([
      ["3005020100", "expected 5 bytes of content, got 3", 2],
      ["30050500040201", "expected 2 bytes of content, got 1", 6],
      ["0485ffffffffff", "expected a length of at most 4 bytes, got 5", 1],
      ["0484ffffffff", "expected 4294967295 bytes of content, got 0", 6],
      ["030202ff", "expected unused bits to be zero", 3],
      ["06032a8181", "expected the last byte of a number", 4],
      ["06042a800101", "expected the shortest form", 3],
      ["0500ff", "expected the end, got more bytes", 2],
    ])("%s: %s", (hex, message, offset) => {
      expect(() => parseDer(hexToBytes(hex), LIMITS)).toThrow(expect.objectContaining({ message, offset }));
    });

    const nested = (depth: number) => bytesToHex(nest(depth));
    const nest = (depth: number): Uint8Array => (depth === 1 ? NULL : sequence(nest(depth - 1)));
    const strings = (count: number) => bytesToHex(sequence(...new Array(count - 1).fill(octets())));
    const large = (size: number) => bytesToHex(octets(new Uint8Array(size - 5)));
    test.each([
      ["8 levels", nested(8), "ok"],
      ["9 levels", nested(9), "der_too_deep"],
      ["100 values", strings(100), "ok"],
      ["101 values", strings(101), "der_too_many_elements"],
      ["100,000 bytes", large(100_000), "ok"],
      ["100,001 bytes", large(100_001), "der_too_large"],
    ])("%s: within the limits or not", (_, hex, expected) => {
      expect(code(hex)).toBe(expected);
    });

    test("excessive depth is refused before the stack overflows", () => {
      const der = new Uint8Array(100_000).fill(0x30);
      for (let i = 1; i < der.length; i += 2) der[i] = 0x7f;
      expect(codeOf(() => parseDer(der, LIMITS))).toBe("der_truncated");
      let deep = NULL;
      for (let i = 0; i < 5000; i++) deep = sequence(deep);
      expect(codeOf(() => parseDer(deep, LIMITS))).toBe("der_too_deep");
    });
  });

  test("encoded values parse to the same", () => {
    const simple = fc
      .tuple(
        fc.constantFrom<number>(TAG.octetString, TAG.utf8String, 0x80, 0x87),
        fc.uint8Array({ maxLength: 300 }),
      )
      .map(([tag, content]) => encodeDer(tag, content));
    const { tree } = fc.letrec<{ tree: Uint8Array }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5, depthSize: "small" },
        simple,
        fc
          .tuple(
            fc.constantFrom<number>(TAG.sequence, TAG.set, 0xa0),
            fc.array(tie("tree"), { maxLength: 4 }),
          )
          .map(([tag, children]) => encodeDer(tag, ...children)),
      ),
    }));
    const rebuild = (element: DerElement): Uint8Array =>
      element.children.length > 0
        ? encodeDer(element.tag, ...element.children.map(rebuild))
        : encodeDer(element.tag, element.content);
    fc.assert(
      fc.property(tree, (der) => {
        const parsed = parseDer(der, { maxBytes: 1_000_000, maxDepth: 32, maxElements: 100_000 });
        expect(bytesToHex(parsed.der)).toBe(bytesToHex(der));
        expect(bytesToHex(rebuild(parsed))).toBe(bytesToHex(der));
      }),
    );
  });
});
