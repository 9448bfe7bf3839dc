/**
 * A strict, bounded reader of JSON (RFC 8259) that passes values to the caller one at a time.
 *
 * `JSON.parse` is unsuitable for evidence: it keeps the last of two equal keys, so two readers may see two
 * different proofs in the same bytes; it does not report where an error is; and it builds whatever the sender
 * wants. This reader refuses duplicate keys, `__proto__`, a byte order mark, invalid UTF-8, lone surrogates
 * in escapes, and anything deeper or wider than its limits. It allocates only what the caller asks for.
 *
 * It does not judge meaning. The caller does, and reports errors through `fail`.
 */
import { FormatError, isHex, isHexBytes } from "./bytes.js";

/** Error codes of this reader, one per malformation. */
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

/** Limits of one document. */
export interface JsonLimits {
  /** Size of the document in bytes of UTF-8. */
  readonly maxBytes: number;
  /** Nesting depth of objects and arrays. */
  readonly maxDepth: number;
  /** Members of one object, or items of one array if the caller sets no other bound. */
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

/** The longest prefix of a number. A complete number ends in a digit (RFC 8259, section 6). */
const NUMBER_START = /^-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:(?<=[0-9])[eE][+-]?[0-9]*)?)?/;

/** Bytes that need attention inside a string; 0 for a byte that stands for itself. */
const CAREFUL: Uint8Array = new Uint8Array(256);
CAREFUL.fill(1, 0, 0x20);
CAREFUL[QUOTE] = 1;
CAREFUL[BACKSLASH] = 1;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Reads a JSON document (RFC 8259) member by member, strictly and within limits: no duplicate names, no lone
 * surrogates, no byte order mark, no
 * numbers that lose digits. `Code` are the codes that the reader of a format adds.
 */
export class JsonReader<Code extends string = never> {
  readonly #bytes: Uint8Array;
  /**
   * The document as text if it is all ASCII, so that both have the same positions. Otherwise null, and
   * strings are decoded one by one.
   */
  readonly #ascii: string | null;
  readonly #limits: JsonLimits;
  /** Keys and indexes of the open objects and arrays, outermost first; null until a member's name is read. */
  readonly #open: (string | number | null)[] = [];
  #at = 0;

  /**
   * @param input the document as bytes, or as text already decoded from UTF-8.
   * @throws FormatError `too_large`, `empty`, `byte_order_mark`, `invalid_utf8`, `lone_surrogate`.
   */
  constructor(input: Uint8Array | string, limits: JsonLimits) {
    this.#limits = limits;
    const size = input.length;
    // UTF-8 takes at least one byte per UTF-16 unit, so this also bounds the exact count below.
    if (size > limits.maxBytes) throw tooLarge(limits.maxBytes);
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
      this.#bytes = encoder.encode(input);
      if (this.#bytes.length > limits.maxBytes) throw tooLarge(limits.maxBytes);
      this.#ascii = this.#bytes.length === size ? input : null;
    } else {
      if (input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf) throw byteOrderMark();
      this.#bytes = input;
      let text: string;
      try {
        text = decoder.decode(input);
      } catch (cause) {
        throw new FormatError("invalid_utf8", "expected UTF-8, got other bytes", 0, "", cause);
      }
      this.#ascii = text.length === size ? text : null;
    }
  }

  /** Byte position of the next value. Pass it to `fail` after reading that value. */
  get position(): number {
    this.#skipSpace();
    return this.#at;
  }

  /** Throws a FormatError for the current value. `at` is an earlier `position`. */
  fail(code: Code | JsonErrorCode, message: string, at: number = this.#at): never {
    const pointer = this.#open
      .filter((step) => step !== null)
      .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
      .join("");
    throw new FormatError(code, `${pointer || "document"}: ${message}`, at, pointer);
  }

  /** Reads an object. `onMember` receives each key and must read or skip its value. */
  readObject(onMember: (key: string) => void): void {
    this.#expectType("object");
    this.#enter();
    this.#at++;
    const keys: string[] = [];
    const depth = this.#open.length;
    this.#open.push(null);
    if (this.#nextByte() === 0x7d) this.#at++;
    else {
      for (;;) {
        this.#open[depth] = null;
        if (this.#nextByte() !== QUOTE) this.#syntax("a member name in double quotes");
        const at = this.#at;
        const key = this.#string();
        this.#open[depth] = key;
        if (key === "__proto__") this.fail("forbidden_key", 'the name "__proto__" is not allowed', at);
        if (keys.includes(key)) this.fail("duplicate_key", "this name occurs twice in one object", at);
        if (keys.push(key) > this.#limits.maxMembers) {
          this.fail("json_too_many_members", `expected at most ${this.#limits.maxMembers} members`, at);
        }
        if (this.#nextByte() !== COLON) this.#syntax('":"');
        this.#at++;
        onMember(key);
        const code = this.#nextByte();
        this.#at++;
        if (code === COMMA) continue;
        if (code === 0x7d) break;
        this.#at--;
        this.#syntax('"," or "}"');
      }
    }
    this.#open.pop();
  }

  /** Reads an array and returns its length. `onItem` receives each index and must read or skip the item. */
  readArray(onItem: (index: number) => void): number {
    this.#expectType("array");
    this.#enter();
    this.#at++;
    const depth = this.#open.length;
    let length = 0;
    this.#open.push(0);
    if (this.#nextByte() === 0x5d) this.#at++;
    else {
      for (;;) {
        this.#open[depth] = length;
        onItem(length++);
        const code = this.#nextByte();
        this.#at++;
        if (code === COMMA) continue;
        if (code === 0x5d) break;
        this.#at--;
        this.#syntax('"," or "]"');
      }
    }
    this.#open.pop();
    return length;
  }

  /** Reads a string. */
  readString(): string {
    this.#expectType("string");
    return this.#string();
  }

  /** Reads a string of `length` lower-case hexadecimal characters; null for any other string. */
  readHex(length: number): string | null {
    this.#expectType("string");
    const start = this.#at + 1;
    const end = start + length;
    if (this.#bytes[end] === QUOTE && isHexBytes(this.#bytes, start, end)) {
      this.#at = end + 1;
      return this.#slice(start, end);
    }
    const text = this.#string();
    // The same text may contain escapes.
    return isHex(text, length) ? text : null;
  }

  /**
   * Reads a value spelt exactly as `before`, `length` lower-case hexadecimal characters and `after`; returns
   * the hexadecimal. Returns null and reads nothing for any other spelling: the caller then reads the value
   * member by member.
   *
   * @param before ASCII that begins a value of one level, which `after` ends.
   */
  readExactly(before: Uint8Array, length: number, after: Uint8Array): string | null {
    const bytes = this.#bytes;
    this.#skipSpace();
    const start = this.#at + before.length;
    const end = start + length;
    if (
      !startsWith(bytes, before, this.#at) ||
      !startsWith(bytes, after, end) ||
      !isHexBytes(bytes, start, end)
    ) {
      return null;
    }
    this.#at = end + after.length;
    return this.#slice(start, end);
  }

  /**
   * Reads an integer from `min` to `max`, both safe integers. Each value has one spelling: a fraction, an
   * exponent and `-0` are refused (`integer_malformed`), as is a number out of bounds
   * (`integer_out_of_range`).
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

  /** Reads any value and discards it. The same rules apply as to other values. */
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

  /** Ends the document. Only white space may follow. */
  end(): void {
    this.#skipSpace();
    if (this.#at < this.#bytes.length) this.fail("json_trailing_data", "expected the end of the document");
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < bytes.length) {
      const byte = bytes[at]!;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
      at++;
    }
    this.#at = at;
  }

  /** First byte of the next token; -1 at the end. */
  #nextByte(): number {
    // Past the end, undefined is not greater.
    const byte = this.#bytes[this.#at]!;
    if (byte > 0x20) return byte;
    this.#skipSpace();
    return this.#bytes[this.#at] ?? -1;
  }

  #slice(start: number, end: number): string {
    return this.#ascii === null
      ? decoder.decode(this.#bytes.subarray(start, end))
      : this.#ascii.slice(start, end);
  }

  #type(): JsonType {
    const code = this.#nextByte();
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
    // A misspelt literal is a syntax error rather than a wrong type.
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
    if (this.#at >= this.#bytes.length) {
      return this.fail("json_truncated", `expected ${expected}, got the end of the document`);
    }
    return this.fail("json_syntax", `expected ${expected}`);
  }

  #literal(): void {
    const bytes = this.#bytes;
    for (const word of ["true", "false", "null"]) {
      let length = 0;
      while (bytes[this.#at + length] === word.charCodeAt(length)) length++;
      if (length === word.length) {
        this.#at += length;
        return;
      }
      if (this.#at + length === bytes.length) this.#at = bytes.length;
    }
    this.#syntax("true, false or null");
  }

  #number(): string {
    const bytes = this.#bytes;
    let end = this.#at;
    for (; end < bytes.length; end++) {
      const byte = bytes[end]!;
      const digit = byte >= 0x30 && byte <= 0x39;
      if (!digit && byte !== MINUS && byte !== 0x2b && byte !== 0x2e && (byte | 0x20) !== 0x65) break;
    }
    const literal = NUMBER_START.exec(this.#slice(this.#at, end))![0];
    this.#at += literal.length;
    if (!/[0-9]$/.test(literal)) this.#syntax("a digit");
    return literal;
  }

  #string(): string {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    let at = start;
    while (at < bytes.length && CAREFUL[bytes[at]!] === 0) at++;
    if (bytes[at] !== QUOTE) return this.#carefulString(start, at);
    this.#at = at + 1;
    return this.#slice(start, at);
  }

  /** Reads a string that has escapes, or reports why it is not a string. Up to `plainEnd`, its bytes stand for themselves. */
  #carefulString(start: number, plainEnd: number): string {
    const bytes = this.#bytes;
    const opened = start - 1;
    let content = "";
    let from = start;
    for (let at = plainEnd; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (CAREFUL[byte] === 0) continue;
      this.#at = at;
      content += this.#slice(from, at);
      if (byte === QUOTE) {
        this.#at = at + 1;
        if (LONE_SURROGATE.test(content)) {
          this.fail(
            "lone_surrogate",
            "expected well-formed Unicode text, got half of a surrogate pair",
            opened,
          );
        }
        return content;
      }
      if (byte !== BACKSLASH) return this.#syntax("an escape for a control character");
      content += this.#escape();
      at = this.#at - 1;
      from = this.#at;
    }
    this.#at = bytes.length;
    return this.#syntax("the end of the string");
  }

  /** The character, or half of a surrogate pair, that the current escape stands for. */
  #escape(): string {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    const letter = bytes[start] ?? 0;
    const simple = SIMPLE_ESCAPES[String.fromCharCode(letter)];
    if (simple !== undefined) {
      this.#at = start + 1;
      return simple;
    }
    let end = start + 1;
    while (letter === 0x75 && end < start + 5 && isHexDigit(bytes[end])) end++;
    if (end === start + 5) {
      this.#at = end;
      return String.fromCharCode(Number.parseInt(this.#slice(start + 1, end), 16));
    }
    this.#at = end < bytes.length ? start : bytes.length;
    return this.#syntax("an escape of RFC 8259 section 7");
  }
}

function startsWith(bytes: Uint8Array, expected: Uint8Array, at: number): boolean {
  for (let i = 0; i < expected.length; i++) if (bytes[at + i] !== expected[i]) return false;
  return true;
}

function isHexDigit(byte = 0): boolean {
  return /[0-9a-fA-F]/.test(String.fromCharCode(byte));
}

/** Does not state the size: of a file that is too large, only the beginning was read. */
function tooLarge(max: number): FormatError<"too_large"> {
  return new FormatError("too_large", `expected at most ${max} bytes`, max, "");
}

function byteOrderMark(): FormatError<"byte_order_mark"> {
  return new FormatError(
    "byte_order_mark",
    "expected JSON without a byte order mark (RFC 8259 section 8.1)",
    0,
    "",
  );
}
