import { describe, expect, it } from "vitest";
import { UsageError } from "./errors.js";
import { anyText, integer, moment, oneOf } from "./values.js";

describe("an integer", () => {
  it.each(["1", "10", "1000000"])("%s is read", (word) =>
    expect(integer(1, 1_000_000)("--limit", word)).toBe(Number(word)),
  );
  it.each(["0", "-1", "1.5", "1e3", "1000001", "ten", "", " 1", "01", "9".repeat(400)])(
    "%j is refused",
    (word) => {
      expect(() => integer(1, 1_000_000)("--limit", word)).toThrow(
        new UsageError(`--limit: expected an integer from 1 to 1000000, got "${word}"`),
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
  ])("%s is %s", (word, time) => expect(moment("--from", word)).toEqual(new Date(time)));
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
  ])("%j is refused", (word) => expect(() => moment("--from", word)).toThrow(UsageError));
});

it("one of several words, with a suggestion for a misspelt one", () => {
  expect(oneOf(["free", "pro"])("--plan", "pro")).toBe("pro");
  expect(() => oneOf(["free", "pro"])("--plan", "por")).toThrow(
    new UsageError('--plan: expected free, pro, got "por". Did you mean pro?'),
  );
});

it("any text", () => expect(anyText("--name", "a b")).toBe("a b"));
