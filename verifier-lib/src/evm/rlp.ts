/**
 * A strict RLP parser. It accepts only the canonical encoding, so two different byte strings are never the
 * same item: data that hashes to a known hash has only one reading.
 */
import { concatBytes, FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";

// Recursive Length Prefix: Ethereum Yellow Paper, appendix B; https://ethereum.org/developers/docs/data-structures-and-encoding/rlp/.

/** Longer strings and lists also state the length of their length. */
const MAX_SHORT_LENGTH = 55;

/** The canonical encoding of an item. */
export function encodeRlp(item: RlpItem): Uint8Array {
  const parts: Uint8Array[] = [];
  append(item, parts);
  return concatBytes(parts);
}

/** A non-negative integer in RLP form: big-endian without leading zeros. Zero is the empty string. */
export function rlpInteger(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError(`"value" expected a non-negative integer, got ${value}`);
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  return Uint8Array.from(bytes);
}

function append(item: RlpItem, parts: Uint8Array[]): void {
  if (item instanceof Uint8Array) {
    if (item.length !== 1 || item[0]! >= 0x80) parts.push(prefix(0x80, item.length));
    parts.push(item);
    return;
  }
  const inner: Uint8Array[] = [];
  for (const one of item) append(one, inner);
  const content = concatBytes(inner);
  parts.push(prefix(0xc0, content.length), content);
}

function prefix(base: number, length: number): Uint8Array {
  if (length <= MAX_SHORT_LENGTH) return Uint8Array.of(base + length);
  const size = rlpInteger(BigInt(length));
  return Uint8Array.of(base + MAX_SHORT_LENGTH + size.length, ...size);
}

/** An RLP item: a byte string or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Codes of the `FormatError` that `parseRlp` and `parseRlpInteger` throw. */
export type RlpErrorCode =
  | "rlp_truncated"
  | "rlp_trailing_data"
  | "rlp_byte_not_minimal"
  | "rlp_length_not_minimal"
  | "rlp_integer_not_minimal"
  | "rlp_too_deep";

/** Nesting depth of lists. A block has 4 (block, transactions, transaction, access list entry) and one more. */
const MAX_DEPTH = 8;
/** Bytes read per unit of work. */
const BYTES_PER_UNIT = 64;

/** Options of the readers of RLP. */
export interface ParseRlpOptions {
  /** The budget for bytes and items. Default: a new one. */
  readonly work?: WorkBudget;
}

/**
 * Parses one item that spans all of `bytes`. Byte strings are views into `bytes`, not copies.
 *
 * @throws FormatError with an `RlpErrorCode`; `work_limit_exceeded`.
 */
export function parseRlp(bytes: Uint8Array, { work = new WorkBudget() }: ParseRlpOptions = {}): RlpItem {
  work.spend(Math.ceil(bytes.length / BYTES_PER_UNIT));
  const reader = new RlpReader(bytes, work);
  const item = reader.item(0, bytes.length, 0);
  if (reader.end !== bytes.length) {
    throw malformed("rlp_trailing_data", "bytes follow the item", reader.end);
  }
  return item;
}

/**
 * The integer of a byte string.
 *
 * @throws FormatError `rlp_integer_not_minimal` if it begins with a zero byte.
 */
export function parseRlpInteger(bytes: Uint8Array): bigint {
  if (bytes[0] === 0) throw malformed("rlp_integer_not_minimal", "an integer begins with a zero", 0);
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

class RlpReader {
  readonly #bytes: Uint8Array;
  readonly #work: WorkBudget;
  /** The end of the last item. */
  end = 0;

  constructor(bytes: Uint8Array, work: WorkBudget) {
    this.#bytes = bytes;
    this.#work = work;
  }

  /** @param limit the item must end here or before. */
  item(at: number, limit: number, depth: number): RlpItem {
    this.#work.spend(1);
    if (at >= limit) throw malformed("rlp_truncated", "an item is missing", at);
    const first = this.#bytes[at]!;
    if (first < 0x80) {
      this.end = at + 1;
      return this.#bytes.subarray(at, at + 1);
    }
    const isList = first >= 0xc0;
    const { start, length } = this.#content(at, first - (isList ? 0xc0 : 0x80), limit);
    if (isList) return this.#list(start, start + length, depth);
    if (length === 1 && this.#bytes[start]! < 0x80) {
      throw malformed("rlp_byte_not_minimal", "a single byte below 0x80 is its own encoding", at);
    }
    this.end = start + length;
    return this.#bytes.subarray(start, start + length);
  }

  #list(start: number, end: number, depth: number): RlpItem[] {
    if (depth >= MAX_DEPTH)
      throw malformed("rlp_too_deep", `expected at most ${MAX_DEPTH} levels of lists`, start);
    const items: RlpItem[] = [];
    let at = start;
    while (at < end) {
      items.push(this.item(at, end, depth + 1));
      at = this.end;
    }
    this.end = end;
    return items;
  }

  /** @param form the first byte minus the base of its kind. */
  #content(at: number, form: number, limit: number): { start: number; length: number } {
    if (form <= 55) return this.#within(at, at + 1, form, limit);
    const start = at + 1 + (form - 55);
    if (start > limit) throw malformed("rlp_truncated", "the length is cut off", at);
    let length = 0;
    for (let i = at + 1; i < start; i++) length = length * 256 + this.#bytes[i]!;
    if (this.#bytes[at + 1] === 0 || length <= 55) {
      throw malformed("rlp_length_not_minimal", "a length is not in its shortest form", at);
    }
    return this.#within(at, start, length, limit);
  }

  #within(at: number, start: number, length: number, limit: number): { start: number; length: number } {
    if (length > limit - start) {
      throw malformed("rlp_truncated", `expected an item of ${length} bytes, got ${limit - start}`, at);
    }
    return { start, length };
  }
}

function malformed(code: RlpErrorCode, message: string, offset: number): FormatError<RlpErrorCode> {
  return new FormatError(code, message, offset);
}
