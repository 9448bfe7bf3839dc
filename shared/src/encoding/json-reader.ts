/**
 * A strict, bounded reader of JSON (RFC 8259) that hands values to the caller one by one.
 *
 * `JSON.parse` cannot be used on evidence: it keeps the last of two equal keys, so two readers may see two
 * different proofs in the same bytes; it says nothing of where an error stands; and it builds whatever the
 * sender wants to have built. This reader refuses equal keys anywhere, `__proto__` anywhere, a byte order mark,
 * text that is not UTF-8, escapes that are half of a surrogate pair, and anything deeper or wider than its
 * limits. It allocates only what the caller asks for.
 *
 * It does not judge meaning: that is the caller's, through `fail`.
 */
import { FormatError } from "./format-error.js";

/** The codes that this reader itself gives, one per malformation. */
export type JsonErrorCode =
  | "too_large"
  | "empty"
  | "byte_order_mark"
  | "invalid_utf8"
  | "json_syntax"
  | "json_truncated"
  | "json_trailing_data"
  | "json_too_deep"
  | "json_too_many_members"
  | "duplicate_key"
  | "forbidden_key"
  | "lone_surrogate"
  | "wrong_type"
  | "integer_malformed"
  | "integer_out_of_range";

/** Bounds of one document. */
export interface JsonLimits {
  /** Size of the whole document in bytes of UTF-8. */
  readonly maxBytes: number;
  /** Objects and arrays that may stand inside one another. */
  readonly maxDepth: number;
  /** Members of one object, or items of one array whose reader sets no bound of its own. */
  readonly maxMembers: number;
}

type JsonType = "object" | "array" | "string" | "number" | "boolean" | "null";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = Object.freeze({
  __proto__: null,
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
} as unknown as Record<string, string>);

// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 section 7 forbids exactly these in a string
const NEEDS_CARE = /[\\\u0000-\u001f]/;
// The longest text from which a number of RFC 8259 section 6 can still come: complete when it ends in a digit.
const NUMBER = /-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:(?<=[0-9])[eE][+-]?[0-9]*)?)?/y;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

export class JsonReader<Code extends string = never> {
  readonly #text: string;
  readonly #limits: JsonLimits;
  /** Keys and indexes in the open objects and arrays, outermost first; null where a name is yet to be read. */
  readonly #open: (string | number | null)[] = [];
  #at = 0;

  /**
   * @param input the document, as its bytes or as text already decoded from UTF-8.
   * @throws FormatError `too_large`, `empty`, `byte_order_mark`, `invalid_utf8`, `lone_surrogate`.
   */
  constructor(input: Uint8Array | string, limits: JsonLimits) {
    this.#limits = limits;
    const size = input.length;
    // A text has at least as many bytes as UTF-16 units, so this also bounds the exact count below.
    if (size > limits.maxBytes) throw tooLarge(size, limits.maxBytes);
    if (size === 0) throw new FormatError("empty", "expected a JSON document, got nothing", 0, "");
    if (typeof input === "string") {
      if (input.charCodeAt(0) === 0xfeff) throw byteOrderMark();
      if (LONE_SURROGATE.test(input)) {
        throw new FormatError(
          "lone_surrogate",
          "expected well-formed Unicode text, got half of a surrogate pair",
          0,
          "",
        );
      }
      const bytes = size * 3 > limits.maxBytes ? encoder.encode(input).length : size;
      if (bytes > limits.maxBytes) throw tooLarge(bytes, limits.maxBytes);
      this.#text = input;
    } else {
      if (input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf) throw byteOrderMark();
      try {
        this.#text = decoder.decode(input);
      } catch (cause) {
        throw new FormatError("invalid_utf8", "expected UTF-8, got bytes that are not", 0, "", cause);
      }
    }
  }

  /** Position of the next value, to be given to `fail` after that value was read. */
  get position(): number {
    this.#skipSpace();
    return this.#at;
  }

  /** Throws a FormatError for the value at hand. `at` is a former `position`. */
  fail(code: Code | JsonErrorCode, message: string, at: number = this.#at): never {
    const offset = encoder.encode(this.#text.slice(0, at)).length;
    const pointer = this.#open
      .filter((step) => step !== null)
      .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
      .join("");
    throw new FormatError(code, `${pointer || "document"}: ${message}`, offset, pointer);
  }

  /** Reads an object; `onMember` is called with each key and must read or skip its value. */
  readObject(onMember: (key: string) => void): void {
    this.#expectType("object");
    this.#enter();
    this.#at++;
    const keys: string[] = [];
    const depth = this.#open.length;
    this.#open.push(null);
    if (this.#nextCode() === 0x7d) this.#at++;
    else {
      for (;;) {
        this.#open[depth] = null;
        if (this.#nextCode() !== QUOTE) this.#syntax("a member name in double quotes");
        const at = this.#at;
        const key = this.#string();
        this.#open[depth] = key;
        if (key === "__proto__") this.fail("forbidden_key", 'the name "__proto__" is not allowed', at);
        if (keys.includes(key)) this.fail("duplicate_key", "this name stands twice in one object", at);
        if (keys.push(key) > this.#limits.maxMembers) {
          this.fail("json_too_many_members", `expected at most ${this.#limits.maxMembers} members`, at);
        }
        if (this.#nextCode() !== COLON) this.#syntax('":"');
        this.#at++;
        onMember(key);
        const code = this.#nextCode();
        this.#at++;
        if (code === COMMA) continue;
        if (code === 0x7d) break;
        this.#at--;
        this.#syntax('"," or "}"');
      }
    }
    this.#open.length = depth;
  }

  /** Reads an array; `onItem` is called with each index and must read or skip the item. Returns the length. */
  readArray(onItem: (index: number) => void): number {
    this.#expectType("array");
    this.#enter();
    this.#at++;
    const depth = this.#open.length;
    let length = 0;
    this.#open.push(0);
    if (this.#nextCode() === 0x5d) this.#at++;
    else {
      for (;;) {
        this.#open[depth] = length;
        onItem(length++);
        const code = this.#nextCode();
        this.#at++;
        if (code === COMMA) continue;
        if (code === 0x5d) break;
        this.#at--;
        this.#syntax('"," or "]"');
      }
    }
    this.#open.length = depth;
    return length;
  }

  /** Reads a string. */
  readString(): string {
    this.#expectType("string");
    return this.#string();
  }

  /**
   * Reads an integer from `min` to `max`, both of them safe integers. One value has one spelling: a fraction, an
   * exponent and `-0` are refused (`integer_malformed`), as is a number out of bounds (`integer_out_of_range`).
   */
  readInteger(min: number, max: number): number {
    this.#expectType("number");
    const at = this.#at;
    const literal = this.#number();
    if (!/^(?:0|-?[1-9][0-9]*)$/.test(literal)) {
      this.fail("integer_malformed", "expected an integer without fraction, exponent or negative zero", at);
    }
    const value = Number(literal);
    if (!(value >= min && value <= max)) {
      this.fail("integer_out_of_range", `expected an integer from ${min} to ${max}`, at);
    }
    return value;
  }

  /** Reads any value and forgets it, under the same rules as a value that is kept. */
  skipValue(): void {
    switch (this.#type()) {
      case "object":
        this.readObject(() => this.skipValue());
        return;
      case "array":
        this.readArray((index) => {
          if (index >= this.#limits.maxMembers) {
            this.fail("json_too_many_members", `expected at most ${this.#limits.maxMembers} items`);
          }
          this.skipValue();
        });
        return;
      case "string":
        this.#string();
        return;
      case "number":
        this.#number();
        return;
      default:
        this.#literal();
    }
  }

  /** Ends the document: nothing but white space may follow. */
  end(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) this.fail("json_trailing_data", "expected the end of the document");
  }

  #skipSpace(): void {
    const text = this.#text;
    let code = text.charCodeAt(this.#at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)
      code = text.charCodeAt(++this.#at);
  }

  /** Code unit of the next token; NaN at the end of the text. */
  #nextCode(): number {
    const code = this.#text.charCodeAt(this.#at);
    if (code > 0x20) return code;
    this.#skipSpace();
    return this.#text.charCodeAt(this.#at);
  }

  #type(): JsonType {
    const code = this.#nextCode();
    if (code === QUOTE) return "string";
    if (code === 0x7b) return "object";
    if (code === 0x5b) return "array";
    if (code === MINUS || (code >= 0x30 && code <= 0x39)) return "number";
    if (code === 0x74 || code === 0x66) return "boolean";
    if (code === 0x6e) return "null";
    return this.#syntax("a value");
  }

  #expectType(expected: JsonType): void {
    const type = this.#type();
    if (type === expected) return;
    // A misspelt literal is a syntax error first, a wrong type second.
    if (type === "boolean" || type === "null") {
      const at = this.#at;
      this.#literal();
      this.#at = at;
    }
    this.fail("wrong_type", `expected ${expected}, got ${type}`);
  }

  #enter(): void {
    if (this.#open.length >= this.#limits.maxDepth) {
      this.fail("json_too_deep", `expected at most ${this.#limits.maxDepth} levels of nesting`);
    }
  }

  #syntax(expected: string): never {
    if (this.#at >= this.#text.length) {
      return this.fail("json_truncated", `expected ${expected}, got the end of the document`);
    }
    return this.fail("json_syntax", `expected ${expected}`);
  }

  #literal(): void {
    for (const word of ["true", "false", "null"]) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return;
      }
    }
    const rest = this.#text.slice(this.#at);
    if (["true", "false", "null"].some((word) => word.startsWith(rest))) this.#at = this.#text.length;
    this.#syntax("true, false or null");
  }

  #number(): string {
    NUMBER.lastIndex = this.#at;
    const literal = NUMBER.exec(this.#text)![0];
    this.#at += literal.length;
    if (!/[0-9]$/.test(literal)) this.#syntax("a digit");
    return literal;
  }

  #string(): string {
    const start = this.#at + 1;
    const end = this.#text.indexOf('"', start);
    if (end >= 0) {
      const content = this.#text.slice(start, end);
      if (!NEEDS_CARE.test(content)) {
        this.#at = end + 1;
        return content;
      }
    }
    return this.#carefulString(start);
  }

  #carefulString(start: number): string {
    const text = this.#text;
    const opened = start - 1;
    let content = "";
    let from = start;
    for (let at = start; ; at++) {
      const code = text.charCodeAt(at);
      if (Number.isNaN(code)) {
        this.#at = text.length;
        return this.#syntax("the end of the string");
      }
      if (code < 0x20) {
        this.#at = at;
        return this.#syntax("no bare control character in a string");
      }
      if (code === QUOTE) {
        this.#at = at + 1;
        content += text.slice(from, at);
        if (LONE_SURROGATE.test(content)) {
          this.fail(
            "lone_surrogate",
            "expected well-formed Unicode text, got half of a surrogate pair",
            opened,
          );
        }
        return content;
      }
      if (code !== BACKSLASH) continue;
      content += text.slice(from, at);
      this.#at = at + 1;
      const letter = text[at + 1];
      if (letter === undefined) return this.#syntax("an escape");
      const simple = SIMPLE_ESCAPES[letter];
      if (simple !== undefined) {
        content += simple;
        at += 1;
      } else {
        const digits = text.slice(at + 2, at + 6);
        if (letter !== "u" || !/^[0-9a-fA-F]{4}$/.test(digits)) {
          if (letter === "u" && at + 6 > text.length && /^[0-9a-fA-F]*$/.test(digits)) this.#at = text.length;
          return this.#syntax("an escape as RFC 8259 section 7 spells it");
        }
        content += String.fromCharCode(Number.parseInt(digits, 16));
        at += 5;
      }
      from = at + 1;
    }
  }
}

function tooLarge(size: number, max: number): FormatError<"too_large"> {
  return new FormatError("too_large", `expected at most ${max} bytes, got ${size}`, max, "");
}

function byteOrderMark(): FormatError<"byte_order_mark"> {
  return new FormatError(
    "byte_order_mark",
    "expected JSON without a byte order mark (RFC 8259 section 8.1)",
    0,
    "",
  );
}
