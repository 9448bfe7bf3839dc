import { expect, it } from "vitest";
import { newRecoveryCode, recoveryCodeHash } from "./recovery-codes.js";

it("makes codes of 24 characters that are read as they are typed", () => {
  const codes = Array.from({ length: 200 }, newRecoveryCode);
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) {
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    const typed = code.toLowerCase().replaceAll("-", " ").replaceAll("1", "l").replaceAll("0", "o");
    expect(recoveryCodeHash(typed)).toBe(recoveryCodeHash(code));
    expect(recoveryCodeHash(code)).toMatch(/^[0-9a-f]{64}$/);
  }
});

it("uses every character of the alphabet", () => {
  const seen = new Set(Array.from({ length: 500 }, newRecoveryCode).join("").replaceAll("-", ""));
  expect(seen.size).toBe(32);
});

it("takes nothing else for a code", () => {
  for (const typed of [
    "",
    "ABCD",
    "U".repeat(24),
    "A".repeat(23),
    "A".repeat(25),
    "-".repeat(100_000),
    "Ａ".repeat(24),
  ])
    expect(recoveryCodeHash(typed)).toBeNull();
});
