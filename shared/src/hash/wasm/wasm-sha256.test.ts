import { afterEach, expect, test, vi } from "vitest";
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
