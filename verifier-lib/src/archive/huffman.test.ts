import { describe, expect, test } from "vitest";
import {
  buildHuffmanTable,
  END_OF_BLOCK,
  entryAt,
  INVALID,
  MAX_CODE_ENTRIES,
  MAX_DISTANCE_ENTRIES,
  MAX_LENGTH_ENTRIES,
} from "./huffman.js";

type Kind = Parameters<typeof buildHuffmanTable>[1];

/** Of an entry: bits to drop, kind, value. */
interface Meaning {
  readonly bits: number;
  readonly kind: number;
  readonly value: number;
}

/** RFC 1951, section 3.2.5, from the formulas behind its tables. */
function meaningOf(kind: Kind, symbol: number, bits: number): Meaning {
  if (kind === "code" || (kind === "length" && symbol < 256)) return { bits, kind: 0, value: symbol };
  if (kind === "length") {
    if (symbol === 256) return { bits, kind: END_OF_BLOCK, value: 0 };
    if (symbol > 285) return { bits, kind: INVALID, value: 0 };
    if (symbol === 285) return { bits, kind: 16, value: 258 };
    const at = symbol - 257;
    const extra = Math.max(0, (at >> 2) - 1);
    return { bits, kind: 16 + extra, value: at < 8 ? 3 + at : 3 + ((4 + (at & 3)) << extra) };
  }
  if (symbol > 29) return { bits, kind: INVALID, value: 0 };
  const extra = Math.max(0, (symbol >> 1) - 1);
  return { bits, kind: 16 + extra, value: symbol < 4 ? 1 + symbol : 1 + ((2 + (symbol & 1)) << extra) };
}

/** Canonical codes, section 3.2.2: the meaning of each code, by its bits in the order of the stream. */
function codesOf(kind: Kind, lengths: readonly number[]): ReadonlyMap<string, Meaning> {
  const codes = new Map<string, Meaning>();
  let code = 0;
  for (let bits = 1; bits <= 15; bits++) {
    code *= 2;
    for (const [symbol, length] of lengths.entries()) {
      if (length === bits) codes.set((code++).toString(2).padStart(bits, "0"), meaningOf(kind, symbol, bits));
    }
  }
  return codes;
}

const SIZES = { code: MAX_CODE_ENTRIES, length: MAX_LENGTH_ENTRIES, distance: MAX_DISTANCE_ENTRIES } as const;
const ROOT = { code: 7, length: 9, distance: 6 } as const;

/** The table, and the bits of its first part, 0 if it was refused. Other symbols stand around the lengths. */
function built(
  kind: Kind,
  lengths: readonly number[],
): { readonly table: Int32Array; readonly root: number } {
  const table = new Int32Array(SIZES[kind]);
  const around = Uint8Array.from([7, 7, 7, ...lengths, 9, 9]);
  return { table, root: buildHuffmanTable(table, kind, around, 3, 3 + lengths.length) };
}

function lookUp(table: Int32Array, root: number, stream: number): Meaning {
  const entry = entryAt(table, (1 << root) - 1, stream);
  return { bits: entry & 15, kind: (entry >> 4) & 0xff, value: entry >> 16 };
}

function expectAllCodes(kind: Kind, lengths: readonly number[]): void {
  const { table, root } = built(kind, lengths);
  const longest = Math.max(...lengths);
  expect(root).toBe(
    Math.max(Math.min(ROOT[kind], longest), Math.min(...lengths.filter((length) => length > 0))),
  );
  const wrong = [...codesOf(kind, lengths)].filter(([code, meaning]) =>
    // Whatever follows the code.
    [0, -1, 0b0101_0101_0101_0101].some((rest) => {
      const first = Number.parseInt([...code].reverse().join(""), 2);
      const found = lookUp(table, root, (first | (rest << code.length)) & 0x7fff);
      return found.bits !== meaning.bits || found.kind !== meaning.kind || found.value !== meaning.value;
    }),
  );
  expect(wrong).toEqual([]);
  for (const [prefix, longest] of longestBehind([...codesOf(kind, lengths).keys()], root)) {
    const entry = table[Number.parseInt([...prefix].reverse().join(""), 2)]!;
    expect((entry >> 4) & 0xff, `index bits behind ${prefix}`).toBe(longest - root);
  }
}

/** The longest code behind each beginning that is as long as the first part of the table. */
function longestBehind(codes: readonly string[], root: number): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const code of codes) {
    const prefix = code.slice(0, root);
    if (code.length > root) longest.set(prefix, Math.max(longest.get(prefix) ?? 0, code.length));
  }
  return longest;
}

/** A complete set: leaves of a tree that is split at places that the number chooses. */
function complete(count: number, longest: number, seed: number): number[] {
  const lengths = [0];
  let state = seed;
  while (lengths.length < count) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const at = (state >>> 8) % lengths.length;
    if (lengths[at]! >= longest) continue;
    lengths[at]!++;
    lengths.splice(state & 1 ? at : lengths.length, 0, lengths[at]!);
  }
  return lengths;
}

const CHAIN = (longest: number) => [...Array.from({ length: longest }, (_, at) => at + 1), longest];

describe("a table finds each code", () => {
  test.each<[string, Kind, readonly number[]]>([
    [
      "of a fixed block, for literals and lengths",
      "length",
      Array.from({ length: 288 }, (_, symbol) =>
        symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
      ),
    ],
    ["of a fixed block, for distances", "distance", new Array<number>(32).fill(5)],
    ["of one bit", "length", [1, 1]],
    ["of up to seven bits", "code", CHAIN(7)],
    ["of up to fifteen bits, for lengths", "length", CHAIN(15)],
    ["of up to fifteen bits, for distances", "distance", CHAIN(15)],
    ["in the other order", "distance", CHAIN(15).reverse()],
    ["of symbols that are far apart", "length", [...new Array<number>(256).fill(0), ...CHAIN(15)]],
    ["of the same length, longer than the first part", "length", new Array<number>(256).fill(8)],
    ["just beyond the first part", "distance", [1, 2, 3, 4, 5, 6, 7, 7]],
    ["in several second parts", "distance", [1, 3, 3, 3, ...new Array<number>(14).fill(7), 8, 8, 8, 8]],
  ])("%s", (_, kind, lengths) => {
    expectAllCodes(kind, lengths);
  });

  test.each<[Kind, number, number]>([
    ["code", 19, 7],
    ["length", 286, 15],
    ["length", 40, 15],
    ["distance", 30, 15],
    ["distance", 9, 15],
  ])("of a complete set: %s, %i symbols", (kind, count, longest) => {
    for (let seed = 1; seed <= 8; seed++) expectAllCodes(kind, complete(count, longest, seed));
  });
});

describe("a set of codes", () => {
  const KINDS = ["code", "length", "distance"] as const;

  test.each<[string, readonly number[]]>([
    ["three codes of one bit", [1, 1, 1]],
    ["one code of one bit and three of two", [1, 2, 2, 2]],
    ["a code too many of the longest ones", [...CHAIN(7), 7]],
  ])("has no more codes than bits allow: %s", (_, lengths) => {
    for (const kind of KINDS) expect(built(kind, lengths).root).toBe(0);
  });

  test.each<[string, readonly number[]]>([
    ["one code of two bits", [2]],
    ["one of one bit and one of two", [1, 2]],
    ["a code too few of the longest ones", CHAIN(7).slice(1)],
    ["a long one alone", [0, 0, 7]],
  ])("has no fewer codes: %s", (_, lengths) => {
    for (const kind of KINDS) expect(built(kind, lengths).root).toBe(0);
  });

  test("may be a single code of one bit, except for the lengths of codes; the other bit is invalid", () => {
    for (const kind of ["length", "distance"] as const) {
      const { table, root } = built(kind, [0, 1, 0]);
      expect(root).toBe(1);
      expect(lookUp(table, root, 0)).toEqual(meaningOf(kind, 1, 1));
      expect(lookUp(table, root, 1)).toEqual({ bits: 1, kind: INVALID, value: 0 });
    }
    expect(built("code", [0, 1, 0]).root).toBe(0);
  });

  test("may be empty: then every code is invalid", () => {
    for (const kind of KINDS) {
      for (const lengths of [[], [0, 0, 0]]) {
        const { table, root } = built(kind, lengths);
        expect(root).toBe(1);
        for (const bit of [0, 1])
          expect(lookUp(table, root, bit)).toEqual({ bits: 1, kind: INVALID, value: 0 });
      }
    }
  });

  test("leaves nothing behind for the next one", () => {
    built("length", complete(286, 15, 3));
    expectAllCodes("distance", [1, 2, 2]);
    built("distance", [1, 1, 1]);
    expectAllCodes("code", CHAIN(4));
  });
});
