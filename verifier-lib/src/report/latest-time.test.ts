import { expect, test } from "vitest";
import { latestTime } from "./outcome.js";

test.each<[string, number | null, string]>([
  ["2026-01-01T00:00:00Z", null, "2026-01-01T00:00:00.000Z"],
  ["2026-01-01T00:00:00.001Z", 12, "2026-01-01T00:00:12.001Z"],
  // A part of a millisecond counts as a whole one: the time is never too early.
  ["2026-01-01T00:00:00Z", 0.000_001, "2026-01-01T00:00:00.001Z"],
  ["9999-12-31T23:59:59.998Z", 0.001, "9999-12-31T23:59:59.999Z"],
  ["9999-12-31T23:59:59.999Z", 1, "9999-12-31T23:59:59.999Z"],
])("%s and %s seconds: %s", (stated, seconds, latest) => {
  expect(latestTime(stated, seconds)).toBe(latest);
});
