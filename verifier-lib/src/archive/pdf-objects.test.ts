import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { MAX_DEPTH, MAX_OBJECT_BYTES, MAX_STRING_BYTES, MAX_VALUES } from "../limits.js";
import { nameList } from "./pdf.testing.js";
import {
  isArray,
  isCount,
  isDictionary,
  isReference,
  isStream,
  latin1,
  nameOf,
  ObjectReader,
  type PdfValue,
} from "./pdf-objects.js";

describe("object reader", () => {
  const UNITS = 4_000_000;

  const readerOf = (text: string, offset = 0, work = new WorkBudget(UNITS)) =>
    new ObjectReader(Buffer.from(text, "latin1"), offset, work);
  const parsed = (text: string) => readerOf(text).value();
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
  const name = (text: string) => ({ name: text });

  function refusalOf(act: () => unknown): FormatError {
    try {
      act();
    } catch (error) {
      if (error instanceof FormatError) return error;
      throw error;
    }
    throw new Error("It was accepted");
  }
  const codeOf = (act: () => unknown) => refusalOf(act).code;

  describe("a value is", () => {
    test.each<[string, unknown]>([
      ["null", null],
      ["true", true],
      ["false", false],
      ["0", 0],
      ["+17", 17],
      ["-98", -98],
      ["34.25", 34.25],
      ["4.", 4],
      ["-.25", -0.25],
      [".5", 0.5],
      ["123456789012345", 123456789012345],
      ["1.123456789012345", 1.123456789012345],
      [".123456789012345", 0.123456789012345],
      ["5 0 R", { object: 5, generation: 0 }],
      ["1234567890 12 R", { object: 1234567890, generation: 12 }],
      ["[1 2 3 0 R 4 5]", [1, 2, { object: 3, generation: 0 }, 4, 5]],
      ["[-1 0 null]", [-1, 0, null]],
      ["[]", []],
      ["/", name("")],
      ["/A#42c#2f#zz", name("ABc/#zz")],
      ["/name(", name("name")],
      ["(a(b)c)", bytesOf("a(b)c")],
      ["<< /a<<>>/b[/c]>>", new Map<string, unknown>(Object.entries({ a: new Map(), b: [name("c")] }))],
      ["% comment ) >>\r(a)", bytesOf("a")],
      ["% comment\n\0\t\f\r (a)", bytesOf("a")],
    ])("%j", (text, value) => {
      expect(parsed(text)).toEqual(value);
    });

    test.each([
      ["", 0],
      ["yes", 3],
      ["1a", 2],
      ["a1", 2],
      ["x1", 2],
      ["--1", 3],
      ["1.2.3", 5],
      [".", 1],
      ["+", 1],
      ["1234567890123456", 16],
      ["1.1234567890123456", 18],
      [".1234567890123456", 17],
      ["[12345678901 0 R]", 16],
      ["]", 0],
      ["[1.5 0 R]", 8],
      ["[-1 0 R]", 7],
    ])("not %j", (text, offset) => {
      const isList = text.startsWith("[");
      expect(refusalOf(() => (isList ? parsed(text) : readerOf(`[${text}`, 1).value()))).toMatchObject({
        code: "pdf_object_malformed",
        offset: isList ? offset : offset + 1,
      });
    });
  });

  describe("a string", () => {
    test.each([
      ["escapes", "\\n\\r\\t\\b\\f\\(\\)\\\\\\x\\8", "\n\r\t\b\f()\\x8"],
      ["up to three octal digits", "\\101\\0053\\53\\1\\08\\18\\7", "A\x053+\x01\x008\x018\x07"],
      ["octal numbers above 255, of which the lowest eight bits count", "\\501", "A"],
      ["line ends that are escaped away", "a\\\nb\\\r\nc\\\rd\\\r\r\ne\\\n\rf", "abcd\r\ne\rf"],
      ["line ends as they are", "a\nb\r\nc", "a\nb\r\nc"],
    ])("has %s", (_, text, value) => {
      expect(parsed(`(${text})`)).toEqual(bytesOf(value));
    });

    test.each([
      ["<>", ""],
      ["<414 2>", "AB"],
      ["<41\n42\0>", "AB"],
      ["<4a4A0>", "JJ\0"],
    ])("in hexadecimal: %j", (text, value) => {
      expect(parsed(text)).toEqual(bytesOf(value));
      expect(readerOf(`(x)${text}`, 3).value()).toEqual(bytesOf(value));
    });

    test.each([
      ["(a", 2],
      ["(a\\)", 4],
      ["(a(b)", 5],
      ["<61", 0],
      ["<6g>", 0],
      ["<6`>", 0],
    ])("is refused: %j", (text, offset) => {
      expect(refusalOf(() => parsed(text))).toMatchObject({ code: "pdf_object_malformed", offset });
    });

    test("ends wherever its bracket is, in a file of any length", () => {
      const reader = readerOf(`<61>${" ".repeat(2 * MAX_STRING_BYTES + 100)}<62`);
      expect(reader.value()).toEqual(bytesOf("a"));
      expect(codeOf(() => reader.value())).toBe("pdf_object_malformed");
    });
  });

  describe("a dictionary", () => {
    test.each(["<< /a 1 > >>", "<< /a 1 >", "<< xa 1 >>", "<< (a) 1 >>", "<< /a", "<<", "<< /a >>"])(
      "is refused: %j",
      (text) => {
        expect(codeOf(() => parsed(text))).toBe("pdf_object_malformed");
      },
    );

    test("has no key twice, even with one value", () => {
      expect(codeOf(() => parsed("<< /a 1 /a 1 >>"))).toBe("pdf_key_duplicate");
      expect(codeOf(() => parsed("<< /a 1 /#61 2 >>"))).toBe("pdf_key_duplicate");
    });
  });

  describe("limits", () => {
    /** Before the values, so that lengths are not taken for positions. */
    const BEFORE = "(before)";
    const after = (text: string) => () => readerOf(`${BEFORE}${text}`, BEFORE.length).value();

    test.each<[string, (count: number) => string, number]>([
      ["bytes of a string", (count) => `(${"a".repeat(count)})`, MAX_STRING_BYTES],
      ["bytes of a name", (count) => `/${"a".repeat(count)}`, MAX_STRING_BYTES],
      ["digits of a string, with its bracket", (count) => `<${"a".repeat(count - 1)}>`, 2 * MAX_STRING_BYTES],
      [
        "bytes of an object, up to its last value",
        (count) => nameList("[", "/a]", count + 3),
        MAX_OBJECT_BYTES,
      ],
    ])("%s", (_, make, limit) => {
      expect(after(make(limit))).not.toThrow();
      expect(codeOf(after(make(limit + 1)))).toBe("pdf_too_many_objects");
    });

    test("values", () => {
      const reader = readerOf(`[${"[]".repeat(MAX_VALUES - 1)}] 1`);
      expect(reader.value()).toHaveLength(MAX_VALUES - 1);
      expect(codeOf(() => reader.value())).toBe("pdf_too_many_objects");
    });

    test("a string of escaped line ends has at most four times as many bytes as a string", () => {
      const pairs = (bytes: number) => `(${"\\\n".repeat(bytes / 2)})`;
      expect(after(pairs(4 * MAX_STRING_BYTES))()).toEqual(bytesOf(""));
      expect(codeOf(after(pairs(4 * MAX_STRING_BYTES + 2)))).toBe("pdf_too_many_objects");
    });

    test.each([
      ["lists", "[", "]"],
      ["dictionaries", "<</a", ">>"],
      ["both", "[<</a", ">>]"],
    ])("depth of %s", (_, open, close) => {
      const levels = open.startsWith("[<") ? 2 : 1;
      const nested = (depth: number) => `${open.repeat(depth)}/x${close.repeat(depth)}`;
      expect(after(nested(MAX_DEPTH / levels))).not.toThrow();
      expect(codeOf(after(nested(MAX_DEPTH / levels + 1)))).toBe("pdf_too_deep");
    });

    test.each<[string, string, (reader: ObjectReader) => unknown, number]>([
      ["a value", "/a", (reader) => reader.value(), 3],
      ["a word", "a", (reader) => reader.word(), 1],
      ["32 bytes of white space", `${" ".repeat(3231)}`, (reader) => reader.skipSpace(), 100],
      ["32 bytes of a comment", `%${"x".repeat(3230)}`, (reader) => reader.skipSpace(), 100],
      ["32 bytes of a string", `(${"a".repeat(3231)})`, (reader) => reader.value(), 3 + 100],
      ["32 bytes of digits", `<${"a".repeat(3230)}>`, (reader) => reader.value(), 3 + 100],
      ["32 bytes of a name", `/${"a".repeat(3231)}`, (reader) => reader.value(), 3 + 100],
      ["32 bytes of a word", "a".repeat(3231), (reader) => reader.word(), 1 + 100],
    ])("the work of %s", (_, text, read, units) => {
      const work = new WorkBudget(UNITS);
      read(readerOf(`${BEFORE}${text}`, BEFORE.length, work));
      expect(UNITS - work.left).toBe(units);
    });
  });

  describe("an object of a file", () => {
    const objectOf = (text: string) => readerOf(text).indirectObject(12, 3);

    test("has its number, its generation and its value", () => {
      const reader = readerOf("  12 3 obj<</a 1>>endobj 5");
      expect(reader.indirectObject(12, 3)).toEqual(new Map([["a", 1]]));
      expect(reader.count()).toBe(5);
    });

    test.each([
      ["a line feed", "\n"],
      ["a carriage return and a line feed", "\r\n"],
    ])("has a stream, which begins after %s", (_, end) => {
      const text = `12 3 obj <</a 1>> stream${end}`;
      expect(objectOf(`${text}data`)).toEqual({ dictionary: new Map([["a", 1]]), start: text.length });
    });

    test.each([
      "13 3 obj null endobj",
      "12 4 obj null endobj",
      "x12 3 obj null endobj",
      "12x 3 obj null endobj",
      "00000000012 3 obj null endobj",
      "12 3 abj null endobj",
      "12 3 obj null endobi",
      "12 3 obj <<>> stram\n",
      "12 3 obj <<>>",
      "12 3 obj 5 stream\n",
      "12 3 obj <<>> stream\r",
      "12 3 obj <<>> stream\rx",
      "12 3 obj <<>> stream x",
      "12 3 obj <<>> streamx\n",
    ])("is refused: %j", (text) => {
      expect(codeOf(() => objectOf(text))).toBe("pdf_object_malformed");
    });

    test("a count has at most ten digits", () => {
      expect(readerOf("1234567890").count()).toBe(1_234_567_890);
      expect(codeOf(() => readerOf("12345678901").count())).toBe("pdf_object_malformed");
    });
  });

  test.each<[string, (reader: ObjectReader) => unknown]>([
    ["a keyword", (reader) => reader.expectWord("obj")],
    ["a number", (reader) => reader.count()],
    ["a value", (reader) => reader.value()],
    ["a key", (reader) => reader.indirectObject(1, 0)],
  ])("a message quotes at most the beginning of what is not %s", (what, read) => {
    const long = "x".repeat(10_000);
    const text = what === "a key" ? `1 0 obj <</${long} 1/${long} 2>>` : long;
    const { message } = refusalOf(() => read(readerOf(text)));
    expect(message).toContain("xxxx");
    expect(message.length).toBeLessThan(100);
  });

  test("reading stops at the end of the bytes", () => {
    const reader = readerOf("a % comment");
    expect([reader.word(), reader.word(), reader.word()]).toEqual(["a", "", ""]);
    expect(reader.offset).toBe("a % comment".length);
  });

  test("text has one character per byte, for any number of bytes", () => {
    for (const length of [0, 1, 16, 17, 8191, 8192, 8193, 20_000]) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) & 255);
      expect(latin1(bytes), `${length} bytes`).toBe(Buffer.from(bytes).toString("latin1"));
    }
  });
});

describe("pdf value", () => {
  const VALUES: readonly (readonly [kind: string, value: PdfValue | undefined])[] = [
    ["nothing", undefined],
    ["null", null],
    ["true", true],
    ["count", 0],
    ["count", 5],
    ["number", -1],
    ["number", 1.5],
    ["number", 2 ** 53],
    ["string", Uint8Array.of(1)],
    ["name", { name: "a" }],
    ["reference", { object: 1, generation: 0 }],
    ["stream", { dictionary: new Map(), start: 0 }],
    ["array", [1]],
    ["dictionary", new Map([["object", 1]])],
  ];

  test.each(VALUES)("%s: %s is of one kind", (kind, value) => {
    expect({
      array: isArray(value),
      count: isCount(value),
      dictionary: isDictionary(value),
      name: nameOf(value) === "a",
      reference: isReference(value),
      stream: isStream(value),
    }).toEqual({
      array: false,
      count: false,
      dictionary: false,
      name: false,
      reference: false,
      stream: false,
      ...(["nothing", "null", "true", "number", "string"].includes(kind) ? {} : { [kind]: true }),
    });
    if (kind !== "name") expect(nameOf(value)).toBeUndefined();
  });
});
