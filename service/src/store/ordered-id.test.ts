import { isUuid } from "@svc-proof/shared/encoding";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newOrderedId } from "./ordered-id.js";

it("makes UUIDs of version 7 that begin with the millisecond of receipt", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (receivedMs) => {
      const id = newOrderedId(new Date(receivedMs));
      expect(isUuid(id)).toBe(true);
      expect(id).toMatch(/^.{14}7.{4}[89ab]/);
      expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(receivedMs);
    }),
  );
});

it("draws 73 new bits for each, within one millisecond too", () => {
  const receivedAt = new Date();
  const ids = Array.from({ length: 2_000 }, () =>
    BigInt(`0x${newOrderedId(receivedAt).replaceAll("-", "")}`),
  );
  // Below the timestamp, all bits vary except the version, the variant and one bit that the library reserves for
  // counters.
  const varying = ids.reduce((bits, id) => bits | (id ^ ids[0]!), 0n);
  expect(varying).toBe((0x7ffn << 64n) | (2n ** 62n - 1n));
  const sorted = ids.toSorted((a, b) => (a < b ? -1 : 1));
  expect(sorted.some((id, i) => i > 0 && id - sorted[i - 1]! < 2n ** 32n)).toBe(false);
});
