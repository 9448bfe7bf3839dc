import { constants, deflateRawSync, deflateSync, inflateRawSync, type Zlib } from "node:zlib";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { STRIDE, share } from "../../../shared/src/testing/extent.testing.js";
import { CountedWork } from "../work/counted-work.testing.js";
import { Work } from "../work/work.js";
import { DeflateError } from "./huffman.js";
import { Inflater, inflate, inflateZlib } from "./inflate.js";

describe("inflate", () => {
  const CONTENT = Buffer.from("The quick brown fox jumps over the lazy dog. ".repeat(5000));
  const UNITS = 4_000_000;

  async function all(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const taken: Uint8Array[] = [];
    for await (const piece of pieces) taken.push(piece);
    return Buffer.concat(taken);
  }

  const read = (bytes: Uint8Array, work = new Work()) => all(inflate([bytes], work));

  /** A dynamic block with only an end code, in 90 bits. Eight of them end at a byte boundary. RFC 1951 section 3.2.7. */
  const EIGHT_EMPTY_BLOCKS: Uint8Array = (() => {
    const bits: number[] = [];
    const put = (value: number, count: number) => {
      for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1);
    };
    for (let block = 0; block < 8; block++) {
      for (const [value, count] of [
        [0, 1],
        [2, 2],
        [0, 5],
        [0, 5],
        [14, 4],
      ] as const)
        put(value, count);
      for (const symbol of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1]) {
        put(symbol === 18 || symbol === 1 ? 1 : 0, 3);
      }
      for (const [value, count] of [
        [1, 1],
        [127, 7],
        [1, 1],
        [107, 7],
        [0, 3],
      ] as const)
        put(value, count);
    }
    return Uint8Array.from({ length: bits.length / 8 }, (_, at) =>
      bits.slice(8 * at, 8 * at + 8).reduce((byte, bit, i) => byte | (bit << i), 0),
    );
  })();

  /** This many empty blocks, and an end. */
  function emptyBlocks(count: number): Uint8Array {
    return Buffer.concat([...new Array<Uint8Array>(count / 8).fill(EIGHT_EMPTY_BLOCKS), Buffer.of(3, 0)]);
  }

  describe("a stream", () => {
    test("ends in the last byte of its data", async () => {
      const stream = deflateRawSync(CONTENT);
      expect((await read(stream)).equals(CONTENT)).toBe(true);
      await expect(read(Buffer.concat([stream, Buffer.of(0)]))).rejects.toMatchObject({ kind: "trailing" });
      await expect(all(inflate([stream, Buffer.of(0)], new Work()))).rejects.toMatchObject({
        kind: "trailing",
      });
      await expect(read(stream.subarray(0, -1))).rejects.toMatchObject({ kind: "malformed" });
      await expect(read(new Uint8Array(0))).rejects.toMatchObject({ kind: "malformed" });
    });

    test("of zlib has a header, a checksum and no trailing bytes", async () => {
      const stream = deflateSync(CONTENT);
      expect((await all(inflateZlib(stream, new Work()))).equals(CONTENT)).toBe(true);
      const changed = (at: number, byte: number) => {
        const copy = Buffer.from(stream);
        copy[at < 0 ? copy.length + at : at] = byte;
        return copy;
      };
      for (const bytes of [
        changed(0, 0x79),
        changed(1, 0),
        // A preset dictionary, with valid check bits.
        Buffer.concat([Buffer.of(0x78, 0x20), stream.subarray(2)]),
        changed(-1, stream.at(-1)! ^ 1),
        Buffer.concat([stream, Buffer.of(0)]),
        stream.subarray(0, -1),
        stream.subarray(0, 5),
      ]) {
        await expect(all(inflateZlib(bytes, new Work()))).rejects.toMatchObject({ name: "DeflateError" });
      }
    });
  });

  describe("data of zlib", () => {
    const outcome = (bytes: Uint8Array) =>
      // Data may be a part of a larger buffer.
      all(inflateZlib(Buffer.concat([Buffer.alloc(3), bytes]).subarray(3), new Work())).then(
        (found) => found.toString(),
        ({ kind }) => kind,
      );
    const [BODY, SUM] = [deflateSync("abc").subarray(2, -4), deflateSync("abc").subarray(-4)];
    const withHeader = (first: number, second: number) =>
      Buffer.concat([Buffer.of(first, second), BODY, SUM]);

    test.each([
      ["a window of any size", 0x08, 0x1d, "abc"],
      ["a window of the largest size", 0x78, 0x9c, "abc"],
      ["a larger window", 0x88, 0x1c, "malformed"],
      ["another method", 0x79, 0x18, "malformed"],
      ["another checksum of the header", 0x78, 0x9d, "malformed"],
      ["a preset dictionary", 0x78, 0x20, "malformed"],
    ])("states %s: %i %i", async (_, first, second, expected) => {
      expect(await outcome(withHeader(first, second))).toBe(expected);
    });

    test("has each byte of its checksum", async () => {
      for (let at = 1; at <= 4; at++) {
        const bytes = withHeader(0x78, 0x9c);
        bytes[bytes.length - at]! ^= 0x80;
        expect(await outcome(bytes)).toBe("malformed");
      }
    });

    test("is refused if it is too short", async () => {
      const bytes = withHeader(0x78, 0x9c);
      for (let length = 0; length < bytes.length; length++) {
        expect(await outcome(bytes.subarray(0, length)), `${length} bytes`).toBe("malformed");
      }
    });

    test("has the checksum of content of any size", async () => {
      for (const length of [0, 1, 5552, 5553, 65_536, 200_000]) {
        for (const byte of [0, 255]) {
          const content = Buffer.alloc(length, byte);
          const found = await all(inflateZlib(deflateSync(content), new Work()));
          expect(found.equals(content), `${length} bytes`).toBe(true);
        }
      }
    });
  });

  describe("pieces", () => {
    const stored = Buffer.concat([Buffer.of(1, 0x40, 0x9c, 0xbf, 0x63), Buffer.alloc(40_000, 7)]);

    test("of any size are read, with a pause for each 16 KiB and each output", async () => {
      const pausesFor = async (...pieces: readonly Uint8Array[]) => {
        const work = new CountedWork();
        expect((await all(inflate(pieces, work))).equals(stored.subarray(5))).toBe(true);
        return work.pauses;
      };
      // Each input gives one output, and then nothing.
      expect(await pausesFor(stored)).toBe(6);
      expect(await pausesFor(stored, new Uint8Array(0))).toBe(6);
      expect(await pausesFor(stored.subarray(0, 20_000), stored.subarray(20_000))).toBe(8);
    });

    test("do not follow the end, in the same piece or in another one", async () => {
      const more = Buffer.alloc(1);
      for (const pieces of [
        [Buffer.concat([stored, more])],
        [stored, more],
        [Buffer.concat([stored, Buffer.alloc(20_000)])],
        [Buffer.of(3, 0, 0)],
        [Buffer.of(3, 0), more],
      ]) {
        await expect(all(inflate(pieces, new Work()))).rejects.toMatchObject({ kind: "trailing" });
      }
      expect(await all(inflate([Buffer.of(3, 0), new Uint8Array(0)], new Work()))).toHaveLength(0);
    });

    test("end with the stream", async () => {
      for (const pieces of [
        [],
        [new Uint8Array(0)],
        [stored.subarray(0, -1)],
        [Buffer.of(0, 0, 0, 255, 255)],
      ]) {
        await expect(all(inflate(pieces, new Work()))).rejects.toMatchObject({ kind: "malformed" });
      }
    });
  });

  describe("the budget", () => {
    test("is hardly spent on zlib's output", async () => {
      const noise = Buffer.from(
        Array.from({ length: 300_000 }, (_, i) => (Math.imul(i, 2_654_435_761) >>> 24) & 63),
      );
      const work = new Work();
      const stream = deflateRawSync(noise);
      await read(stream, work);
      // Of literals that are a third larger than their data.
      expect(UNITS - work.left).toBeLessThan(20 + (2 * (noise.length - stream.length)) / 32);
    });

    test("is spent on tiny blocks, in pieces of any size", async () => {
      for (const size of [1, 100, 16_384]) {
        const work = new Work();
        const stream = emptyBlocks(800);
        const pieces = Array.from({ length: Math.ceil(stream.length / size) }, (_, i) =>
          stream.subarray(i * size, (i + 1) * size),
        );
        await all(inflate(pieces, work));
        expect(UNITS - work.left).toBe(800 * 14 + 1);
      }
    });

    test("stops an expensive stream", async () => {
      const work = new Work({ units: 1000 });
      await expect(read(emptyBlocks(800), work)).rejects.toMatchObject({ code: "work_limit_exceeded" });
      await expect(
        read(deflateRawSync(Buffer.alloc(100_000)), new Work({ units: 1000 })),
      ).rejects.toMatchObject({
        code: "work_limit_exceeded",
      });
    });
  });

  test("an abort is noticed while a stream produces nothing", async () => {
    const stop = new AbortController();
    const work = new Work({ signal: stop.signal, units: Number.MAX_SAFE_INTEGER });
    let isOver = false;
    const reading = read(emptyBlocks(800_000), work).finally(() => {
      isOver = true;
    });
    setTimeout(() => {
      expect(isOver).toBe(false);
      stop.abort(new Error("enough"));
    });
    await expect(reading).rejects.toThrow("enough");
  });
});

describe("inflater", () => {
  // Compares the decoder with zlib: both accept the same streams, give the same bytes, end at the same byte,
  // and refuse the same streams.
  /** `SVC_TEST_STREAMS=100000` compares this many random streams with zlib. */
  const STREAMS = Number(process.env["SVC_TEST_STREAMS"] ?? share(2000));

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
      const { buffer, engine } = inflateRawSync(bytes, {
        info: true,
        maxOutputLength: 1 << 26,
      }) as unknown as {
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
        expect.fail(
          `${found?.taken} of ${theirs.taken}: ${Buffer.from(bytes).toString("hex").slice(0, 4000)}`,
        );
      }
    }
  }

  describe("compared with zlib", () => {
    test(`${STREAMS} streams of each encoding, whole, truncated, changed and followed by others`, () => {
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
        for (let times = 1 + random(3); times > 0; times--)
          changed[random(changed.length)]! ^= 1 << random(8);
        expectSame(changed);
        expectSame(randomBlocks());
      }
    }, 3_600_000);

    test("streams of two bytes, and the first two bytes of longer ones", () => {
      for (let value = 0; value < 65_536; value += 5 * STRIDE) {
        expectSame(Uint8Array.of(value & 255, value >> 8));
        expectSame(Uint8Array.of(value & 255, value >> 8, 0, 0xff, 0, 0, 0xff, 0xff, 1, 2, 3));
      }
    }, 240_000);
  });

  const EIGHT_BITS = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
  /** A literal of a fixed block, up to 143. Codes stand with their first bit first. */
  const literal = (byte: number) => reversed(0x30 + byte, 8);
  function reversed(code: number, count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit++) value |= ((code >> bit) & 1) << (count - 1 - bit);
    return value;
  }
  /** `length` 258 and distance 1. */
  const putLongestRun = (bits: BitWriter) => bits.put(reversed(0xc5, 8), 8).put(0, 5);

  /** The same text again and again, at many distances. */
  const WORDS = Buffer.from(
    Array.from({ length: 60 }, (_, i) => `word ${(i * i) % 17} of ${i % 5}, `).join("") + "x".repeat(300),
  );

  describe("small streams", () => {
    const kinds: readonly (readonly [string, object])[] = [
      ["stored", { level: 0 }],
      ["fixed", { strategy: constants.Z_FIXED }],
      ["dynamic", { level: 9 }],
      ["of literals only", { strategy: constants.Z_HUFFMAN_ONLY }],
      ["of runs", { strategy: constants.Z_RLE }],
      ["of many blocks", { level: 9, memLevel: 1 }],
    ];
    const same = (bytes: Uint8Array, cuts: readonly number[]) => {
      const theirs = zlibs(bytes);
      const found = ours(bytes, cuts);
      expect(found?.taken).toBe(theirs?.taken);
      expect(found?.data.equals(theirs!.data)).toBe(theirs === null ? undefined : true);
    };

    test.each(kinds)("are read in pieces of any size: %s", (_, options) => {
      for (const content of [Buffer.alloc(0), Buffer.from("a"), WORDS, Buffer.concat([WORDS, WORDS])]) {
        const stream = deflateRawSync(content, options);
        for (const cuts of [[stream.length], [1], [3, 1], [11], [12, 13], [600]]) same(stream, cuts);
        same(Buffer.concat([stream, Buffer.from("more")]), [stream.length + 4]);
      }
    });

    test.each(kinds)("are refused if they end too early: %s", (_, options) => {
      const stream = deflateRawSync(WORDS.subarray(0, 60), options);
      for (let length = 0; length < stream.length; length++) {
        expect(ours(stream.subarray(0, length)), `${length} bytes`).toBeNull();
        expect(ours(stream.subarray(0, length), [1]), `${length} bytes`).toBeNull();
      }
    });

    test.each(kinds)("are refused as zlib does if a bit is changed: %s", (_, options) => {
      const stream = deflateRawSync(WORDS.subarray(0, 150), options);
      const start = Math.min(60, stream.length);
      for (let bit = 0; bit < 8 * start; bit++) {
        const changed = Buffer.from(stream);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        same(changed, [changed.length]);
      }
    });

    test("reach back to the farthest byte, over several steps", () => {
      const noise = Buffer.from(
        Array.from({ length: 32_768 }, (_, i) => (Math.imul(i, 2_654_435_761) >>> 24) & 255),
      );
      for (const content of [
        Buffer.concat([noise, noise.subarray(0, 300), noise.subarray(0, 40)]),
        Buffer.concat([noise, noise, noise, noise.subarray(0, 1000)]),
        Buffer.alloc(200_000, "abc"),
        Buffer.alloc(200_000),
      ]) {
        for (const level of [1, 9]) same(deflateRawSync(content, { level }), [20_000]);
        same(deflateRawSync(content, { level: 0 }), [16_384]);
      }
    });

    test("do not reach back before their start", () => {
      const at = (distance: number) => {
        const bits = new BitWriter().put(1, 1).put(1, 2);
        for (const byte of EIGHT_BITS("abcd")) bits.put(literal(byte), 8);
        // Length 3, and a distance below five.
        return bits
          .put(reversed(1, 7), 7)
          .put(reversed(distance - 1, 5), 5)
          .put(0, 7)
          .done();
      };
      expect(ours(at(4))?.data.toString()).toBe("abcdabc");
      const far = new BitWriter().put(1, 1).put(1, 2);
      for (const byte of EIGHT_BITS("abcd")) far.put(literal(byte), 8);
      // Distance 5, with one bit more.
      const five = far.put(reversed(1, 7), 7).put(reversed(4, 5), 5).put(0, 1).put(0, 7).done();
      expect(ours(five)).toBeNull();
      expect(zlibs(five)).toBeNull();
    });

    test.each<[string, (bits: BitWriter) => BitWriter]>([
      ["an unknown kind of block", (bits) => bits.put(3, 2)],
      ["more than 286 codes for lengths", (bits) => bits.put(2, 2).put(30, 5).put(0, 5).put(15, 4)],
      ["more than 30 codes for distances", (bits) => bits.put(2, 2).put(0, 5).put(30, 5).put(15, 4)],
      [
        "a stored block whose length is not repeated",
        (bits) => bits.put(0, 2).put(0, 5).put(1, 16).put(0xffff, 16),
      ],
      ["a length of a fixed block that has no meaning", (bits) => bits.put(1, 2).put(reversed(0xc6, 8), 8)],
      [
        "a distance of a fixed block that has no meaning",
        (bits) => bits.put(1, 2).put(literal(97), 8).put(reversed(1, 7), 7).put(reversed(30, 5), 5),
      ],
    ])("are refused with %s", (_, put) => {
      const made = Buffer.concat([put(new BitWriter().put(1, 1)).done(), Buffer.alloc(20)]);
      expect(zlibs(made)).toBeNull();
      expect(ours(made)).toBeNull();
    });

    /** A block with these code lengths, each sent by itself, and then bits of the content. */
    function block(lengths: readonly number[], distances: readonly number[]): BitWriter {
      const bits = new BitWriter().put(1, 1).put(2, 2);
      bits
        .put(lengths.length - 257, 5)
        .put(distances.length - 1, 5)
        .put(15, 4);
      // All symbols up to 15 have codes of four bits.
      for (const symbol of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15])
        bits.put(symbol < 16 ? 4 : 0, 3);
      for (const length of [...lengths, ...distances]) bits.put(reversed(length, 4), 4);
      return bits;
    }
    const only = (codes: Readonly<Record<number, number>>, count = 257) =>
      Array.from({ length: count }, (_, symbol) => codes[symbol] ?? 0);

    test.each<[string, () => BitWriter]>([
      [
        "a literal and an end",
        () =>
          block(only({ 97: 1, 256: 1 }), [1])
            .put(0, 1)
            .put(1, 1),
      ],
      ["no end", () => block(only({ 97: 1, 98: 1 }), [1]).put(0, 1)],
      ["an end alone", () => block(only({ 256: 1 }), [0]).put(0, 1)],
      ["an end alone, and another bit", () => block(only({ 256: 1 }), [0]).put(1, 1)],
      [
        "a match without codes for distances",
        () =>
          block(only({ 97: 2, 256: 2, 257: 1 }, 258), [0])
            .put(2, 2)
            .put(0, 1),
      ],
      ["too many codes", () => block(only({ 97: 1, 98: 1, 256: 1 }), [1]).put(0, 1)],
      ["too few codes", () => block(only({ 97: 2, 256: 1 }), [1]).put(0, 1)],
      ["too many codes for distances", () => block(only({ 97: 1, 256: 1 }), [1, 1, 1]).put(1, 1)],
      ["too few codes for distances", () => block(only({ 97: 1, 256: 1 }), [2]).put(1, 1)],
      ["287 codes", () => block(only({ 97: 1, 256: 1 }, 287), [1]).put(1, 1)],
      ["31 codes for distances", () => block(only({ 97: 1, 256: 1 }), only({ 0: 1, 30: 1 }, 31)).put(1, 1)],
      ["286 codes and 30", () => block(only({ 97: 1, 256: 1 }, 286), only({ 0: 1, 29: 1 }, 30)).put(1, 1)],
    ])("of a dynamic block are read as zlib does: %s", (_, make) => {
      for (const rest of [0, 255]) same(Buffer.concat([make().done(), Buffer.alloc(20, rest)]), [400]);
    });

    /** A block whose code lengths are sent by symbols of two bits. */
    function repeated(
      ...symbols: readonly (readonly [symbol: number, extra: number, bits: number])[]
    ): Buffer {
      const bits = new BitWriter().put(1, 1).put(2, 2).put(0, 5).put(0, 5).put(15, 4);
      const used = [1, 16, 17, 18];
      for (const symbol of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15])
        bits.put(used.includes(symbol) ? 2 : 0, 3);
      for (const [symbol, extra, count] of symbols)
        bits.put(reversed(used.indexOf(symbol), 2), 2).put(extra, count);
      return Buffer.concat([bits.put(0, 1).put(1, 1).done(), Buffer.alloc(12)]);
    }
    const ONE = [1, 0, 0] as const;

    test.each<[string, Buffer]>([
      ["zeros", repeated([18, 127, 7], [18, 106, 7], ONE, ONE, ONE)],
      ["few zeros", repeated([18, 127, 7], [18, 92, 7], [17, 4, 3], [17, 4, 3], ONE, ONE, ONE)],
      ["the length before", repeated([18, 127, 7], [18, 106, 7], ONE, [16, 0, 2])],
      ["the length before, too often", repeated([18, 127, 7], [18, 106, 7], ONE, [16, 3, 2])],
      ["zeros beyond the last", repeated([18, 127, 7], [18, 127, 7])],
      ["no length before", repeated([16, 0, 2], [18, 127, 7], [18, 103, 7], ONE, ONE, ONE)],
    ])("of repeated code lengths are read as zlib does: %s", (_, made) => {
      same(made, [made.length]);
      same(made, [made.length, 1]);
    });
  });

  describe("the budget", () => {
    const UNITS = 1_000_000;
    const spent = (stream: Uint8Array, cuts?: readonly number[]) => {
      const budget = new WorkBudget(UNITS);
      const decoded = ours(stream, cuts, budget)!;
      return { units: UNITS - budget.left, bytes: decoded.data.length };
    };

    test.each([100, 700, 3000])("is spent on matches beyond what their bytes pay for: %i", (matches) => {
      const bits = new BitWriter().put(1, 1).put(1, 2).put(literal(97), 8);
      for (let i = 0; i < matches; i++) putLongestRun(bits);
      const stream = bits.put(0, 7).done();
      const bytes = 1 + 258 * matches;
      // Each byte of the output, the literal, and three for each match.
      const weight = bytes + 1 + 3 * matches;
      const units = Math.ceil((weight - 2 * stream.length) / 32);
      for (const cuts of [[stream.length], [100]]) {
        const found = spent(stream, cuts);
        expect(found.bytes).toBe(bytes);
        // Pieces round up before their bytes are all there.
        expect(found.units - units).toBeGreaterThanOrEqual(0);
        expect(found.units - units).toBeLessThan(cuts[0] === stream.length ? 1 : 15);
      }
    });

    test("is not spent on literals of eight bits", () => {
      const bits = new BitWriter().put(1, 1).put(1, 2);
      for (let i = 0; i < 100; i++) bits.put(literal(97), 8);
      expect(spent(bits.put(0, 7).done())).toEqual({ units: 0, bytes: 100 });
    });

    test("is spent on literals of one bit: two for each, less two for each byte", () => {
      const bits = new BitWriter().put(1, 1).put(2, 2).put(0, 5).put(0, 5).put(14, 4);
      for (const symbol of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1])
        bits.put(symbol === 18 || symbol === 1 ? 1 : 0, 3);
      const zeros = (count: number) => bits.put(1, 1).put(count - 11, 7);
      zeros(97);
      bits.put(0, 1);
      zeros(138);
      zeros(20);
      bits.put(0, 1).put(0, 1);
      for (let i = 0; i < 8000; i++) bits.put(0, 1);
      const stream = bits.put(1, 1).done();
      const blockUnits = Math.max(0, 14 - Math.floor(stream.length / 64));
      const units = Math.ceil((2 * 8000 - 2 * stream.length) / 32);
      expect(spent(stream)).toEqual({ units: blockUnits + units, bytes: 8000 });
    });

    test("is spent on blocks, unless 64 bytes pay for each unit", () => {
      const stored = (bytes: number, isLast: boolean) =>
        Buffer.concat([
          Buffer.of(isLast ? 1 : 0, bytes & 255, bytes >> 8, ~bytes & 255, (~bytes >> 8) & 255),
          Buffer.alloc(bytes),
        ]);
      const empty = Buffer.concat([...new Array<Buffer>(10).fill(stored(0, false)), stored(0, true)]);
      expect(spent(empty)).toEqual({ units: 11, bytes: 0 });
      expect(spent(empty, [1])).toEqual({ units: 11, bytes: 0 });
      expect(spent(stored(58, true))).toEqual({ units: 1, bytes: 58 });
      expect(spent(stored(59, true))).toEqual({ units: 0, bytes: 59 });
      expect(spent(Buffer.concat([stored(59, false), stored(58, false), stored(59, true)]))).toEqual({
        units: 1,
        bytes: 176,
      });
      const fixed = (count: number) => {
        const bits = new BitWriter();
        for (let block = 1; block <= count; block++)
          bits
            .put(block === count ? 1 : 0, 1)
            .put(1, 2)
            .put(0, 7);
        return bits.done();
      };
      expect(spent(fixed(5))).toEqual({ units: 5, bytes: 0 });
    });
  });

  describe("a step", () => {
    test.each([
      ["stored", { level: 0 }],
      ["of literals", { strategy: constants.Z_HUFFMAN_ONLY }],
    ])("gives 64 KiB of a stream that is %s", (_, options) => {
      const content = Buffer.from(Array.from({ length: 150_000 }, (_, at) => (at * at) & 255));
      const inflater = new Inflater(new WorkBudget());
      inflater.push(deflateRawSync(content, options), true);
      const pieces = Array.from({ length: 4 }, () => inflater.step());
      expect(pieces.map(({ length }) => length)).toEqual([65_536, 65_536, 18_928, 0]);
      expect(Buffer.concat(pieces).equals(content)).toBe(true);
    });

    test("gives at most 64 KiB and one match, and nothing once the stream has ended", () => {
      const stream = deflateRawSync(Buffer.alloc(150_000));
      const inflater = new Inflater(new WorkBudget());
      expect([inflater.hasEnded, inflater.takenBytes]).toEqual([false, 0]);
      expect(inflater.step()).toHaveLength(0);
      inflater.push(stream, true);
      const lengths = Array.from({ length: 5 }, () => inflater.step().length);
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(150_000);
      for (const length of lengths.slice(0, 2)) {
        expect(length).toBeGreaterThanOrEqual(65_536);
        expect(length).toBeLessThan(65_536 + 258);
      }
      expect(lengths.slice(3)).toEqual([0, 0]);
      expect([inflater.hasEnded, inflater.takenBytes]).toEqual([true, stream.length]);
    });
  });
});
