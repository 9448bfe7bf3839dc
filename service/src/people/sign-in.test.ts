import { describe, expect, it } from "vitest";
import { MemoryRates } from "../store/rates.js";
import { Attempts, newRecoveryCode, normalEmail, recoveryCodeHash } from "./sign-in.js";

describe("attempts", () => {
  const ANA = "ana@example.org";

  async function allowed(attempts: Attempts, count: number, address: () => string, email: string | null) {
    let done = 0;
    for (let n = 0; n < count; n++) if ((await attempts.take("code", address(), email)) === null) done++;
    return done;
  }

  it("locks an address out of one person, not of the next person, nor the person from elsewhere", async () => {
    const attempts = new Attempts(new MemoryRates());
    expect(await allowed(attempts, 20, () => "192.0.2.1", ANA)).toBe(5);
    expect(await attempts.take("code", "192.0.2.1", "eva@example.org")).toBeNull();
    expect(await attempts.take("code", "192.0.2.2", ANA)).toBeNull();
    expect(await attempts.take("passkey", "192.0.2.1", null)).toBeNull();
  });

  it("locks an address out that tries many people", async () => {
    const attempts = new Attempts(new MemoryRates());
    let number = 0;
    let done = 0;
    for (; number < 50; number++)
      if ((await attempts.take("code", "192.0.2.1", `p${number}@example.org`)) === null) done++;
    expect(done).toBe(30);
  });

  it("bounds the mails that many addresses ask for", async () => {
    const attempts = new Attempts(new MemoryRates());
    let done = 0;
    for (let number = 0; number < 100; number++)
      if ((await attempts.take("mail", `192.0.2.${number}`, ANA)) === null) done++;
    expect(done).toBe(15);
  });

  it("lets a person use a recovery code, however many addresses have tried", async () => {
    const attempts = new Attempts(new MemoryRates());
    let number = 0;
    expect(await allowed(attempts, 250, () => `192.0.2.${number++}`, ANA)).toBe(250);
  });

  it("says how long to wait", async () => {
    const attempts = new Attempts(new MemoryRates());
    await allowed(attempts, 5, () => "192.0.2.1", ANA);
    const delayMs = (await attempts.take("code", "192.0.2.1", ANA))!;
    expect(delayMs).toBeGreaterThan(0);
    expect(delayMs).toBeLessThanOrEqual(15 * 60_000);
  });
});

describe("email address", () => {
  it("has one form for each address", () => {
    for (const [given, normal] of [
      ["ana@example.org", "ana@example.org"],
      ["  Ana.Ruiz+Pruebas@Example.ORG ", "ana.ruiz+pruebas@example.org"],
      ["info@müller.example", "info@xn--mller-kva.example"],
      ["info@MÜLLER.example", "info@xn--mller-kva.example"],
      ["o'neil@sub.example.co", "o'neil@sub.example.co"],
      [`${"a".repeat(64)}@example.org`, `${"a".repeat(64)}@example.org`],
    ] as const)
      expect(normalEmail(given), given).toBe(normal);
  });

  it("refuses what mail cannot be sent to, and what would be more than an address", () => {
    for (const given of [
      "",
      "ana",
      "@example.org",
      "ana@",
      "ana@localhost",
      "ana@192.0.2.1",
      "ana@[192.0.2.1]",
      "ana@example.org\r\nBcc: eva@example.net",
      "ana@example.org\nSubject: x",
      "ana@example.org,eva@example.net",
      "Ana <ana@example.org>",
      '"a b"@example.org',
      "a b@example.org",
      ".ana@example.org",
      "ana.@example.org",
      "a..na@example.org",
      "añа@example.org",
      "ana@exa_mple.org",
      "ana@-example.org",
      `ana@${"a".repeat(64)}.org`,
      `${"a".repeat(65)}@example.org`,
      `ana@${"a.".repeat(130)}org`,
      `ana@example.org\0`,
      "a".repeat(100_000),
    ])
      expect(normalEmail(given), given.slice(0, 50)).toBeNull();
  });
});

describe("recovery codes", () => {
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
});
