import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

const digest = (message: Uint8Array) => createHash("sha256").update(message).digest("hex");
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const some = Uint8Array.from({ length: 33_000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff);
const CHUNK_BYTES = 16_384;

test.each([true, false])(
  "any chunks, any number of streams at a time, with WebAssembly: %s",
  async (hasWasm) => {
    vi.resetModules();
    if (!hasWasm) vi.stubGlobal("WebAssembly", undefined);
    const { createSha256, sha256 } = await import("./hash.js");
    const sizes = [1, 55, 56, 63, 64, 65, 127, 128, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 33_000];
    const open = sizes.map((size) => ({ size, stream: createSha256() }));
    for (let at = 0; at < some.length; at++) {
      for (const { size, stream } of open) if (at % size === 0) stream.update(some.subarray(at, at + size));
      // Short messages use the same memory.
      if (at % 4096 === 0) expect(hex(sha256(some.subarray(0, at)))).toBe(digest(some.subarray(0, at)));
    }
    for (const { size, stream } of open) expect(hex(stream.digest()), `chunks of ${size}`).toBe(digest(some));
    for (let length = 0; length < 200; length++) {
      const stream = createSha256();
      stream.update(some.subarray(0, length >> 1));
      stream.update(new Uint8Array());
      stream.update(some.subarray(length >> 1, length));
      expect(hex(stream.digest()), `${length}`).toBe(digest(some.subarray(0, length)));
    }
  },
);
