import { expect, test } from "vitest";
import { forgeryCostPowerOfTen } from "./forgery-cost.js";

test("the cost of work, as a power of ten", () => {
  // 2^79 hashes are 6.04e23, 2.5e6 kWh, 126,000 US dollars.
  expect(forgeryCostPowerOfTen(79)).toBe(5);
  expect(forgeryCostPowerOfTen(79 + 10 * Math.log2(10))).toBe(15);
  expect(forgeryCostPowerOfTen(32)).toBe(-9);
});
