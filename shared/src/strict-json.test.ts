import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FormatError } from "./bytes.js";
import { type JsonLimits, JsonReader } from "./strict-json.js";

const LIMITS: JsonLimits = { maxBytes: 100_000, maxDepth: 16, maxMembers: 256 };

/** Reads a whole document and discards it. */
function skipDocument(input: Uint8Array | string, limits: JsonLimits = LIMITS): void {
  const reader = new JsonReader(input, limits);
  reader.skipValue();
  reader.end();
}

function errorOf(run: () => unknown): FormatError {
  try {
    run();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return expect.fail("expected a FormatError, got none");
}

/** Code, byte offset and pointer of the malformation in `input`. */
function malformation(input: Uint8Array | string, limits?: JsonLimits): [string, number, string | null] {
  const { code, offset, pointer } = errorOf(() => skipDocument(input, limits));
  return [code, offset, pointer];
}

/** Reads from `reader` a value of the shape of `like` and compares each part with it. */
function expectSame(reader: JsonReader, like: unknown): void {
  if (typeof like === "string") expect(reader.readString()).toBe(like);
  else if (Array.isArray(like))
    expect(reader.readArray((index) => expectSame(reader, like[index]))).toBe(like.length);
  else if (typeof like === "object" && like !== null) {
    const names: string[] = [];
    reader.readObject((name) => {
      names.push(name);
      expectSame(reader, (like as Record<string, unknown>)[name]);
    });
    expect(names.sort()).toEqual(Object.keys(like).sort());
  } else if (Number.isSafeInteger(like) && !Object.is(like, -0)) {
    expect(reader.readInteger(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).toBe(like);
  } else reader.skipValue();
}

/** Whether any object in a JSON text has the refused name, in any spelling. */
function hasProto(text: string): boolean {
  let found = false;
  JSON.parse(text, (key, value) => {
    if (key === "__proto__") found = true;
    return value;
  });
  return found;
}

describe("malformations", () => {
  test.each<[string, string | Uint8Array, string, number, string]>([
    ["nothing", "", "empty", 0, ""],
    ["no bytes", new Uint8Array(), "empty", 0, ""],
    ["white space only", " \n\t\r", "json_truncated", 4, ""],
    ["a byte order mark, in bytes", Uint8Array.of(0xef, 0xbb, 0xbf, 0x31), "byte_order_mark", 0, ""],
    ["a character that differs from it in its last byte", Buffer.from("\ufefe1"), "json_syntax", 0, ""],
    ["a character that differs from it in its middle byte", Buffer.from("\uff3f1"), "json_syntax", 0, ""],
    ["a character that differs from it in its first byte", Buffer.from("\ueeff1"), "json_syntax", 0, ""],
    ["a byte order mark, in text", "\ufeff1", "byte_order_mark", 0, ""],
    ["bytes that are not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), "invalid_utf8", 0, ""],
    ["an overlong encoding", Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), "invalid_utf8", 0, ""],
    ["a surrogate encoded in UTF-8", Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), "invalid_utf8", 0, ""],
    ["a truncated UTF-8 sequence", Uint8Array.of(0x22, 0xe2, 0x82), "invalid_utf8", 0, ""],
    ["half a pair as text", '"\ud800"', "lone_surrogate", 0, ""],
    ["a high surrogate escaped alone", '["\\ud800"]', "lone_surrogate", 1, "/0"],
    ["a low surrogate escaped alone", '["\\udc00"]', "lone_surrogate", 1, "/0"],
    ["surrogates in reverse order", '["\\udc00\\ud800"]', "lone_surrogate", 1, "/0"],
    ["a bare NUL in a string", '["\u0000"]', "json_syntax", 2, "/0"],
    ["a bare line end in a string", '["a\nb"]', "json_syntax", 3, "/0"],
    ["a NUL between tokens", "[\u00001]", "json_syntax", 1, "/0"],
    ["a no-break space between tokens", "[\u00a01]", "json_syntax", 1, "/0"],
    ["an unknown escape", '["\\x41"]', "json_syntax", 3, "/0"],
    ["an unknown escape before four digits", '["\\x0041"]', "json_syntax", 3, "/0"],
    ["an escape with an invalid digit", '["\\u00g0"]', "json_syntax", 3, "/0"],
    ["single quotes", "['a']", "json_syntax", 1, "/0"],
    ["a name without quotes", '{"a":{b:1}}', "json_syntax", 6, "/a"],
    ["a name that is a number", "{1:1}", "json_syntax", 1, ""],
    ["no colon", '{"a" 1}', "json_syntax", 5, "/a"],
    ["a trailing comma in an object", '{"a":1,}', "json_syntax", 7, ""],
    ["a trailing comma in an array", "[1,]", "json_syntax", 3, "/1"],
    ["no comma", "[1 2]", "json_syntax", 3, "/0"],
    ["a comment", "[/**/1]", "json_syntax", 1, "/0"],
    ["NaN", "[NaN]", "json_syntax", 1, "/0"],
    ["Infinity", "[-Infinity]", "json_syntax", 2, "/0"],
    ["a misspelt literal", "[nul1]", "json_syntax", 1, "/0"],
    ["an upper-case literal", "[True]", "json_syntax", 1, "/0"],
    ["a leading zero", "[01]", "json_syntax", 2, "/0"],
    ["a leading plus", "[+1]", "json_syntax", 1, "/0"],
    ["a leading point", "[.5]", "json_syntax", 1, "/0"],
    ["no digit after the point", "[1.]", "json_syntax", 3, "/0"],
    ["no digit in the exponent", "[1e]", "json_syntax", 3, "/0"],
    ["no digit after the sign of the exponent", "[1e+]", "json_syntax", 4, "/0"],
    ["two points", "[1.2.3]", "json_syntax", 4, "/0"],
    ["hexadecimal", "[0x1]", "json_syntax", 2, "/0"],
    ["a second value", "{} {}", "json_trailing_data", 3, ""],
    ["a NUL after the document", "{}\u0000", "json_trailing_data", 2, ""],
    ["a name twice", '{"a":1,"a":1}', "duplicate_key", 7, "/a"],
    ["a name twice, once escaped", '{"a":1,"\\u0061":1}', "duplicate_key", 7, "/a"],
    ["a name twice, deep in a skipped value", '{"x":[{"a":{},"a":{}}]}', "duplicate_key", 14, "/x/0/a"],
    ["the empty name twice", '{"":1,"":1}', "duplicate_key", 6, "/"],
    ["__proto__", '{"__proto__":1}', "forbidden_key", 1, "/__proto__"],
    ["__proto__ by escape", '{"\\u005f_proto__":1}', "forbidden_key", 1, "/__proto__"],
    ["__proto__ in a skipped value", '[{"a":{"__proto__":{}}}]', "forbidden_key", 7, "/0/a/__proto__"],
  ])("%s", (_, input, code, offset, pointer) => {
    expect(malformation(input)).toEqual([code, offset, pointer]);
  });

  test("every bare control character in a string is refused, also after an escape, and no other character", () => {
    for (let code = 0; code < 0x80; code++) {
      const character = String.fromCharCode(code);
      for (const start of ['["', '["\\n', '[{"']) {
        const text = `${start}${character}`;
        const ending = start.endsWith('{"') ? '":1}]' : '"]';
        if (code < 0x20) {
          expect(malformation(text + ending).slice(0, 2), JSON.stringify(text)).toEqual([
            "json_syntax",
            start.length,
          ]);
        } else if (character !== '"' && character !== "\\") skipDocument(text + ending);
      }
    }
  });

  test("every escape is read or refused like JSON.parse does", () => {
    for (let code = 0; code < 0x80; code++) {
      const text = `"\\${String.fromCharCode(code)}"`;
      let meant: string | null = null;
      try {
        meant = JSON.parse(text);
      } catch {
        // JSON.parse refuses it, so this reader must too.
      }
      if (meant === null) expect(malformation(text)[0], text).toMatch(/^json_(syntax|truncated)$/);
      else expect(new JsonReader(text, LIMITS).readString()).toBe(meant);
    }
  });

  test("offsets count bytes of UTF-8, pointers escape as RFC 6901 says", () => {
    expect(malformation('{"é/€~":["😀",x]}')).toEqual(["json_syntax", 19, "/é~1€~0/1"]);
    expect(malformation(new TextEncoder().encode('{"é/€~":["😀",x]}'))).toEqual([
      "json_syntax",
      19,
      "/é~1€~0/1",
    ]);
  });

  test("the caller's error has the position of its value", () => {
    const reader = new JsonReader<"too_red">('{"colour":  "red"}', LIMITS);
    const error = errorOf(() =>
      reader.readObject(() => {
        const at = reader.position;
        reader.readString();
        reader.fail("too_red", "expected another colour", at);
      }),
    );
    expect(error).toMatchObject({ code: "too_red", offset: 12, pointer: "/colour" });
  });

  test.each([
    ["object", "[]", (reader: JsonReader) => reader.readObject(() => reader.skipValue()), "array"],
    ["array", '"a"', (reader: JsonReader) => reader.readArray(() => reader.skipValue()), "string"],
    ["string", "1", (reader: JsonReader) => reader.readString(), "number"],
    ["number", "true", (reader: JsonReader) => reader.readInteger(0, 1), "boolean"],
    ["string", "null", (reader: JsonReader) => reader.readString(), "null"],
    ["string", "{}", (reader: JsonReader) => reader.readString(), "object"],
  ])("expected %s, got %s", (wanted, input, read, found) => {
    const error = errorOf(() => read(new JsonReader(input, LIMITS)));
    expect(error).toMatchObject({ code: "wrong_type", offset: 0, pointer: "" });
    expect(error.message).toContain(`expected ${wanted}, got ${found}`);
  });

  test("a misspelt literal is a syntax error rather than a wrong type", () => {
    for (const literal of ["nulx", "trux", "falsy"]) {
      expect(errorOf(() => new JsonReader(literal, LIMITS).readString()).code, literal).toBe("json_syntax");
    }
    for (const literal of ["nul", "tru", "fals"]) {
      expect(errorOf(() => new JsonReader(literal, LIMITS).readString()).code, literal).toBe(
        "json_truncated",
      );
    }
  });

  test.each([
    ["[x]", "/0: expected a value"],
    ["[nulx]", "/0: expected true, false or null"],
    ["x", "document: expected a value"],
    ['"abc', "document: expected the end of the string, got the end of the document"],
    ['"a\nb"', "document: expected an escape for a control character"],
    ['"\\', "document: expected an escape of RFC 8259 section 7, got the end of the document"],
  ])("%j: the message says where and what was expected", (input, message) => {
    expect(errorOf(() => skipDocument(input)).message).toBe(message);
  });
});

describe("strings", () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);

  test("keep a byte order mark inside the document", () => {
    const reader = new JsonReader(bytesOf('["\ufeffa"]'), LIMITS);
    reader.readArray(() => expect(reader.readString()).toBe("\ufeffa"));
  });

  test("of hexadecimal digits are read in any spelling, and others are null", () => {
    const read = (document: string) => {
      const reader = new JsonReader(document, LIMITS);
      const text = reader.readHex(4);
      reader.end();
      return text;
    };
    expect(read('"09af"')).toBe("09af");
    expect(read(' "09\\u0061f" ')).toBe("09af");
    for (const text of ["", "09a", "09afb", "09aF", "09ag", "é9af"])
      expect(read(`"${text}"`), text).toBeNull();
  });
});

describe("a value in its usual spelling", () => {
  const before = new TextEncoder().encode('{"a":"');
  const after = new TextEncoder().encode('"}');
  const read = (reader: JsonReader) => reader.readExactly(before, 4, after);

  test("gives its digits, also after white space and beside other characters", () => {
    for (const document of ['[ {"a":"09af"}, "é"]', '[ {"a":"09af"}]']) {
      const reader = new JsonReader(document, LIMITS);
      reader.readArray((index) => {
        if (index === 0) expect(read(reader)).toBe("09af");
        else reader.skipValue();
      });
      reader.end();
    }
  });

  test.each([
    '{"a": "09af"}',
    '{"b":"09af"}',
    '{"a":"09aF"}',
    '{"a":"g9af"}',
    '{"a":"09a"}',
    '{"a":"09afb"}',
    '{"a":"09af","b":1}',
    '{"a":"09af" }',
  ])("reads nothing of another: %s", (document) => {
    const reader = new JsonReader(document, LIMITS);
    expect(read(reader)).toBeNull();
    expect(reader.position).toBe(0);
    skipDocument(document);
  });

  test.each(['{"a":"09a', '{"a":"09af', '{"a":"09af"', '{"a"'])("nor of its beginning: %s", (document) => {
    const reader = new JsonReader(document, LIMITS);
    expect(read(reader)).toBeNull();
    expect(reader.position).toBe(0);
  });
});

describe("integers", () => {
  const read = (literal: string, min = -10, max = 10) =>
    new JsonReader(literal, LIMITS).readInteger(min, max);

  test("each value has one spelling", () => {
    expect([read("0"), read("10"), read("-10"), read("7")]).toEqual([0, 10, -10, 7]);
    for (const literal of ["-0", "1.0", "1e0", "1E1", "0.5", "-0.0", "0e0"]) {
      expect(
        errorOf(() => read(literal)),
        literal,
      ).toMatchObject({ code: "integer_malformed", offset: 0 });
    }
  });

  test("bounds at n and n + 1", () => {
    for (const literal of ["11", "-11", "9007199254740993", "9".repeat(5000)]) {
      expect(
        errorOf(() => read(literal)),
        literal,
      ).toMatchObject({ code: "integer_out_of_range", offset: 0 });
    }
    expect(read("9007199254740991", 0, Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
    expect(errorOf(() => read("9007199254740992", 0, Number.MAX_SAFE_INTEGER)).code).toBe(
      "integer_out_of_range",
    );
  });
});

describe("limits, at n and n + 1", () => {
  test("bytes", () => {
    for (const filler of ["x", "é", "€", "😀"]) {
      const text = `"${filler.repeat(10)}"`;
      const bytes = new TextEncoder().encode(text);
      const limits = { ...LIMITS, maxBytes: bytes.length };
      skipDocument(text, limits);
      skipDocument(bytes, limits);
      limits.maxBytes = bytes.length - 1;
      expect(malformation(text, limits)).toEqual(["too_large", bytes.length - 1, ""]);
      expect(malformation(bytes, limits)).toEqual(["too_large", bytes.length - 1, ""]);
    }
  });

  test("depth, of objects, arrays and both", () => {
    const limits = { ...LIMITS, maxDepth: 4 };
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const nested = (depth: number) => open.repeat(depth) + (open === "[" ? "" : "1") + close.repeat(depth);
      skipDocument(nested(4), limits);
      expect(malformation(nested(5), limits).slice(0, 2)).toEqual(["json_too_deep", 4 * open.length]);
    }
    skipDocument('[{"a":[{}]}]', limits);
    expect(malformation('[{"a":[{"b":[]}]}]', limits)).toEqual(["json_too_deep", 12, "/0/a/0/b"]);
  });

  test("a document of brackets only ends at the limit, without a stack overflow", () => {
    expect(malformation("[".repeat(100_000))).toEqual(["json_too_deep", 16, "/0".repeat(16)]);
  });

  test("members and items", () => {
    const limits = { ...LIMITS, maxMembers: 3 };
    skipDocument('{"a":1,"b":1,"c":1}', limits);
    skipDocument("[1,1,1]", limits);
    expect(malformation('{"a":1,"b":1,"c":1,"d":1}', limits)).toEqual(["json_too_many_members", 19, "/d"]);
    expect(malformation("[1,1,1,1]", limits)).toEqual(["json_too_many_members", 7, "/3"]);
  });
});

describe("compared with JSON.parse", () => {
  const document = fc.jsonValue({ maxDepth: 6 });

  test("documents that both accept have the same values", () => {
    const spelt = fc.oneof(
      document.map((value) => JSON.stringify(value)),
      document.map((value) => JSON.stringify(value, null, 2)),
      // Escapes every character: names and strings must be compared by meaning.
      document.map((value) => JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, everyCharacterEscaped)),
      fc
        .array(fc.string({ unit: "binary" }))
        .map((texts) => `[${texts.map((text) => JSON.stringify(text)).join()}]`),
    );
    fc.assert(
      fc.property(spelt, (text) => {
        fc.pre(!hasProto(text));
        const reader = new JsonReader(text, LIMITS);
        expectSame(reader, JSON.parse(text));
        reader.end();
        skipDocument(new TextEncoder().encode(text));
      }),
      { numRuns: 500 },
    );
  });

  // Valid JSON that this reader refuses.
  const STRICTER = [
    "duplicate_key",
    "forbidden_key",
    "lone_surrogate",
    "json_too_deep",
    "json_too_many_members",
  ];

  function compare(text: string): void {
    let ours: string | null = null;
    try {
      skipDocument(text);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      ours = error.code;
    }
    let theirs = true;
    try {
      JSON.parse(text);
    } catch {
      theirs = false;
    }
    if (ours === null) expect(theirs, `accepted here, refused by JSON.parse: ${text}`).toBe(true);
    else if (theirs) expect(STRICTER, `refused here, read by JSON.parse: ${text}`).toContain(ours);
  }

  test("refuses what JSON.parse refuses, and more only for a stated reason", () => {
    const alphabet = '{}[]",:\\u0019aeEtrfn+-. \n\t\u0000\u001f\u00a0\ufeff\ud83d\ude00';
    const fragment = fc.oneof(
      fc.constantFrom(...alphabet),
      fc.constantFrom(
        '"a":',
        "true",
        "false",
        "null",
        "-1.5e+3",
        '"\\u0061"',
        '"\\ud83d\\ude00"',
        "[1,2]",
        '{"b":{}}',
      ),
    );
    fc.assert(
      fc.property(fc.array(fragment, { minLength: 1, maxLength: 30 }), (parts) => compare(parts.join(""))),
      { numRuns: 5000 },
    );
  });

  test("the same holds for single edits of a valid document", () => {
    const edit = fc.record({
      at: fc.nat(),
      remove: fc.nat({ max: 2 }),
      insert: fc.constantFrom("", ...'{}[]",:\\0-+.eE1 tn\u0000\u0001'),
    });
    fc.assert(
      fc.property(document, edit, (value, { at, remove, insert }) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        const edited = text.slice(0, place) + insert + text.slice(place + remove);
        fc.pre(edited !== "");
        compare(edited);
      }),
      { numRuns: 5000 },
    );
  });

  test("every proper prefix of a document is truncated", () => {
    const text = '{"aé":[1.5e+3,-20E-1,true,false,null,"x\\n\\ud83d\\ude00y"],"b":{"c":{}},"d":[] , "e": 10}';
    skipDocument(text);
    for (let length = 1; length < text.length; length++) {
      const prefix = text.slice(0, length);
      expect(malformation(prefix).slice(0, 2), prefix).toEqual([
        "json_truncated",
        new TextEncoder().encode(prefix).length,
      ]);
    }
  });
});

/** A JSON string with the same meaning, in which each UTF-16 unit is a `\uXXXX` escape. */
function everyCharacterEscaped(json: string): string {
  const text: string = JSON.parse(json);
  const units = Array.from({ length: text.length }, (_, at) =>
    text.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  return `"${units.map((unit) => `\\u${unit}`).join("")}"`;
}
