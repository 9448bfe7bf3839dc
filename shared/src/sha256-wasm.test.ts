import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  freeMemoryAt,
  oneLane,
  type Sha256Exports,
  sha256Module,
  unsigned,
  wasmSha256,
} from "./sha256-wasm.js";

describe("lanes", () => {
  const hex = (code: string) => Buffer.from(code, "latin1").toString("hex");

  // WebAssembly Core Specification 2.0, section 5.2.2. A longer encoding is valid too, but not the shortest.
  test.each([
    [0, "00"],
    [63, "3f"],
    [64, "c000"],
    [-1, "7f"],
    [-64, "40"],
    [-65, "bf7f"],
    [8191, "ff3f"],
    [8192, "80c000"],
    [-8192, "8040"],
    [0x7fffffff, "ffffffff07"],
    [-0x80000000, "8080808078"],
  ])("the constant %i has the shortest encoding", (value, encoding) => {
    expect(hex(oneLane.constant(value))).toBe(`41${encoding}`);
  });

  test.each([
    [0, "00"],
    [127, "7f"],
    [128, "8001"],
    [16_383, "ff7f"],
    [16_384, "808001"],
  ])("the unsigned number %i has the shortest encoding", (value, encoding) => {
    expect(hex(unsigned(value))).toBe(encoding);
  });
});

describe("sha256 module", () => {
  const pageBytes = 65_536;
  const digest = (message: Uint8Array): Uint8Array => createHash("sha256").update(message).digest();

  /** Pseudorandom bytes, identical in every run. */
  function bytesOf(length: number, seed: number): Uint8Array {
    let state = seed;
    return Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
  }

  function instance(simd: boolean): Sha256Exports & { bytes: Uint8Array } {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(sha256Module(simd)));
    const wasm = exports as WebAssembly.Exports & Sha256Exports;
    return { ...wasm, bytes: new Uint8Array(wasm.memory.buffer) };
  }

  test.each([
    [false, 7489, "1fe91224b0dd3d038c8a6baea77638c2568ae7465d2949033b3e0cdc788ce557"],
    [true, 15_555, "e45af49e1a0b668b08b5b6a22497a5d3f17d4e9f39a79ab27fac9dfb5c8840fb"],
  ])("with SIMD: %s, the module is the reviewed one", (simd, length, hash) => {
    const module = sha256Module(simd);
    expect(module.length).toBe(length);
    expect(Buffer.from(digest(module)).toString("hex")).toBe(hash);
    expect(sha256Module(simd)).toEqual(module);
  });

  test("exports only the documented functions, and the four lanes only with SIMD", () => {
    const names = (simd: boolean) =>
      WebAssembly.Module.exports(new WebAssembly.Module(sha256Module(simd))).map(({ name }) => name);
    expect(names(false)).toEqual(["memory", "compress", "hashPairs"]);
    expect(names(true)).toEqual(["memory", "compress", "hashPairs", "hashFourPairs"]);
    expect(instance(true).memory.buffer.byteLength).toBe(pageBytes);
  });

  describe.each(["hashPairs", "hashFourPairs"] as const)("%s", (name) => {
    const wasm = instance(true);
    const perCall = name === "hashPairs" ? 1 : 4;
    const run = (from: number, to: number, count: number) => wasm[name]?.(from, to, count);

    /** Hashes the messages at one address to another, then compares all of the memory. */
    function expectHashes(messages: Uint8Array, from: number, to: number): void {
      wasm.bytes.fill(0xa5, freeMemoryAt);
      wasm.bytes.set(messages, from);
      const expected = wasm.bytes.slice();
      for (let at = 0; at < messages.length; at += 64) {
        expected.set(digest(messages.subarray(at, at + 64)), to + at / 2);
      }
      run(from, to, messages.length / 64 / perCall);
      expect(Buffer.compare(wasm.bytes, expected)).toBe(0);
    }

    test("agrees with node:crypto for 1 to 70 at a time, and writes nothing else", () => {
      for (let count = 1; count <= 70; count++) {
        expectHashes(bytesOf(64 * perCall * count, count), 1024, 32_768);
      }
    });

    test("agrees with node:crypto for thousands of messages, including extremes", () => {
      for (let seed = 0; seed < 40; seed++) {
        expectHashes(bytesOf(64 * 128, seed), 1024, 32_768);
      }
      for (const byte of [0x00, 0x7f, 0x80, 0xff]) {
        expectHashes(new Uint8Array(64 * perCall).fill(byte), 1024, 32_768);
      }
      // A single bit set, at each of the 512 positions.
      const oneBit = new Uint8Array(64 * 512);
      for (let bit = 0; bit < 512; bit++) {
        oneBit[64 * bit + (bit >> 3)] = 1 << (bit & 7);
      }
      expectHashes(oneBit, 1024, 40_000);
    });

    test("works at addresses of any alignment, up to the last byte of the memory", () => {
      for (let shift = 0; shift < 16; shift++) {
        expectHashes(bytesOf(256, shift), freeMemoryAt + shift, pageBytes - 128 - shift);
      }
    });

    test("reads each message before overwriting it", () => {
      const messages = bytesOf(64 * perCall, 7);
      for (let offset = -32 * perCall; offset <= 64 * perCall; offset += 8) {
        expectHashes(messages, 4096, 4096 + offset);
      }
    });

    test("hashes a whole level in place", () => {
      expectHashes(bytesOf(64 * 64, 9), 4096, 4096);
    });

    test("traps past the end of the memory and still works afterwards", () => {
      expect(() => run(pageBytes - 64 * perCall + 1, 1024, 1)).toThrow(WebAssembly.RuntimeError);
      expect(() => run(1024, pageBytes - 32 * perCall + 1, 1)).toThrow(WebAssembly.RuntimeError);
      expect(() => run(-64, 1024, 1)).toThrow(WebAssembly.RuntimeError);
      expectHashes(bytesOf(64 * perCall, 3), 1024, 32_768);
    });
  });

  test("compress carries the state from block to block, at once or one at a time", () => {
    const wasm = instance(false);
    const stateAt = 512;
    const blocks = bytesOf(64 * 20, 5);
    const start = bytesOf(32, 6);
    const compress = (blockCounts: readonly number[]) => {
      wasm.bytes.set(start, stateAt);
      wasm.bytes.set(blocks, 1024);
      let at = 1024;
      for (const count of blockCounts) {
        wasm.compress(at, stateAt, count);
        at += 64 * count;
      }
      return wasm.bytes.slice(stateAt, stateAt + 32);
    };
    const atOnce = compress([20]);
    expect(atOnce).not.toEqual(start);
    expect(compress(Array(20).fill(1))).toEqual(atOnce);
    expect(compress([3, 17])).toEqual(atOnce);
  });
});

describe("wasm sha256", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test("the modules with and without SIMD differ", () => {
    const made = vi.spyOn(WebAssembly, "Module");
    wasmSha256();
    vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    wasmSha256();
    const [simd, scalar] = made.mock.calls.map(([bytes]) => (bytes as Uint8Array).length);
    expect(simd).toBeGreaterThan(scalar ?? Number.POSITIVE_INFINITY);
  });

  test("throws without WebAssembly", () => {
    vi.stubGlobal("WebAssembly", undefined);
    expect(() => wasmSha256()).toThrow();
  });

  // Few and quick: `implementations.test.ts` tests every length.
  describe.each([true, false])("at the bounds of blocks and chunks, with SIMD: %s", (hasSimd) => {
    const digest = (message: Uint8Array) => createHash("sha256").update(message).digest("hex");
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
    const some = Uint8Array.from({ length: 33_000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff);
    const chunkBytes = 16_384;
    const create = () => {
      vi.spyOn(WebAssembly, "validate").mockReturnValue(hasSimd);
      return wasmSha256();
    };

    test("a message", () => {
      const { hash } = create();
      for (const length of [0, 1, 55, 56, 63, 64, 119, 120]) {
        for (const whole of [0, chunkBytes, 2 * chunkBytes]) {
          const message = some.subarray(0, whole + length);
          expect(hex(hash(message)), `length ${message.length}`).toBe(digest(message));
        }
      }
      for (const length of [chunkBytes - 64, chunkBytes - 9, chunkBytes - 8, chunkBytes - 1]) {
        expect(hex(hash(some.subarray(0, length)))).toBe(digest(some.subarray(0, length)));
      }
    });

    test("pairs", () => {
      const { hashPairs } = create();
      for (const pairs of [0, 1, 3, 4, 5, 7, 8, 9, 255, 256, 257, 259, 260, 261, 512]) {
        const values = some.subarray(0, 64 * pairs);
        const parents = new Uint8Array(32 * pairs);
        hashPairs(values, parents);
        const expected = Array.from({ length: pairs }, (_, at) =>
          digest(values.subarray(64 * at, 64 * at + 64)),
        );
        expect(hex(parents), `${pairs} pairs`).toBe(expected.join(""));
      }
    });

    test("one pair, before and after the others", () => {
      const { hash, hashPairs, pair } = create();
      const parents = new Uint8Array(chunkBytes / 2);
      for (const offset of [0, 32] as const) {
        for (let round = 0; round < 3; round++) {
          pair.bytes.set(some.subarray(round, round + 64));
          pair.hashAgain(offset);
          const left = some.slice(round, round + 64);
          left.set(Buffer.from(digest(left.subarray(offset, offset + 32)), "hex"), offset);
          expect(hex(pair.bytes)).toBe(hex(left));
          pair.hashInto(offset);
          left.set(Buffer.from(digest(left), "hex"), offset);
          expect(hex(pair.bytes)).toBe(hex(left));
          expect(hex(hash(some))).toBe(digest(some));
          hashPairs(some.subarray(0, chunkBytes), parents);
          expect(hex(parents.subarray(-32))).toBe(digest(some.subarray(chunkBytes - 64, chunkBytes)));
        }
      }
    });
  });
});
