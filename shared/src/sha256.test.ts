import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { platformPair, portableSha256, sha256, sha256Pairs } from "./sha256.js";
import { type PairBlock, wasmSha256 } from "./sha256-wasm.js";

const digest = (message: Uint8Array): Uint8Array =>
  new Uint8Array(createHash("sha256").update(message).digest());

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("the vectors of FIPS 180-4", () => {
  const hex = (text: string) => Buffer.from(sha256(new TextEncoder().encode(text))).toString("hex");
  expect(hex("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

test("hashes each pair of a level", () => {
  const values = Uint8Array.from({ length: 192 }, (_, at) => at);
  const parents = new Uint8Array(96);
  sha256Pairs(values, parents);
  for (const at of [0, 1, 2]) {
    expect(parents.slice(32 * at, 32 * at + 32)).toEqual(digest(values.subarray(64 * at, 64 * at + 64)));
  }
});

test("refuses input that is not pairs, and a target of the wrong size", () => {
  expect(() => sha256Pairs(new Uint8Array(96), new Uint8Array(48))).toThrow("a multiple of 64 bytes");
  expect(() => sha256Pairs(new Uint8Array(128), new Uint8Array(32))).toThrow("expected 64 bytes");
  expect(() => sha256Pairs(new Uint8Array(64), new Uint8Array(128))).toThrow("expected 32 bytes");
  expect(() => sha256Pairs(new Uint8Array(65), new Uint8Array(32))).toThrow(RangeError);
  expect(() => sha256Pairs(new Uint8Array(128), new Uint8Array(63))).toThrow(RangeError);
  expect(() => sha256Pairs(new Uint8Array(128), new Uint8Array(65))).toThrow(RangeError);
});

test.each<[string, () => PairBlock]>([
  ["WebAssembly", () => wasmSha256().pair],
  ["plain JavaScript", () => portableSha256().pair],
  ["Node", () => platformPair()!],
])("%s hashes the pair, and half of it again, in place", (_, make) => {
  const pair = make();
  for (let round = 0; round < 200; round++) {
    const bytes = Uint8Array.from({ length: 64 }, (_, at) => (round * 31 + at * 7) & 0xff);
    for (const offset of [0, 32] as const) {
      pair.bytes.set(bytes);
      pair.hashAgain(offset);
      const expected = bytes.slice();
      expected.set(digest(bytes.subarray(offset, offset + 32)), offset);
      expect(pair.bytes).toEqual(expected);
      // Leaves no state that affects the next hash.
      pair.hashInto(offset);
      expect(pair.bytes.slice(offset, offset + 32)).toEqual(digest(expected));
    }
  }
});

describe("the platform's hash", () => {
  const pairWith = (process: unknown) => {
    vi.stubGlobal("process", process);
    const pair = platformPair();
    vi.unstubAllGlobals();
    return pair;
  };
  const builtins = (modules: Record<string, object>) => ({
    getBuiltinModule: (name: string) => modules[name],
  });
  const hash = () => "";

  test("is not there in a browser, nor in a Node that lacks a part of it", () => {
    expect(pairWith(undefined)).toBeNull();
    expect(pairWith({})).toBeNull();
    expect(pairWith(builtins({}))).toBeNull();
    expect(pairWith(builtins({ "node:crypto": {}, "node:buffer": { Buffer } }))).toBeNull();
    expect(pairWith(builtins({ "node:crypto": { hash }, "node:buffer": {} }))).toBeNull();
    expect(pairWith(builtins({ "node:crypto": { hash }, "node:buffer": { Buffer } }))).not.toBeNull();
  });
});

describe("choice of the implementation", () => {
  // The shared block shows which implementation is used: WebAssembly's lies in a memory of whole pages.
  const blockOf = async () => (await import("./sha256.js")).sharedPairBlock();
  const withoutPlatform = () => vi.stubGlobal("process", {});
  test("WebAssembly if available, on a platform without a synchronous hash", async () => {
    withoutPlatform();
    expect((await blockOf()).bytes.buffer.byteLength % 65_536).toBe(0);
  });

  test("plain JavaScript without WebAssembly", async () => {
    withoutPlatform();
    vi.stubGlobal("WebAssembly", undefined);
    expect((await blockOf()).bytes.buffer.byteLength).toBe(64);
    const message = new Uint8Array(300).fill(7);
    expect((await import("./sha256.js")).sha256(message)).toEqual(digest(message));
  });

  test("plain JavaScript if a page's policy forbids compiling", async () => {
    withoutPlatform();
    vi.spyOn(WebAssembly, "Module").mockImplementation(function refuse() {
      throw new WebAssembly.CompileError("Wasm code generation disallowed by embedder");
    });
    expect((await blockOf()).bytes.buffer.byteLength).toBe(64);
  });

  test("Node's for pairs where it is faster, else our own", async () => {
    // Each contestant runs between two readings of the clock, Node's first, in three rounds.
    const clock = (platformMs: number, ownMs: number) => {
      const steps = [platformMs, platformMs, platformMs, ownMs, ownMs, ownMs].flatMap((ms) => [0, ms]);
      let nowMs = 0;
      vi.spyOn(performance, "now").mockImplementation(() => {
        nowMs += steps.shift() ?? 0;
        return nowMs;
      });
    };
    clock(1, 2);
    const fast = await blockOf();
    expect(fast.bytes.buffer.byteLength).toBe(64);
    fast.bytes.fill(7);
    fast.hashInto(32);
    expect(Buffer.from(fast.bytes.subarray(32)).equals(digest(new Uint8Array(64).fill(7)))).toBe(true);
    for (const platformMs of [1, 2]) {
      vi.resetModules();
      clock(platformMs, 1);
      expect((await blockOf()).bytes.buffer.byteLength % 65_536).toBe(0);
    }
  });

  test("each contestant hashes a hundred times in each of three rounds", async () => {
    let hashes = 0;
    const hash = () => {
      hashes++;
      return "";
    };
    vi.stubGlobal("process", {
      getBuiltinModule: (name: string) => (name === "node:crypto" ? { hash } : { Buffer }),
    });
    await blockOf();
    expect(hashes).toBe(300);
  });
});
