import { expect, test } from "vitest";
import { common as english } from "../texts/page/english.js";
import { amountText, rateText, timeLeftText } from "./amount.js";

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
