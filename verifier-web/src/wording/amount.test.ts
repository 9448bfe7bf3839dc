import { expect, test } from "vitest";
import { english } from "../texts/page/english.js";
import { amountText, bytesText, rateText, timeLeftText } from "./amount.js";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [1_234_567, "1.23 MB"],
  [10_000_000_000, "10 GB"],
  [5e15, "5,000 TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(bytesText(bytes, "en")).toBe(text);
});

test("an amount states its total if known", () => {
  expect(amountText(5e6, 1e9, english, "en")).toBe("5 MB of 1 GB");
  expect(amountText(5e6, null, english, "en")).toBe("5 MB");
  expect(rateText(250e6, english, "en")).toBe("250 MB per second");
});

test.each([
  [0.4, "nearly done"],
  [1, "1 second left"],
  [99, "99 seconds left"],
  [100, "2 minutes left"],
  [3600, "60 minutes left"],
])("%d seconds: %s", (seconds, text) => {
  expect(timeLeftText(seconds, english, "en")).toBe(text);
});
