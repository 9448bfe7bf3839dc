import { bytesToHex, FormatError, hexToBytes, isSameBytes } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DerElement, type DerLimits, parseDer, parseDerCopy, TAG } from "./der.js";
import {
  DerFields,
  encodeDer,
  encodeObjectIdentifier,
  expectTag,
  onlyChild,
  readBitString,
  readBoolean,
  readGeneralizedTime,
  readObjectIdentifier,
  readSmallInteger,
  readTime,
} from "./values.js";

describe("der element", () => {
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
      const der = encodeDer(
        TAG.sequence,
        encodeDer(TAG.null),
        long,
        encodeDer(TAG.boolean, Uint8Array.of(0)),
      );
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
});

describe("parse der", () => {
  const LIMITS: DerLimits = { maxBytes: 100_000, maxDepth: 8, maxElements: 100 };

  function codeOf(work: () => unknown): string {
    try {
      work();
      return "ok";
    } catch (error) {
      if (error instanceof FormatError) return error.code;
      throw error;
    }
  }

  const code = (hex: string, limits = LIMITS) => codeOf(() => parseDer(hexToBytes(hex), limits));

  describe("malformed DER", () => {
    test.each([
      ["", "der_truncated"],
      ["30", "der_truncated"],
      ["3001", "der_truncated"],
      ["300101", "der_truncated"],
      ["020100", "ok"],
      ["02010000", "der_trailing_data"],
      ["3003020100", "ok"],
      ["3002020100", "der_truncated"],
      ["30030201", "der_truncated"],
      ["3080020100", "der_length_indefinite"],
      ["30800201000000", "der_length_indefinite"],
      ["30810302010a", "der_length_not_minimal"],
      ["04820001aa", "der_length_not_minimal"],
      [`04817f${"aa".repeat(127)}`, "der_length_not_minimal"],
      [`048180${"aa".repeat(128)}`, "ok"],
      [`04820080${"aa".repeat(128)}`, "der_length_not_minimal"],
      ["0481", "der_truncated"],
      ["0484ffffffff", "der_truncated"],
      ["0485ffffffffff", "der_truncated"],
      ["04ff", "der_truncated"],
      ["3fff0100", "der_tag_unsupported"],
      ["1f2000", "der_tag_unsupported"],
      ["0000", "der_tag_unsupported"],
      ["2000", "der_tag_unsupported"],
      ["2403040100", "der_form"],
      ["1000", "der_form"],
      ["1100", "der_form"],
      ["2203020100", "der_form"],
      ["0101ff", "ok"],
      ["010100", "ok"],
      ["010101", "der_boolean"],
      ["0100", "der_boolean"],
      ["0102ffff", "der_boolean"],
      ["0200", "der_integer"],
      ["02020080", "ok"],
      ["0202007f", "der_integer"],
      ["0202ff7f", "ok"],
      ["0202ff80", "der_integer"],
      ["0a020001", "der_integer"],
      ["0300", "der_bit_string"],
      ["030100", "ok"],
      ["030101", "der_bit_string"],
      ["030208ff", "der_bit_string"],
      ["03020800", "der_bit_string"],
      ["03020700", "ok"],
      ["03020780", "ok"],
      ["030207c0", "der_bit_string"],
      ["0500", "ok"],
      ["050100", "der_null"],
      ["0600", "der_object_identifier"],
      ["06012a", "ok"],
      ["06028001", "der_object_identifier"],
      ["06032a8001", "der_object_identifier"],
      ["06022a80", "der_object_identifier"],
      ["06022a81", "der_object_identifier"],
      ["06032a8101", "ok"],
      [`0640${"2a".repeat(64)}`, "ok"],
      [`06820280${"2a".repeat(640)}`, "ok"],
      [`06820281${"2a".repeat(641)}`, "der_too_large"],
    ])("%s: %s", (hex, expected) => {
      expect(code(hex)).toBe(expected);
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
    const nest = (depth: number): Uint8Array =>
      depth === 1 ? encodeDer(TAG.null) : encodeDer(TAG.sequence, nest(depth - 1));
    const strings = (count: number) =>
      bytesToHex(
        encodeDer(TAG.sequence, ...Array.from({ length: count - 1 }, () => encodeDer(TAG.octetString))),
      );
    const large = (size: number) => bytesToHex(encodeDer(TAG.octetString, new Uint8Array(size - 5)));
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
      expect(codeOf(() => parseDer(der, { ...LIMITS, maxDepth: 8 }))).toBe("der_truncated");
      const deep: Uint8Array[] = [encodeDer(TAG.null)];
      for (let i = 0; i < 5000; i++) deep[0] = encodeDer(TAG.sequence, deep[0]!);
      expect(codeOf(() => parseDer(deep[0]!, LIMITS))).toBe("der_too_deep");
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

  describe("values", () => {
    const element = (tag: number, ...content: readonly Uint8Array[]) =>
      parseDer(encodeDer(tag, ...content), LIMITS);
    const textElement = (tag: number, text: string) => element(tag, new TextEncoder().encode(text));

    test.each([
      "0.0",
      "0.39",
      "1.39",
      "2.0",
      "2.999.3",
      "1.2.840.113549.1.1.11",
      "2.25.329800735698586629295641978511506172918",
      "1.3.9007199254740991.9007199254740992.127.128",
    ])("object identifier %s", (text) => {
      expect(readObjectIdentifier(parseDer(encodeObjectIdentifier(text), LIMITS))).toBe(text);
    });

    test("object identifiers of any size", () => {
      const part = fc.bigInt({ min: 0n, max: 2n ** 100n }).map(String);
      fc.assert(
        fc.property(part, fc.array(part, { maxLength: 3 }), (second, rest) => {
          const text = ["2", second, ...rest].join(".");
          expect(readObjectIdentifier(parseDer(encodeObjectIdentifier(text), LIMITS))).toBe(text);
        }),
      );
    });

    test.each([
      [TAG.utcTime, "261121120000Z", "2026-11-21T12:00:00.000Z"],
      [TAG.utcTime, "491231235959Z", "2049-12-31T23:59:59.000Z"],
      [TAG.utcTime, "500101000000Z", "1950-01-01T00:00:00.000Z"],
      [TAG.utcTime, "2611211200Z", null],
      [TAG.utcTime, "261121120000+0000", null],
      [TAG.utcTime, "260231120000Z", null],
      [TAG.utcTime, "261121240000Z", null],
      [TAG.utcTime, "261121120060Z", null],
      [TAG.generalizedTime, "20500101000000Z", "2050-01-01T00:00:00.000Z"],
      [TAG.generalizedTime, "00010101000000Z", "0001-01-01T00:00:00.000Z"],
      [TAG.generalizedTime, "20500101000000.5Z", null],
      [TAG.generalizedTime, "20500101000000", null],
      [TAG.generalizedTime, "20500101000000Z0", null],
      [TAG.generalizedTime, "20240229000000Z", "2024-02-29T00:00:00.000Z"],
      [TAG.generalizedTime, "20230229000000Z", null],
    ])("time %i %s", (tag, text, iso) => {
      const read = () => readTime(textElement(tag, text)).toISOString();
      if (iso === null) expect(codeOf(read)).toBe("der_time");
      else expect(read()).toBe(iso);
    });

    test("integers, at the limit and beyond", () => {
      const read = (hex: string) => readSmallInteger(parseDer(hexToBytes(hex), LIMITS));
      expect(read("020100")).toBe(0);
      expect(read("02047fffffff")).toBe(2 ** 31 - 1);
      expect(codeOf(() => read("02050080000000"))).toBe("der_integer");
      expect(codeOf(() => read("0201ff"))).toBe("der_integer");
    });

    test("another type is refused", () => {
      const wrong = element(TAG.octetString, Uint8Array.of(1));
      for (const read of [
        readBoolean,
        readSmallInteger,
        readObjectIdentifier,
        readBitString,
        readTime,
        readGeneralizedTime,
      ]) {
        expect(codeOf(() => read(wrong))).toBe("der_unexpected");
      }
      expect(codeOf(() => new DerFields(wrong))).toBe("der_unexpected");
    });

    test("missing fields and remaining fields", () => {
      const fields = () => new DerFields(parseDer(hexToBytes("3003020105"), LIMITS));
      expect(codeOf(() => fields().end())).toBe("der_unexpected");
      const read = fields();
      expect(read.optional(TAG.boolean)).toBeNull();
      expect(readSmallInteger(read.required(TAG.integer))).toBe(5);
      expect(read.optional()).toBeNull();
      read.end();
      expect(codeOf(() => read.required())).toBe("der_unexpected");
    });
  });
});
