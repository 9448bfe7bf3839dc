import { expect, test } from "vitest";
import { localText, utcText } from "./instant-text.js";

const TIME = "2026-11-21T17:18:57.000Z";

test("a moment names its zone, in every language", () => {
  expect(utcText(TIME, "en")).toBe("21 November 2026 at 17:18:57\u00a0UTC");
  expect(utcText(TIME, "de")).toBe("21. November 2026 um 17:18:57\u00a0UTC");
  expect(utcText(TIME, "es")).toBe("21 de noviembre de 2026 a las 17:18:57\u00a0UTC");
  expect(utcText(TIME, "fr")).toMatch(/^21 novembre 2026 à 17:18:57\u00a0UTC$/);
});

test("in the reader's zone the hour differs, and the zone has its name", () => {
  expect(localText(TIME, "en", "America/New_York")).toEqual({
    time: "21 November 2026 at 12:18:57",
    zone: "America/New_York",
  });
  expect(localText(TIME, "en", "Etc/UTC")).toBeNull();
});

test("an invalid date is shown as it is", () => {
  expect(utcText("20261121171853Z", "en")).toBe("20261121171853Z");
  expect(localText("never", "en", "Europe/Madrid")).toBeNull();
});
