import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sha256, sha256Pairs, sharedPairBlock } from "./sha256.js";

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
    const message = new Uint8Array(300).fill(7);
    expect((await import("./sha256.js")).sha256(message)).toEqual(digest(message));
  });

  test("plain JavaScript where a page's policy forbids to compile", async () => {
    vi.spyOn(WebAssembly, "Module").mockImplementation(function refuse() {
      throw new WebAssembly.CompileError("Wasm code generation disallowed by embedder");
    });
    expect((await blockOf()).bytes.buffer.byteLength).toBe(64);
  });
});
