import { expect, test } from "vitest";
import { Rate } from "./rate.js";

test("shows nothing before half a second, then the rate and the remaining time", () => {
  const rate = new Rate(10_000, 0);
  expect(rate.progress(400, 400)).toEqual({
    doneBytes: 400,
    totalBytes: 10_000,
    bytesPerSecond: null,
    secondsLeft: null,
  });
  expect(rate.progress(1000, 1000)).toMatchObject({ bytesPerSecond: 1000, secondsLeft: 9 });
});

test("follows a disk that slows down, over the last three seconds", () => {
  const rate = new Rate(1_000_000, 0);
  for (let ms = 100; ms <= 10_000; ms += 100) rate.progress(ms * 10, ms);
  let last = rate.progress(100_000, 10_000);
  expect(last.bytesPerSecond).toBeCloseTo(10_000, 0);
  for (let ms = 10_100; ms <= 14_000; ms += 100) last = rate.progress(100_000 + (ms - 10_000), ms);
  expect(last.bytesPerSecond).toBeCloseTo(1000, 0);
  expect(last.secondsLeft).toBeCloseTo(896, 0);
});

test("without a total, or at a standstill, shows no remaining time", () => {
  expect(new Rate(null, 0).progress(5000, 1000)).toMatchObject({
    totalBytes: null,
    bytesPerSecond: 5000,
    secondsLeft: null,
  });
  const rate = new Rate(1000, 0);
  expect(rate.progress(0, 5000)).toMatchObject({ bytesPerSecond: 0, secondsLeft: null });
});
