import { describe, expect, test } from "vitest";
import type { RevocationReason } from "./path-types.js";
import { isPastSecond, isRevokedAt } from "./revocation.js";

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);
const revoked = (reason: RevocationReason | null, invalidityDate: Date | null = null) => ({
  revokedAt: at(0),
  reason,
  invalidityDate,
});
const REASONS: readonly (RevocationReason | null)[] = [
  null,
  "unspecified",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "certificateHold",
  "removeFromCRL",
  "privilegeWithdrawn",
  "aACompromise",
];

describe("a revocation counts", () => {
  test.each(REASONS)("from its moment on, for whatever reason: %s", (reason) => {
    expect(isRevokedAt(revoked(reason), at(0))).toBe(true);
    expect(isRevokedAt(revoked(reason), at(1))).toBe(true);
    expect(isRevokedAt(revoked(reason), at(1), at(-1))).toBe(true);
  });

  test("before its moment unless the reason rules out a compromise of the key", () => {
    const harmless = REASONS.filter((reason) => !isRevokedAt(revoked(reason), at(-1)));
    expect(harmless).toEqual(["unspecified", "affiliationChanged", "superseded", "cessationOfOperation"]);
  });

  test("not for data that is known to be older", () => {
    expect(isRevokedAt(revoked("keyCompromise"), at(-2), at(-1))).toBe(false);
    expect(isRevokedAt(revoked("keyCompromise"), at(-2), at(0))).toBe(true);
    expect(isRevokedAt(revoked(null), at(-2), at(1))).toBe(true);
  });

  test("from the first suspicion on, if that was earlier", () => {
    expect(isRevokedAt(revoked("superseded", at(-10)), at(-11))).toBe(false);
    expect(isRevokedAt(revoked("superseded", at(-10)), at(-10))).toBe(true);
    expect(isRevokedAt(revoked("superseded", at(10)), at(-1))).toBe(false);
    expect(isRevokedAt(revoked("superseded", at(10)), at(0))).toBe(true);
    expect(isRevokedAt(revoked(null, at(-10)), at(-12), at(-11))).toBe(false);
    expect(isRevokedAt(revoked(null, at(-10)), at(-12), at(-10))).toBe(true);
  });
});

test.each([
  [0, 0, false],
  [999, 0, false],
  [1000, 0, true],
  [1000, 1, true],
  [1000, 999, true],
  [1999, 1000, false],
  [-1, 0, false],
])("%d ms is past the second of %d ms: %j", (moment, bound, isPast) => {
  expect(isPastSecond(at(moment), at(bound))).toBe(isPast);
});
