import { afterAll, beforeAll, expect, test } from "vitest";
import { retryAfterSeconds } from "./retry-after.js";

const NOW = new Date("2026-11-06T08:49:30.500Z");

const zone = process.env["TZ"];
beforeAll(() => {
  process.env["TZ"] = "America/New_York";
});
afterAll(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

test.each([
  ["0", 0],
  ["120", 120],
  [" 7 ", 7],
  ["999999999", 315_360_000],
  ["Fri, 06 Nov 2026 08:49:37 GMT", 7],
  ["Friday, 06-Nov-26 08:49:37 GMT", 7],
  ["Fri Nov  6 08:49:37 2026", 7],
  ["Fri, 06 Nov 2020 08:49:37 GMT", 0],
  ["Sat, 31 Dec 2016 23:59:60 GMT", 0],
  ["Fri, 06 Nov 9026 08:49:37 GMT", 315_360_000],
])("%s", (text, seconds) => {
  expect(retryAfterSeconds(text, NOW)).toBe(seconds);
});

test.each([
  "",
  "-1",
  "1.5",
  "1e9",
  "9999999999",
  "soon",
  "2026-11-06",
  "Fri, 99 Nov 2026 99:49:37 GMT",
  "Fri".repeat(20),
])("%j asks for nothing", (text) => {
  expect(retryAfterSeconds(text, NOW)).toBeNull();
});

test("without the header nothing is asked", () => {
  expect(retryAfterSeconds(null)).toBeNull();
});
