/** Deflate streams of maximum cost: one kind of block, repeated. */
import { BitWriter } from "./bit-writer.js";

/** The codes and content of a block. */
export interface Block {
  /** Code lengths in bits of each symbol, 257 to 286 of them. */
  readonly lengths: readonly number[];
  readonly distances: readonly number[];
  /** Symbols before the end; a length is followed by a distance, both of the fewest bits. */
  readonly symbols: readonly number[];
}

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Canonical codes: RFC 1951 section 3.2.2. */
function codesOf(lengths: readonly number[]): number[] {
  const first = new Array<number>(17).fill(0);
  let code = 0;
  for (let bits = 1; bits <= 15; bits++) {
    code = (code + (bits > 1 ? lengths.filter((one) => one === bits - 1).length : 0)) << 1;
    first[bits] = code;
  }
  return lengths.map((bits) => (bits === 0 ? 0 : first[bits]!++));
}

/** The fewest symbols for the lengths: 16, 17 and 18 stand for runs. */
function runsOf(lengths: readonly number[]): [symbol: number, extra: number, bits: number][] {
  const runs: [number, number, number][] = [];
  for (let at = 0; at < lengths.length; ) {
    const value = lengths[at]!;
    let count = 1;
    while (lengths[at + count] === value) count++;
    at += count;
    if (value !== 0) {
      runs.push([value, 0, 0]);
      count--;
    }
    while (count > 0) {
      if (value === 0 && count >= 11) {
        const taken = Math.min(138, count);
        runs.push([18, taken - 11, 7]);
        count -= taken;
      } else if (value === 0 && count >= 3) {
        runs.push([17, count - 3, 3]);
        count = 0;
      } else if (value !== 0 && count >= 3) {
        const taken = Math.min(6, count);
        runs.push([16, taken - 3, 2]);
        count -= taken;
      } else {
        runs.push([value, 0, 0]);
        count--;
      }
    }
  }
  return runs;
}

/** A complete set of codes for a number of symbols, as even as possible. */
export function evenLengths(count: number): number[] {
  if (count === 1) return [1];
  const bits = Math.ceil(Math.log2(count));
  const short = 2 ** bits - count;
  return Array.from({ length: count }, (_, i) => (i < short ? bits - 1 : bits));
}

/** The block as bits. */
export function encodeBlock(writer: BitWriter, { lengths, distances, symbols }: Block): void {
  writer.put(0, 1);
  writer.put(2, 2);
  writer.put(lengths.length - 257, 5);
  writer.put(distances.length - 1, 5);
  const runs = runsOf([...lengths, ...distances]);
  const used = [...new Set(runs.map(([symbol]) => symbol))].sort((a, b) => a - b);
  if (used.length === 1) used.push(used[0] === 0 ? 1 : 0);
  used.sort((a, b) => a - b);
  const even = evenLengths(used.length);
  const codeLengths = Array.from({ length: 19 }, (_, symbol) =>
    used.includes(symbol) ? even[used.indexOf(symbol)]! : 0,
  );
  let count = 19;
  while (count > 4 && codeLengths[ORDER[count - 1]!] === 0) count--;
  writer.put(count - 4, 4);
  for (let i = 0; i < count; i++) writer.put(codeLengths[ORDER[i]!]!, 3);
  const codes = codesOf(codeLengths);
  for (const [symbol, extra, bits] of runs) {
    writer.putCode(codes[symbol]!, codeLengths[symbol]!);
    writer.put(extra, bits);
  }
  const symbolCodes = codesOf(lengths);
  const distanceCodes = codesOf(distances);
  for (const symbol of [...symbols, 256]) {
    writer.putCode(symbolCodes[symbol]!, lengths[symbol]!);
    if (symbol > 256) writer.putCode(distanceCodes[0]!, distances[0]!);
  }
}

/** The unit repeated up to a size, and the end of a stream. @param first is written before. */
export function repeated(
  unit: (writer: BitWriter) => void,
  sizeBytes: number,
  first: Uint8Array,
): Uint8Array {
  const writer = new BitWriter();
  // Eight of them end on a byte boundary.
  for (let i = 0; i < 8; i++) unit(writer);
  const piece = writer.bytes();
  const out = new Uint8Array(sizeBytes);
  out.set(first);
  let at = first.length;
  for (; at + piece.length + 5 <= sizeBytes; at += piece.length) out.set(piece, at);
  out.set([1, 0, 0, 0xff, 0xff], at);
  return out.subarray(0, at + 5);
}
