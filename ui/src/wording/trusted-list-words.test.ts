import { expect, test } from "vitest";
import { verdict as english } from "../texts/result/english.js";
import { countryText, isOverdue, snapshotText } from "./trusted-list-words.js";

const texts = english.trustedLists;

test.each([
  ["ES", "de", "Spanien"],
  ["EL", "en", "Greece"],
  ["UK", "fr", "Royaume-Uni"],
  ["EU", "es", "Unión Europea"],
  ["ZZZZ", "en", "ZZZZ"],
  ["<b>", "en", "<b>"],
] as const)("the territory %s in %s is %s", (territory, language, text) => {
  expect(countryText(territory, language)).toBe(text);
});

const list = (issued: string, nextUpdate: string | null = null) => ({
  territory: "ES",
  sequenceNumber: 1,
  issued,
  nextUpdate,
});

test("a snapshot is as old as the newest list in it, and never younger than today", () => {
  const facts = {
    sha256: "",
    lotl: list("2026-08-03T13:16:38Z"),
    lists: [list("2026-08-04T00:00:00Z"), list("2026-01-01T00:00:00Z")],
    territoryCount: 31,
  };
  const at = (now: string) => snapshotText(facts, new Date(now), texts, "en");
  expect(at("2026-08-05T00:00:00Z")).toBe("It contains 2 of 31 national lists. The snapshot is 1 day old.");
  expect(at("2026-08-03T00:00:00Z")).toMatch(/ 0 days old/);
  expect(
    snapshotText({ ...facts, territoryCount: null }, new Date("2026-08-06T00:00:00Z"), texts, "en"),
  ).toBe("The snapshot is 2 days old.");
});

test("a list is overdue after its next update, and a closed one never", () => {
  const next = "2026-09-24T01:00:31Z";
  expect(isOverdue(list("", next), new Date(next))).toBe(false);
  expect(isOverdue(list("", next), new Date(Date.parse(next) + 1))).toBe(true);
  expect(isOverdue(list("", null), new Date("9999-01-01T00:00:00Z"))).toBe(false);
});
