import { deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { CountedWork } from "../../work/counted-work.testing.js";
import { Work } from "../../work/work.js";
import { inflate, inflateZlib } from "./inflate.js";

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
  const withHeader = (first: number, second: number) => Buffer.concat([Buffer.of(first, second), BODY, SUM]);

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
