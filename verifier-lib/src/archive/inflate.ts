/** Deflate, strict and budgeted. */

import type { WorkBudget } from "@svc-proof/shared/work";
import type { Work } from "../work/work.js";
import {
  buildHuffmanTable,
  DeflateError,
  END_OF_BLOCK,
  entryAt,
  INVALID,
  MAX_CODE_ENTRIES,
  MAX_DISTANCE_ENTRIES,
  MAX_LENGTH_ENTRIES,
} from "./huffman.js";

/**
 * Decodes deflate streams (RFC 1951) in bounded steps. A step produces at most 64 KiB and consumes at most 16
 * KiB; cost beyond the size of the input is spent from a budget. Refuses what zlib refuses, and reports where
 * the stream ended, which matters to programs that read an archive from its start.
 * docs/decisions/11-packages-and-containers.md explains why we wrote our own.
 */
const WINDOW_BYTES = 32_768;
/** The maximum output of one step, and the longest match that may begin in it. */
const STEP_BYTES = 65_536;
const MAX_MATCH_BYTES = 258;
/** A block's header has at most 17 + 19 * 3 + 320 * 14 bits. */
const MAX_HEADER_BYTES = 576;
/** A length and a distance have at most 48 bits, and the bit buffer may hold as many. */
const MAX_CODE_BYTES = 12;

/**
 * Units per block, whatever its contents: building the tables of a dynamic block takes 3 µs. Each 64 bytes of
 * a block pay for one unit. Blocks of real encoders have many kilobytes, so they spend nothing.
 */
const BLOCK_UNITS = 1;
const DYNAMIC_BLOCK_UNITS = 14;
const BYTES_PAYING_A_UNIT = 64;
/**
 * Output has a weight, and this much costs a unit, as measured: 1 per byte (it is written, summed and
 * hashed), 1 more per literal, and 3 per match. Each input byte pays for 2, which is what incompressible data
 * costs.
 */
const WEIGHT_OF_A_UNIT = 32;
const LITERAL_WEIGHT = 1;
const MATCH_WEIGHT = 3;
const WEIGHT_PAID_BY_A_BYTE = 2;

const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const FIXED_LENGTHS: Int32Array = new Int32Array(MAX_LENGTH_ENTRIES);
const FIXED_DISTANCES: Int32Array = new Int32Array(MAX_DISTANCE_ENTRIES);
const fixedLengthBits = buildHuffmanTable(
  FIXED_LENGTHS,
  "length",
  Uint8Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  ),
  0,
  288,
);
const fixedDistanceBits = buildHuffmanTable(FIXED_DISTANCES, "distance", new Uint8Array(32).fill(5), 0, 32);

const NOTHING = new Uint8Array(0);

type State = "header" | "stored" | "codes" | "ended";

export class Inflater {
  readonly #work: WorkBudget;
  #state: State = "header";
  #isFinalBlock = false;
  #input: Uint8Array = NOTHING;
  #isLast = false;
  /** Position of the next input byte. May exceed the input by the bytes that padded the bit buffer. */
  #at = 0;
  #hold = 0;
  #bits = 0;
  /** Bytes of earlier inputs. */
  #before = 0;
  /** The window, followed by the output of the step. */
  readonly #out: Uint8Array = new Uint8Array(WINDOW_BYTES + STEP_BYTES + MAX_MATCH_BYTES);
  /** Position of the next output byte. */
  #end = 0;
  /** Weight of all output. */
  #weight = 0;
  #storedLeft = 0;
  #blockBegan = 0;
  #blockUnits = 0;
  #weightSpent = 0;

  readonly #lengths: Uint8Array = new Uint8Array(320);
  readonly #codeTable: Int32Array = new Int32Array(MAX_CODE_ENTRIES);
  readonly #ownLengths: Int32Array = new Int32Array(MAX_LENGTH_ENTRIES);
  readonly #ownDistances: Int32Array = new Int32Array(MAX_DISTANCE_ENTRIES);
  #lengthTable: Int32Array = FIXED_LENGTHS;
  #lengthBits = fixedLengthBits;
  #distanceTable: Int32Array = FIXED_DISTANCES;
  #distanceBits = fixedDistanceBits;

  constructor(work: WorkBudget) {
    this.#work = work;
  }

  /** Whether the final block has ended. */
  get hasEnded(): boolean {
    return this.#state === "ended";
  }

  /** Whole bytes consumed. After the end of the stream, this is its length, including its last partial byte. */
  get takenBytes(): number {
    return this.#before + this.#at - (this.#bits >> 3);
  }

  /** Adds input or signals its end. Call this only after {@link step} returned nothing. */
  push(bytes: Uint8Array, isLast: boolean): void {
    const rest = this.#input.subarray(this.#at);
    this.#before += this.#at;
    this.#at = 0;
    this.#isLast = isLast;
    if (rest.length === 0) {
      this.#input = bytes;
      return;
    }
    const joined = new Uint8Array(rest.length + bytes.length);
    joined.set(rest);
    joined.set(bytes, rest.length);
    this.#input = joined;
  }

  /**
   * The next output, at most 64 KiB. Empty if more input is needed or the stream has ended.
   *
   * @throws DeflateError if the stream is malformed or truncated; FormatError `work_limit_exceeded`.
   */
  step(): Uint8Array {
    if (this.#end > WINDOW_BYTES) {
      this.#out.copyWithin(0, this.#end - WINDOW_BYTES, this.#end);
      this.#end = WINDOW_BYTES;
    }
    const start = this.#end;
    const stop = start + STEP_BYTES;
    while (this.#end < stop && this.#state !== "ended") {
      const isGoingOn =
        this.#state === "header"
          ? this.#header()
          : this.#state === "stored"
            ? this.#stored(stop)
            : this.#codes(stop);
      if (!isGoingOn) break;
    }
    this.#weight += this.#end - start;
    const excess = this.#weight - WEIGHT_PAID_BY_A_BYTE * this.takenBytes - this.#weightSpent;
    if (excess > 0) {
      const units = Math.ceil(excess / WEIGHT_OF_A_UNIT);
      this.#weightSpent += units * WEIGHT_OF_A_UNIT;
      this.#work.spend(units);
    }
    return this.#out.slice(start, this.#end);
  }

  /** Returns false if it needs more input. */
  #header(): boolean {
    this.#payBlock();
    if (this.#isFinalBlock) {
      this.#state = "ended";
      return false;
    }
    if (!this.#isLast && this.#input.length - this.#at < MAX_HEADER_BYTES) return false;
    this.#isFinalBlock = this.#take(1) === 1;
    switch (this.#take(2)) {
      case 0:
        this.#storedHeader();
        break;
      case 1:
        this.#blockUnits = BLOCK_UNITS;
        this.#lengthTable = FIXED_LENGTHS;
        this.#lengthBits = fixedLengthBits;
        this.#distanceTable = FIXED_DISTANCES;
        this.#distanceBits = fixedDistanceBits;
        this.#state = "codes";
        break;
      case 2:
        this.#blockUnits = DYNAMIC_BLOCK_UNITS;
        this.#dynamicHeader();
        this.#state = "codes";
        break;
      default:
        throw malformed("unknown block type");
    }
    return true;
  }

  /** Spends the cost of the finished block that its own bytes do not pay for. */
  #payBlock(): void {
    const taken = this.takenBytes;
    const units = this.#blockUnits - Math.floor((taken - this.#blockBegan) / BYTES_PAYING_A_UNIT);
    if (units > 0) this.#work.spend(units);
    this.#blockBegan = taken;
    this.#blockUnits = 0;
  }

  #storedHeader(): void {
    this.#blockUnits = BLOCK_UNITS;
    this.#take(this.#bits & 7);
    const length = this.#take(16);
    if ((length ^ this.#take(16)) !== 0xffff)
      throw malformed("a stored block's length and its complement differ");
    // Whole bytes in the bit buffer are the first of the block.
    this.#at -= this.#bits >> 3;
    this.#hold = 0;
    this.#bits = 0;
    this.#storedLeft = length;
    this.#state = "stored";
  }

  #stored(stop: number): boolean {
    const length = Math.min(this.#storedLeft, stop - this.#end, this.#input.length - this.#at);
    this.#out.set(this.#input.subarray(this.#at, this.#at + length), this.#end);
    this.#at += length;
    this.#end += length;
    this.#storedLeft -= length;
    if (this.#storedLeft === 0) this.#state = "header";
    else if (this.#at === this.#input.length) {
      if (this.#isLast) throw malformed("the stream is truncated");
      return false;
    }
    return true;
  }

  #dynamicHeader(): void {
    const lengthCount = 257 + this.#take(5);
    const distanceCount = 1 + this.#take(5);
    const codeCount = 4 + this.#take(4);
    if (lengthCount > 286 || distanceCount > 30) throw malformed("more codes than symbols");
    const lengths = this.#lengths;
    lengths.fill(0, 0, 19);
    for (let i = 0; i < codeCount; i++) lengths[CODE_ORDER[i]!] = this.#take(3);
    const bits = buildHuffmanTable(this.#codeTable, "code", lengths, 0, 19);
    if (bits === 0) throw malformed("the lengths for the code length codes are invalid");
    const count = lengthCount + distanceCount;
    for (let i = 0; i < count; ) {
      this.#fill(14);
      const entry = this.#codeTable[this.#hold & ((1 << bits) - 1)]!;
      if (((entry >> 4) & INVALID) !== 0) throw malformed("invalid code length");
      this.#drop(entry & 15);
      const symbol = entry >> 16;
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) throw malformed("the first code length has no predecessor to repeat");
      const length = symbol === 16 ? lengths[i - 1]! : 0;
      const times =
        symbol === 16 ? 3 + this.#take(2) : symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7);
      if (i + times > count) throw malformed("more code lengths than codes");
      lengths.fill(length, i, i + times);
      i += times;
    }
    if (lengths[256] === 0) throw malformed("a block has no end-of-block code");
    this.#lengthTable = this.#ownLengths;
    this.#lengthBits = buildHuffmanTable(this.#ownLengths, "length", lengths, 0, lengthCount);
    this.#distanceTable = this.#ownDistances;
    this.#distanceBits = buildHuffmanTable(this.#ownDistances, "distance", lengths, lengthCount, count);
    if (this.#lengthBits === 0 || this.#distanceBits === 0) throw malformed("the code lengths are invalid");
  }

  #codes(stop: number): boolean {
    const input = this.#input;
    const out = this.#out;
    const lengthTable = this.#lengthTable;
    const lengthMask = (1 << this.#lengthBits) - 1;
    const distanceTable = this.#distanceTable;
    const distanceMask = (1 << this.#distanceBits) - 1;
    const inputBytes = input.length;
    // Before this position, no code is truncated. After the last input, the buffer contains only zeros, and a
    // code must not need them.
    const limit = this.#isLast ? Number.MAX_SAFE_INTEGER : inputBytes - MAX_CODE_BYTES;
    let at = this.#at;
    let hold = this.#hold;
    let bits = this.#bits;
    let end = this.#end;
    let matches = 0;
    let matchedBytes = 0;
    let isGoingOn = true;
    for (;;) {
      if (end >= stop) break;
      if (at > limit) {
        isGoingOn = false;
        break;
      }
      if (bits < 15) {
        hold |= twoBytesAt(input, at) << bits;
        at += 2;
        bits += 16;
      }
      let entry = entryAt(lengthTable, lengthMask, hold);
      let kind = (entry >> 4) & 0xff;
      hold >>>= entry & 15;
      bits -= entry & 15;
      if (at > inputBytes && 8 * at - bits > 8 * inputBytes) throw malformed("the stream is truncated");
      if (kind === 0) {
        out[end++] = entry >> 16;
        continue;
      }
      if (kind >= END_OF_BLOCK) {
        if (kind !== END_OF_BLOCK) throw malformed("invalid length code");
        this.#state = "header";
        break;
      }
      const lengthExtra = kind - 16;
      if (bits < 15) {
        hold |= twoBytesAt(input, at) << bits;
        at += 2;
        bits += 16;
      }
      const length = (entry >> 16) + (hold & ((1 << lengthExtra) - 1));
      hold >>>= lengthExtra;
      bits -= lengthExtra;
      if (bits < 15) {
        hold |= twoBytesAt(input, at) << bits;
        at += 2;
        bits += 16;
      }
      entry = entryAt(distanceTable, distanceMask, hold);
      kind = (entry >> 4) & 0xff;
      hold >>>= entry & 15;
      bits -= entry & 15;
      if (kind >= END_OF_BLOCK) throw malformed("invalid distance code");
      const distanceExtra = kind - 16;
      if (bits < 15) {
        hold |= twoBytesAt(input, at) << bits;
        at += 2;
        bits += 16;
      }
      const distance = (entry >> 16) + (hold & ((1 << distanceExtra) - 1));
      hold >>>= distanceExtra;
      bits -= distanceExtra;
      if (at > inputBytes && 8 * at - bits > 8 * inputBytes) throw malformed("the stream is truncated");
      if (distance > end) throw malformed("a distance points before the start of the data");
      repeat(out, end, distance, length);
      end += length;
      matches++;
      matchedBytes += length;
    }
    this.#weight += LITERAL_WEIGHT * (end - this.#end - matchedBytes) + MATCH_WEIGHT * matches;
    this.#at = at;
    this.#hold = hold;
    this.#bits = bits;
    this.#end = end;
    this.#giveBack();
    return isGoingOn;
  }

  /** Returns whole bytes from the bit buffer, so that the rest of the input is contiguous. */
  #giveBack(): void {
    const bytes = this.#bits >> 3;
    this.#at -= bytes;
    this.#bits &= 7;
    this.#hold &= (1 << this.#bits) - 1;
  }

  /** Reads up to 16 bits as a number. */
  #take(count: number): number {
    this.#fill(count);
    const value = this.#hold & ((1 << count) - 1);
    this.#drop(count);
    return value;
  }

  #fill(count: number): void {
    for (; this.#bits < count; this.#bits += 8) {
      this.#hold |= byteAt(this.#input, this.#at++) << this.#bits;
    }
  }

  #drop(count: number): void {
    this.#hold >>>= count;
    this.#bits -= count;
    if (this.#at > this.#input.length && 8 * this.#at - this.#bits > 8 * this.#input.length) {
      throw malformed("the stream is truncated");
    }
  }
}

/** Returns zero past the end. */
function byteAt(bytes: Uint8Array, at: number): number {
  return at < bytes.length ? bytes[at]! : 0;
}

function twoBytesAt(bytes: Uint8Array, at: number): number {
  return byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8);
}

/** Writes `length` bytes at `end`, each the one that is `distance` before it. */
function repeat(out: Uint8Array, end: number, distance: number, length: number): void {
  const stop = end + length;
  if (distance >= length && length > 32) out.copyWithin(end, end - distance, stop - distance);
  else if (distance === 1) out.fill(out[end - 1]!, end, stop);
  else for (let at = end; at < stop; at++) out[at] = out[at - distance]!;
}

function malformed(message: string): DeflateError {
  return new DeflateError("malformed", message);
}

/** Decodes a deflate stream piece by piece. */
const HEADER_BYTES = 2;
const CHECKSUM_BYTES = 4;

/**
 * Decodes the zlib format (RFC 1950) and verifies its checksum. Trailing bytes are refused.
 *
 * @throws as {@link inflate}.
 */
export async function* inflateZlib(data: Uint8Array, work: Work): AsyncGenerator<Uint8Array> {
  const checksumAt = data.length - CHECKSUM_BYTES;
  if (checksumAt < HEADER_BYTES) throw new DeflateError("malformed", "the data is truncated");
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const header = view.getUint16(0);
  const isDeflate = (header & 0x0f00) === 0x0800 && header >> 12 <= 7;
  if (!isDeflate || header % 31 !== 0 || (header & 0x20) !== 0) {
    throw new DeflateError("malformed", "the zlib header is invalid");
  }
  let sum = 1;
  for await (const piece of inflate([data.subarray(HEADER_BYTES, checksumAt)], work)) {
    sum = adler32(piece, sum);
    yield piece;
  }
  if (sum !== view.getUint32(checksumAt)) throw new DeflateError("malformed", "the checksum does not match");
}

const MODULUS = 65_521;
/** The most bytes that can be added before the sums could overflow 32 bits. */
const RUN_BYTES = 5552;

/** @param sum checksum of the preceding bytes; 1 at the start. */
function adler32(bytes: Uint8Array, sum: number): number {
  let a = sum & 0xffff;
  let b = sum >>> 16;
  for (let at = 0; at < bytes.length; ) {
    for (const stop = Math.min(at + RUN_BYTES, bytes.length); at < stop; at++) {
      a += bytes[at]!;
      b += a;
    }
    a %= MODULUS;
    b %= MODULUS;
  }
  return ((b << 16) | a) >>> 0;
}

/** Compressed bytes decoded between two pauses: at worst a few milliseconds. */
const PIECE_BYTES = 16_384;

/**
 * Decodes a stream, which must end in the last byte of its data.
 *
 * @param raw the compressed data, in pieces of any size.
 * @param work the budget. Its pauses allow an abort.
 * @throws DeflateError; FormatError `work_limit_exceeded`; the abort reason of the work; errors of reading
 * `raw`.
 */
export async function* inflate(
  raw: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  work: Work,
): AsyncGenerator<Uint8Array> {
  const inflater = new Inflater(work);
  let givenBytes = 0;
  async function* decode(bytes: Uint8Array, isLast: boolean): AsyncGenerator<Uint8Array> {
    givenBytes += bytes.length;
    inflater.push(bytes, isLast);
    for (;;) {
      await work.pause();
      const piece = inflater.step();
      if (piece.length === 0) break;
      yield piece;
    }
    // Programs that read from the start would read trailing bytes as entries that the directory does not
    // list.
    if (inflater.hasEnded && inflater.takenBytes < givenBytes) {
      throw new DeflateError("trailing", "bytes follow the end of the stream");
    }
  }
  for await (const piece of raw) {
    for (let at = 0; at < piece.length; at += PIECE_BYTES) {
      yield* decode(piece.subarray(at, at + PIECE_BYTES), false);
    }
  }
  if (!inflater.hasEnded) yield* decode(new Uint8Array(0), true);
  if (!inflater.hasEnded) throw new DeflateError("malformed", "the stream is truncated");
}
