import { expect, test } from "vitest";
import { csvRow } from "./csv.js";
import type { Row } from "./row.js";

const ROW: Row = {
  file: "proof.json",
  outcome: "verified",
  reason: null,
  problem: null,
  time: null,
  source: null,
  sourceKind: null,
  sentence: "",
  code: null,
  original: null,
  fingerprint: null,
  proofId: null,
  probablyChanged: [],
  checkedAt: "2026-01-01T00:00:00.000Z",
};
const originalCell = (original: string) => csvRow({ ...ROW, original }).split(",")[6];

test.each([
  ["=1", "'=1"],
  [" =1", "' =1"],
  ["\uff1d1", "'\uff1d1"],
  ["plain", "plain"],
  ["a=1", "a=1"],
])("%j cannot be taken for a formula", (name, cell) => {
  expect(originalCell(name)).toBe(cell);
});

test("a spreadsheet that separates at semicolons, as in Spain, finds no formula behind one", () => {
  expect(originalCell("a;=1+1;b")).toBe(`"a;'=1+1;b"`);
  expect(csvRow({ ...ROW, probablyChanged: ["a", "=1+1", "@b"] }).split(",")[7]).toBe(`"a; '=1+1; '@b"`);
});
