/**
 * Tables that decode Huffman codes: RFC 1951 section 3.2.2, built as zlib's `inflate_table` builds them. A code is looked up
 * by its first bits, a longer one in a second table that the first leads to. However the lengths are chosen, the tables of
 * one block have at most 1,444 entries, which bounds what a block costs.
 *
 * Refuses what zlib refuses: more codes than fit, and fewer than there could be, but for a single code of one bit.
 */

/** Bits of the first table, for lengths and literals and for distances. The sizes below belong to these. */
const LENGTH_ROOT_BITS = 9;
const DISTANCE_ROOT_BITS = 6;
const CODE_ROOT_BITS = 7;

/** Entries that a table can have at most: computed with zlib's `examples/enough.c`. */
export const MAX_LENGTH_ENTRIES = 852;
export const MAX_DISTANCE_ENTRIES = 592;
export const MAX_CODE_ENTRIES = 128;

/**
 * An entry: the bits of the code that it stands for in the lowest 4, what it is in the next 8, and its value from bit 16 on.
 * What it is: 0 a literal; 1 to 15 the index bits of a second table, which begins at the value; 16 and more a base value
 * with so many extra bits beyond 16; and these two.
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

/** What each symbol is, and its value, as an entry has them. */
const CODE_SYMBOLS: Int32Array = Int32Array.from({ length: 19 }, (_, symbol) => symbol << 16);
const LENGTH_SYMBOLS: Int32Array = Int32Array.from({ length: 288 }, (_, symbol) => {
  if (symbol < 256) return symbol << 16;
  if (symbol === 256) return END_OF_BLOCK << 4;
  const base = LENGTH_BASE[symbol - 257];
  // Two symbols that a fixed block has codes for, and nothing may use.
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
 * Writes the table of a set of codes.
 *
 * @param lengths bits of each symbol's code from `start` to `end`; 0 where a symbol has none.
 * @returns index bits of the first table; 0 when the lengths make no set of codes.
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
    // No codes at all: nothing can be decoded by it.
    table[0] = table[1] = (INVALID << 4) | 1;
    return 1;
  }
  let min = 1;
  while (min < max && counts[min] === 0) min++;
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
    const entry = symbols[sorted[next]!]! | (bits - dropped);
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
    // The codes from here on begin otherwise: a second table of their own, as large as they need.
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
  // The one code of one bit leaves the other unused.
  if (code !== 0) table[base + code] = (INVALID << 4) | (bits - dropped);
  return root;
}

/** The code after another of so many bits, both read from their last bit to their first. */
function following(code: number, bits: number): number {
  let bit = 1 << (bits - 1);
  while ((code & bit) !== 0) bit >>= 1;
  return bit === 0 ? 0 : (code & (bit - 1)) + bit;
}
