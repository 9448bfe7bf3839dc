/**
 * Tables for decoding Huffman codes: RFC 1951 section 3.2.2, built like zlib's `inflate_table`. The first
 * bits of a code index the first table, which refers longer codes to a second one. For any lengths, the
 * tables of one block have at most 1,444 entries, which bounds the cost of a block.
 *
 * Refuses what zlib refuses: over-subscribed and incomplete sets of codes, except a single code of one bit.
 */

/** An error in a deflate stream. The ZIP and PDF readers map it to their own codes. */
export class DeflateError extends Error {
  override readonly name = "DeflateError";
  /** `trailing`: bytes follow the end of the stream. */
  readonly kind: "malformed" | "trailing";

  constructor(kind: DeflateError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Index bits of the first table, for literals and lengths, and for distances. The sizes below depend on them. */
const LENGTH_ROOT_BITS = 9;
const DISTANCE_ROOT_BITS = 6;
const CODE_ROOT_BITS = 7;

/** The maximum number of entries of a table, computed with zlib's `examples/enough.c`. */
export const MAX_LENGTH_ENTRIES = 852;
export const MAX_DISTANCE_ENTRIES = 592;
export const MAX_CODE_ENTRIES = 128;

/**
 * Layout of an entry: the number of bits of the whole code in the lowest 4, the kind in the next 8, and the
 * value from bit 16 on. Kinds: 0 is a literal; 1 to 15 is the number of index bits of a second table, which
 * begins at the value and is for the bits above the lowest 4; 16 and more is a base value with that many extra
 * bits above 16; and the two constants below.
 */
export const END_OF_BLOCK = 32;
export const INVALID = 64;

const MAX_BITS = 15;

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12_289, 16_385, 24_577,
];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];

/** Kind and value of each symbol, as in an entry. */
const CODE_SYMBOLS: Int32Array = Int32Array.from({ length: 19 }, (_, symbol) => symbol << 16);
const LENGTH_SYMBOLS: Int32Array = Int32Array.from({ length: 288 }, (_, symbol) => {
  if (symbol < 256) return symbol << 16;
  if (symbol === 256) return END_OF_BLOCK << 4;
  const base = LENGTH_BASE[symbol - 257];
  // A fixed block has codes for two symbols that must not be used.
  return base === undefined ? INVALID << 4 : (base << 16) | ((16 + LENGTH_EXTRA[symbol - 257]!) << 4);
});
const DISTANCE_SYMBOLS: Int32Array = Int32Array.from({ length: 32 }, (_, symbol) => {
  const base = DISTANCE_BASE[symbol];
  return base === undefined ? INVALID << 4 : (base << 16) | ((16 + DISTANCE_EXTRA[symbol]!) << 4);
});

type CodeKind = "code" | "length" | "distance";

const KINDS: Readonly<Record<CodeKind, { readonly rootBits: number; readonly symbols: Int32Array }>> = {
  code: { rootBits: CODE_ROOT_BITS, symbols: CODE_SYMBOLS },
  length: { rootBits: LENGTH_ROOT_BITS, symbols: LENGTH_SYMBOLS },
  distance: { rootBits: DISTANCE_ROOT_BITS, symbols: DISTANCE_SYMBOLS },
};

const counts = new Int32Array(MAX_BITS + 1);
const offsets = new Int32Array(MAX_BITS + 2);
const sorted = new Int32Array(288);

/**
 * Builds the table for a set of codes.
 *
 * @param lengths bits of each symbol's code, from `start` to `end`; 0 for a symbol without a code.
 * @returns index bits of the first table; 0 if the lengths are invalid.
 */
export function buildHuffmanTable(
  table: Int32Array,
  kind: CodeKind,
  lengths: Uint8Array,
  start: number,
  end: number,
): number {
  const { rootBits, symbols } = KINDS[kind];
  counts.fill(0);
  for (let at = start; at < end; at++) counts[lengths[at]!]!++;
  let max = MAX_BITS;
  while (max > 0 && counts[max] === 0) max--;
  if (max === 0) {
    // There are no codes, so every lookup is invalid.
    table[0] = table[1] = (INVALID << 4) | 1;
    return 1;
  }
  let min = 1;
  while (counts[min] === 0) min++;
  const root = Math.max(Math.min(rootBits, max), min);
  let left = 1;
  for (let bits = 1; bits <= MAX_BITS; bits++) {
    left = left * 2 - counts[bits]!;
    if (left < 0) return 0;
  }
  if (left > 0 && (kind === "code" || max !== 1)) return 0;

  offsets[1] = 0;
  for (let bits = 1; bits < MAX_BITS; bits++) offsets[bits + 1] = offsets[bits]! + counts[bits]!;
  for (let at = start; at < end; at++) {
    const bits = lengths[at]!;
    if (bits !== 0) sorted[offsets[bits]!++] = at - start;
  }

  let code = 0;
  let bits = min;
  let base = 0;
  let indexBits = root;
  let dropped = 0;
  let low = -1;
  const mask = (1 << root) - 1;
  for (let next = 0; ; ) {
    const entry = symbols[sorted[next]!]! | bits;
    const step = 1 << (bits - dropped);
    for (let at = base + (code >> dropped), stop = base + (1 << indexBits); at < stop; at += step) {
      table[at] = entry;
    }
    code = following(code, bits);
    next++;
    if (--counts[bits]! === 0) {
      if (bits === max) break;
      bits = lengths[start + sorted[next]!]!;
    }
    if (bits <= root || (code & mask) === low) continue;
    // Codes with another prefix start here: they get a second table of the size they need.
    base += 1 << indexBits;
    dropped = root;
    indexBits = bits - dropped;
    for (let room = 1 << indexBits; indexBits + dropped < max; indexBits++) {
      room -= counts[indexBits + dropped]!;
      if (room <= 0) break;
      room *= 2;
    }
    low = code & mask;
    table[low] = (base << 16) | (indexBits << 4) | root;
  }
  // A single code of one bit leaves the other code unused.
  if (code !== 0) table[1] = (INVALID << 4) | 1;
  return root;
}

/**
 * The entry of the code that `hold` begins with. Never one that refers to a second table.
 *
 * @param mask of the index bits of the first table.
 */
export function entryAt(table: Int32Array, mask: number, hold: number): number {
  const entry = table[hold & mask]!;
  const indexBits = (entry >> 4) & 0xff;
  if (indexBits === 0 || indexBits >= 16) return entry;
  return table[(entry >> 16) + ((hold >>> (entry & 15)) & ((1 << indexBits) - 1))]!;
}

/** The next code of this many bits. Both are in reversed bit order. */
function following(code: number, bits: number): number {
  let bit = 1 << (bits - 1);
  while ((code & bit) !== 0) bit >>= 1;
  return bit === 0 ? 0 : (code & (bit - 1)) + bit;
}
