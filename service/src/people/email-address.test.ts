import { expect, it } from "vitest";
import { normalEmail } from "./email-address.js";

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
