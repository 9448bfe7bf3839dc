/** Runs the same tests on every implementation of SHA-256. */

import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { portableSha256 } from "./sha256.js";
import { type Sha256, wasmSha256 } from "./sha256-wasm.js";

const digest = (message: Uint8Array): Uint8Array =>
  new Uint8Array(createHash("sha256").update(message).digest());
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Pseudorandom bytes, identical in every run. */
function bytesOf(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

function scalarSha256(): Sha256 {
  vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
  return wasmSha256();
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each<[string, () => Sha256]>([
  ["WebAssembly with SIMD", wasmSha256],
  ["WebAssembly without SIMD", scalarSha256],
  ["plain JavaScript", portableSha256],
])("%s", (_, create) => {
  test("agrees with node:crypto for every length from 0 to 1100", () => {
    const { hash } = create();
    const bytes = bytesOf(2200);
    // Also from the longest to the shortest, so that remains of a longer message would show.
    for (const length of [...Array(1101).keys(), ...[...Array(1101).keys()].reverse()]) {
      const message = bytes.subarray(length, 2 * length);
      expect(hex(hash(message)), `length ${length}`).toBe(hex(digest(message)));
    }
  });

  test("agrees with node:crypto around every multiple of the chunk size", () => {
    const { hash } = create();
    const bytes = bytesOf(50_000);
    for (const length of [16_384, 32_768, 49_152].flatMap((n) =>
      [-65, -64, -9, -8, -1, 0, 1, 64].map((d) => n + d),
    )) {
      const message = bytes.subarray(0, length);
      expect(hex(hash(message)), `length ${length}`).toBe(hex(digest(message)));
    }
  });

  // NIST CAVP, SHA256ShortMsg.rsp and SHA256LongMsg.rsp (CAVS 11.0); lengths of 8, 504, 512 and 1304 bits.
  test.each([
    ["d3", "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"],
    [
      "e2f76e97606a872e317439f1a03fcd92e632e5bd4e7cbc4e97f1afc19a16fde92d77cbe546416b51640cddb92af996534dfd81edb17c4424cf1ac4d75aceeb",
      "18041bd4665083001fba8c5411d2d748e8abbfdcdfd9218cb02b68a78e7d4c23",
    ],
    [
      "5a86b737eaea8ee976a0a24da63e7ed7eefad18a101c1211e2b3650c5187c2a8a650547208251f6d4237e661c7bf4c77f335390394c37fa1a9f9be836ac28509",
      "42e61e174fbb3897d6dd6cef3dd2802fe67b331953b06114a65c772859dfc1aa",
    ],
    [
      "451101250ec6f26652249d59dc974b7361d571a8101cdfd36aba3b5854d3ae086b5fdd4597721b66e3c0dc5d8c606d9657d0e323283a5217d1f53f2f284f57b85c8a61ac8924711f895c5ed90ef17745ed2d728abd22a5f7a13479a462d71b56c19a74a40b655c58edfe0a188ad2cf46cbf30524f65d423c837dd1ff2bf462ac4198007345bb44dbb7b1c861298cdf61982a833afc728fae1eda2f87aa2c9480858bec",
      "3c593aa539fdcdae516cdf2f15000f6634185c88f505b39775fb9ab137a10aa2",
    ],
  ])("the NIST vector %#", (message, hash) => {
    expect(hex(create().hash(Buffer.from(message, "hex")))).toBe(hash);
  });

  test("a million times 'a' (FIPS 180-2, appendix B.3)", () => {
    const message = new Uint8Array(1_000_000).fill(0x61);
    expect(hex(create().hash(message))).toBe(
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    );
  });

  test("hashes any number of pairs, from any offset of a larger array, and writes nothing else", () => {
    const { hashPairs } = create();
    for (const pairs of [...Array(71).keys(), 255, 256, 257, 259, 260, 515, 1000]) {
      const values = bytesOf(64 * pairs + 7).subarray(7);
      const target = new Uint8Array(32 * pairs + 2).fill(0xa5);
      hashPairs(values, target.subarray(1, -1));
      const expected = new Uint8Array(32 * pairs + 2).fill(0xa5);
      for (let at = 0; at < pairs; at++) {
        expected.set(digest(values.subarray(64 * at, 64 * at + 64)), 32 * at + 1);
      }
      expect(Buffer.compare(target, expected), `${pairs} pairs`).toBe(0);
    }
  });

  test("hashes a level of a tree into its own first half", () => {
    const level = bytesOf(64 * 600);
    const expected = Buffer.concat(
      Array.from({ length: 600 }, (_, at) => digest(level.subarray(64 * at, 64 * at + 64))),
    );
    create().hashPairs(level, level.subarray(0, level.length / 2));
    expect(Buffer.compare(level.subarray(0, level.length / 2), expected)).toBe(0);
  });

  test("folds a path of pairs, whichever half the hash replaces", () => {
    const { pair } = create();
    const expected = bytesOf(64);
    pair.bytes.set(expected);
    for (let step = 0; step < 2000; step++) {
      const offset = (step * 7) % 3 === 0 ? 0 : 32;
      pair.hashInto(offset);
      expected.set(digest(expected), offset);
      expect(hex(pair.bytes), `step ${step}`).toBe(hex(expected));
    }
  });

  test("returns bytes that the caller owns", () => {
    const { hash } = create();
    const first = hash(Uint8Array.of(1));
    hash(Uint8Array.of(2));
    expect(first).toEqual(digest(Uint8Array.of(1)));
  });
});
