import { UsageError } from "@svc-proof/verifier-lib/command-line";
import { describe, expect, it } from "vitest";
import { bytesText, fingerprint, shortText, uuid } from "./command.js";

describe("a short text", () => {
  it("is trimmed", () => expect(shortText(20)("--label", "  Notaría \u{1f512} ")).toBe("Notaría \u{1f512}"));
  it("has up to so many characters", () => {
    expect(shortText(20)("--label", "x".repeat(20))).toHaveLength(20);
    expect(() => shortText(20)("--label", "x".repeat(21))).toThrow(UsageError);
  });
  it.each(["", "  ", "a\u0000b", "a\nb", "a\u202eb", "a\u2028b", "\ud800"])("%j is refused", (word) =>
    expect(() => shortText(20)("--label", word)).toThrow(UsageError),
  );
});

it("reads identifiers and fingerprints in any case", () => {
  const id = "3F0ABC39-7163-42C7-A194-85C78AD21749";
  expect(uuid("ACCOUNT", id)).toBe(id.toLowerCase());
  expect(() => uuid("ACCOUNT", "me")).toThrow('ACCOUNT: expected a UUID, got "me"');
  expect(fingerprint("--hash", "AB".repeat(32))).toBe("ab".repeat(32));
  for (const wrong of ["ab".repeat(31), "xy".repeat(32)]) {
    expect(() => fingerprint("--hash", wrong)).toThrow(UsageError);
  }
});

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [50_000_000, "50.0 MB"],
  [5_000_000_000, "5.0 GB"],
  [1e15, "1.0 PB"],
  [1e21, "1000000.0 PB"],
])("%i bytes are %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));
