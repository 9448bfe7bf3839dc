import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Sha256 } from "./implementation.js";
import { portableSha256 } from "./portable-sha256.js";
import { sha256, sha256Pairs, sharedPairBlock } from "./sha256.js";
import { wasmSha256 } from "./wasm/wasm-sha256.js";

const digest = (message: Uint8Array): Uint8Array =>
  new Uint8Array(createHash("sha256").update(message).digest());

/** Bytes that repeat nowhere within reach, the same at every run. */
function bytesOf(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let state = 1, at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

function scalarSha256(): Sha256 {
  vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
  return wasmSha256();
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe.each<[string, () => Sha256]>([
  ["WebAssembly with SIMD", wasmSha256],
  ["WebAssembly without SIMD", scalarSha256],
  ["plain JavaScript", portableSha256],
])("%s", (_, create) => {
  test("agrees with node:crypto for every length from 0 to 1100 and around the larger blocks", () => {
    const { hash } = create();
    const bytes = bytesOf(70_000);
    for (let length = 0; length <= 1100; length++) {
      const message = bytes.subarray(length, 2 * length);
      expect(hash(message), `length ${length}`).toEqual(digest(message));
    }
    for (const length of [4095, 4096, 4097, 65_535, 65_536, 65_537]) {
      const message = bytes.subarray(0, length);
      expect(hash(message), `length ${length}`).toEqual(digest(message));
    }
  });

  test("hashes 0 to 21 pairs, from any offset of a larger array", () => {
    const { hashPairs } = create();
    for (let pairs = 0; pairs <= 21; pairs++) {
      const values = bytesOf(64 * pairs + 7).subarray(7);
      const parents = new Uint8Array(32 * pairs + 1).subarray(1);
      hashPairs(values, parents);
      for (let at = 0; at < pairs; at++) {
        expect(parents.slice(32 * at, 32 * at + 32)).toEqual(digest(values.subarray(64 * at, 64 * at + 64)));
      }
    }
  });

  test("folds a pair into either half and leaves the other half alone", () => {
    const { pair } = create();
    for (const offset of [0, 32] as const) {
      const value = bytesOf(64);
      pair.bytes.set(value);
      pair.hashInto(offset);
      value.set(digest(value), offset);
      expect(pair.bytes.slice()).toEqual(value);
    }
  });

  test("gives the caller bytes of its own", () => {
    const { hash } = create();
    const first = hash(Uint8Array.of(1));
    hash(Uint8Array.of(2));
    expect(first).toEqual(digest(Uint8Array.of(1)));
  });
});

test("the vectors of FIPS 180-4", () => {
  const hex = (text: string) => Buffer.from(sha256(new TextEncoder().encode(text))).toString("hex");
  expect(hex("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

test("refuses what is not made of pairs, and a target of the wrong size", () => {
  expect(() => sha256Pairs(new Uint8Array(65), new Uint8Array(32))).toThrow(RangeError);
  expect(() => sha256Pairs(new Uint8Array(128), new Uint8Array(63))).toThrow(RangeError);
  expect(() => sha256Pairs(new Uint8Array(128), new Uint8Array(65))).toThrow(RangeError);
});

describe("choice of the implementation", () => {
  // The shared block tells which: WebAssembly's lies in a memory of whole pages.
  const blockOf = async () => (await import("./sha256.js")).sharedPairBlock();

  test("WebAssembly where there is one", () => {
    expect(sharedPairBlock().bytes.buffer.byteLength % 65_536).toBe(0);
  });

  test("plain JavaScript where there is none", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    expect((await blockOf()).bytes.buffer.byteLength).toBe(64);
    expect((await import("./sha256.js")).sha256(bytesOf(300))).toEqual(digest(bytesOf(300)));
  });

  test("plain JavaScript where a page's policy forbids to compile", async () => {
    vi.spyOn(WebAssembly, "Module").mockImplementation(function refuse() {
      throw new WebAssembly.CompileError("Wasm code generation disallowed by embedder");
    });
    expect((await blockOf()).bytes.buffer.byteLength).toBe(64);
  });
});
