/**
 * Compares the decoder with zlib: both accept the same streams, give the same bytes, end at the same byte,
 * and refuse the same streams.
 */
import { constants, deflateRawSync, inflateRawSync, type Zlib } from "node:zlib";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { DeflateError } from "./deflate-error.js";
import { Inflater } from "./inflater.js";

/** `SVC_TEST_STREAMS=100000` compares this many random streams with zlib. */
const STREAMS = Number(process.env["SVC_TEST_STREAMS"] ?? 2000);

interface Decoded {
  readonly data: Buffer;
  readonly taken: number;
}

/** @param cuts sizes of the pieces, repeated. */
function ours(
  bytes: Uint8Array,
  cuts: readonly number[] = [bytes.length],
  budget = new WorkBudget(),
): Decoded | null {
  const inflater = new Inflater(budget);
  const pieces: Uint8Array[] = [];
  const drain = () => {
    for (let piece = inflater.step(); piece.length > 0; piece = inflater.step()) pieces.push(piece);
  };
  try {
    for (let at = 0, i = 0; at < bytes.length && !inflater.hasEnded; i++) {
      const end = Math.min(bytes.length, at + Math.max(1, cuts[i % cuts.length]!));
      inflater.push(bytes.subarray(at, end), false);
      drain();
      at = end;
    }
    if (!inflater.hasEnded) inflater.push(new Uint8Array(0), true);
    drain();
  } catch (error) {
    if (error instanceof DeflateError) return null;
    throw error;
  }
  expect(inflater.hasEnded).toBe(true);
  return { data: Buffer.concat(pieces), taken: inflater.takenBytes };
}

function zlibs(bytes: Uint8Array): Decoded | null {
  try {
    const { buffer, engine } = inflateRawSync(bytes, { info: true, maxOutputLength: 1 << 26 }) as unknown as {
      buffer: Buffer;
      engine: Zlib;
    };
    return { data: buffer, taken: engine.bytesWritten };
  } catch {
    return null;
  }
}

function randomIntegers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const random = randomIntegers(20_261_122);

/** Redundant content of up to 4 kB, or sometimes 200 kB. */
function randomContent(): Buffer {
  const size = random(random(50) === 0 ? 200_000 : 4000);
  const letters = 1 + random(random(2) === 0 ? 4 : 256);
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    if (at > 0 && random(4) === 0) {
      const length = Math.min(size - at, 1 + random(400));
      const from = random(at);
      for (let i = 0; i < length; i++) bytes[at + i] = bytes[from + i]!;
      at += length;
    } else bytes[at++] = random(letters);
  }
  return bytes;
}

/** Writes bits in the order of deflate, least significant first. */
class BitWriter {
  readonly #bytes: number[] = [];
  #hold = 0;
  #bits = 0;
  put(value: number, count: number): this {
    for (let bit = 0; bit < count; bit++) {
      this.#hold |= ((value >> bit) & 1) << this.#bits;
      if (++this.#bits === 8) {
        this.#bytes.push(this.#hold);
        this.#hold = 0;
        this.#bits = 0;
      }
    }
    return this;
  }
  done(): Buffer {
    return Buffer.from(this.#bits > 0 ? [...this.#bytes, this.#hold] : this.#bytes);
  }
}

/** Blocks with random code lengths, so that complete, incomplete and over-subscribed sets occur. */
function randomBlocks(): Buffer {
  const bits = new BitWriter();
  for (let blocks = 1 + random(3); blocks > 0; blocks--) {
    bits.put(blocks === 1 ? 1 : 0, 1);
    const kind = random(8);
    if (kind === 0) bits.put(random(4), 2);
    else if (kind === 1) bits.put(1, 2);
    else {
      bits
        .put(2, 2)
        .put(random(random(4) === 0 ? 32 : 30), 5)
        .put(random(random(4) === 0 ? 32 : 30), 5);
      const choice = random(3);
      if (choice === 0) {
        bits.put(random(16), 4);
        for (let i = 0; i < 19; i++) bits.put(random(8), 3);
      } else if (choice === 1) {
        // All nineteen symbols, a complete set: thirteen of four bits and six of five.
        bits.put(15, 4);
        for (let i = 0; i < 19; i++) bits.put(i < 13 ? 4 : 5, 3);
      } else {
        // Two of one bit: 18 and 8.
        bits.put(1, 4);
        for (const length of [0, 0, 1, 0, 1]) bits.put(length, 3);
      }
    }
    for (let i = random(60); i > 0; i--) bits.put(random(256), 8);
  }
  return bits.done();
}

function expectSame(bytes: Uint8Array): void {
  const theirs = zlibs(bytes);
  for (const found of [ours(bytes), ours(bytes, [1 + random(700), 1 + random(20)])]) {
    if (theirs === null) {
      if (found !== null) expect.fail(`read what zlib refuses: ${Buffer.from(bytes).toString("hex")}`);
      continue;
    }
    if (found === null || found.taken !== theirs.taken || !found.data.equals(theirs.data)) {
      expect.fail(`${found?.taken} of ${theirs.taken}: ${Buffer.from(bytes).toString("hex").slice(0, 4000)}`);
    }
  }
}

describe("compared with zlib", () => {
  test(`${STREAMS} streams of each encoding, whole, truncated, changed and followed by others`, () => {
    let refused = 0;
    for (let i = 0; i < STREAMS; i++) {
      const strategy = [
        constants.Z_DEFAULT_STRATEGY,
        constants.Z_FILTERED,
        constants.Z_HUFFMAN_ONLY,
        constants.Z_RLE,
        constants.Z_FIXED,
      ][random(5)]!;
      const content = randomContent();
      const stream = deflateRawSync(content, { level: random(10), memLevel: 1 + random(9), strategy });
      expect(ours(stream)!.data.equals(content)).toBe(true);
      expectSame(stream);
      expectSame(Buffer.concat([stream, Buffer.alloc(1 + random(9), random(256))]));
      expectSame(stream.subarray(0, random(stream.length)));
      const changed = Buffer.from(stream);
      for (let times = 1 + random(3); times > 0; times--) changed[random(changed.length)]! ^= 1 << random(8);
      expectSame(changed);
      const made = randomBlocks();
      expectSame(made);
      if (zlibs(made) === null) refused++;
    }
    // Not all random streams are invalid.
    expect(refused).toBeLessThan(STREAMS);
    expect(refused).toBeGreaterThan(0);
  }, 3_600_000);

  test("streams of two bytes, and the first two bytes of longer ones", () => {
    for (let value = 0; value < 65_536; value += 5) {
      expectSame(Uint8Array.of(value & 255, value >> 8));
      expectSame(Uint8Array.of(value & 255, value >> 8, 0, 0xff, 0, 0, 0xff, 0xff, 1, 2, 3));
    }
  }, 240_000);
});
