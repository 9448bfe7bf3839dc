import { expect, it } from "vitest";
import { JoinedBytes } from "./joined-bytes.js";

it("joins parts, in at most twice their size, however small they are", () => {
  const joined = new JoinedBytes();
  expect(joined.bytes).toHaveLength(0);
  const size = 1 << 20;
  for (let i = 0; i < size; i++) joined.push(Uint8Array.of(i & 255));
  joined.push(new Uint8Array(0));
  expect(joined.length).toBe(size);
  expect(joined.bytes.every((byte, i) => byte === (i & 255))).toBe(true);
  expect(joined.bytes.buffer.byteLength).toBeLessThanOrEqual(2 * size);
});
