import { expect, it } from "vitest";
import { secondsToNextUtcDay } from "./utc-day.js";

it.each([
  ["2026-02-03T00:00:00.000Z", 86_400],
  ["2026-02-03T00:00:00.001Z", 86_400],
  ["2026-02-03T23:59:59.000Z", 1],
  ["2026-02-03T23:59:59.999Z", 1],
  ["2026-12-31T12:00:00.000Z", 43_200],
])("counts the seconds from %s to the next day", (now, seconds) => {
  expect(secondsToNextUtcDay(new Date(now))).toBe(seconds);
});
