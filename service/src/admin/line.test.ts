import { describe, expect, it } from "vitest";
import { UsageError } from "./errors.js";
import { Given, meant } from "./line.js";

describe("given", () => {
  const given = (value: string) => new Given({ option: value }, {});

  describe("a number", () => {
    it.each(["1", "10", "1000000"])("%s is read", (value) =>
      expect(given(value).wholeNumber("option", 1, 1_000_000)).toBe(Number(value)),
    );
    it.each(["0", "-1", "1.5", "1e3", "1000001", "ten", "", " 1", "01", "9".repeat(400)])(
      "%j is refused",
      (value) => {
        expect(() => given(value).wholeNumber("option", 1, 1_000_000)).toThrow(UsageError);
        expect(() => given(value).wholeNumber("option", 1, 1_000_000)).toThrow(
          "--option expected an integer from 1",
        );
      },
    );
  });

  describe("a moment", () => {
    it.each([
      ["2026-11-30", "2026-11-30T00:00:00.000Z"],
      ["2024-02-29", "2024-02-29T00:00:00.000Z"],
      ["2026-11-30T18:05Z", "2026-11-30T18:05:00.000Z"],
      ["2026-11-30T18:05:06.789Z", "2026-11-30T18:05:06.789Z"],
    ])("%s is %s", (value, moment) =>
      expect(given(value).optionalMoment("option")).toEqual(new Date(moment)),
    );
    it.each([
      "",
      "today",
      "2026",
      "2026-13-01",
      "2026-02-29",
      "2026-11-30T18:05",
      "2026-11-30T25:00Z",
      "2016-12-31T23:59:60Z",
      "30.11.2026",
    ])("%j is refused", (value) => expect(() => given(value).optionalMoment("option")).toThrow(UsageError));
  });

  describe("a short text", () => {
    it("is trimmed", () =>
      expect(given("  Notaría \u{1f512} ").shortText("option", 20)).toBe("Notaría \u{1f512}"));
    it("has up to so many characters", () => {
      expect(given("x".repeat(20)).shortText("option", 20)).toHaveLength(20);
      expect(() => given("x".repeat(21)).shortText("option", 20)).toThrow(UsageError);
    });
    it.each(["", "  ", "a\u0000b", "a\nb", "a\u202eb", "a\u2028b", "\ud800"])("%j is refused", (value) =>
      expect(() => given(value).shortText("option", 20)).toThrow(UsageError),
    );
  });

  it("reads words, with a suggestion for a misspelt one", () => {
    expect(given("pro").oneOf("option", ["free", "pro"])).toBe("pro");
    expect(() => given("por").oneOf("option", ["free", "pro"])).toThrow(
      '--option expected free or pro, got "por"; did you mean pro?',
    );
    expect(() => new Given({}, {}).oneOf("option", ["free"])).toThrow("--option is missing");
  });

  it("reads identifiers and fingerprints in any case", () => {
    const id = "3F0ABC39-7163-42C7-A194-85C78AD21749";
    expect(given(id).uuid("option")).toBe(id.toLowerCase());
    expect(() => given("me").uuid("option")).toThrow('--option expected a UUID, got "me"');
    expect(given("AB".repeat(32)).optionalHash("option")).toBe("ab".repeat(32));
    for (const wrong of ["ab".repeat(31), "xy".repeat(32)]) {
      expect(() => given(wrong).optionalHash("option")).toThrow(UsageError);
    }
  });
});

describe("meant", () => {
  const WORDS = ["account", "audit", "batch", "custody", "key", "order", "proof", "seals"];

  it.each([
    ["acount", "account"],
    ["accuont", "account"],
    ["accounts", "account"],
    ["Keys", "key"],
    ["seal", "seals"],
    ["cust", "custody"],
  ])("%s: did you mean %s", (typed, word) => {
    expect(meant(typed, WORDS)).toBe(`; did you mean ${word}?`);
  });

  it.each(["", "zebra", "a".repeat(65), "x"])("suggests nothing for %j", (typed) => {
    expect(meant(typed, WORDS)).toBe("");
  });
});
