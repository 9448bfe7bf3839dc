import { expect, test } from "vitest";
import { CSV_TITLES, csvRow } from "./csv.js";
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
  beside: [],
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

test("each column has its title, and what is not known is empty", () => {
  const full: Row = {
    file: "a.json",
    outcome: "indeterminate",
    reason: "missing",
    problem: "p",
    time: "t",
    source: "block 1",
    sourceKind: "evm",
    sentence: "CORRECT SO FAR",
    code: "anchor no_source",
    original: "o",
    fingerprint: "SHA-256 00",
    proofId: "id",
    beside: ["z"],
    probablyChanged: ["x", "y"],
    checkedAt: "now",
  };
  expect(CSV_TITLES).toBe(
    "file,outcome,reason,existed_no_later_than,source,source_kind,original,probably_changed,fingerprint,proof_id,code,sentence,checked_at,evidence_beside\r\n",
  );
  expect(csvRow(full)).toBe(
    'a.json,indeterminate,missing,t,block 1,evm,o,"x; y",SHA-256 00,id,anchor no_source,CORRECT SO FAR,now,z\r\n',
  );
  expect(csvRow(ROW)).toBe("proof.json,verified,,,,,,,,,,,2026-01-01T00:00:00.000Z,\r\n");
});

test.each([
  ['say "no"', '"say ""no"""'],
  ["a,b", '"a,b"'],
  ["a'b c", "a'b c"],
])("%j is one cell", (name, cell) => {
  expect(csvRow({ ...ROW, sentence: name })).toBe(
    `proof.json,verified,,,,,,,,,,${cell},${ROW.checkedAt},\r\n`,
  );
});
