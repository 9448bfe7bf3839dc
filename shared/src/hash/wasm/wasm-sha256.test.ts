import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { wasmSha256 } from "./wasm-sha256.js";

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
