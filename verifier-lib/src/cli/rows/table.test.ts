import { expect, test } from "vitest";
import { PLAIN, styleFor } from "../terminal/style.js";
import type { Row } from "./row.js";
import { countsLine, table } from "./table.js";

const row = (parts: Partial<Row>): Row => ({
  file: "a.json",
  outcome: "indeterminate",
  reason: "missing",
  problem: null,
  time: null,
  source: null,
  sourceKind: null,
  sentence: "CORRECT SO FAR: the date is not confirmed yet (why)",
  code: null,
  original: null,
  fingerprint: null,
  proofId: null,
  probablyChanged: [],
  checkedAt: "2026-11-22T00:00:00.000Z",
  ...parts,
});
const verified = row({
  file: "b.json",
  outcome: "verified",
  reason: null,
  time: "2026-11-22T09:31:57.000Z",
  source: "block 1 of Ethereum",
  sentence: "VERIFIED (on the word of one source): the file existed no later than …, by block 1 of Ethereum",
  original: "b.pdf",
});

test("columns line up; what limits a date stands below it", () => {
  expect(table([row({ probablyChanged: ["a.pdf"] }), verified], PLAIN)).toBe(`\
CORRECT SO FAR                                                 a.json
                the date is not confirmed yet (why)
                probably changed: a.pdf has the name or the size of the original, not its fingerprint
VERIFIED        2026-11-22T09:31:57.000Z  block 1 of Ethereum  b.json
                original b.pdf
                on the word of one source
`);
});

test("a column of nothing is left out, and hostile names stay on their line", () => {
  const failed = row({
    file: "x\n\u001b[2J",
    outcome: "failed",
    reason: null,
    sentence: "FAILED: content: no",
  });
  expect(table([failed], PLAIN)).toBe("FAILED          x\ufffd\ufffd[2J\n                content: no\n");
});

test("a terminal gets signs, and a file that cannot be read none of the calm one", () => {
  const style = styleFor("always", true, {});
  expect(table([row({})], style)).toContain("○ CORRECT SO FAR");
  expect(table([row({ problem: "permission denied", reason: "unusable" })], style)).toContain("✗ UNREADABLE");
});

test("each row counts once", () => {
  const rows = [
    verified,
    row({}),
    row({ reason: "contradictory" }),
    row({ outcome: "failed", reason: null }),
    row({ problem: "gone", reason: "unusable" }),
  ];
  expect(countsLine(rows)).toBe(
    "5 files: 1 verified, 1 failed, 1 correct so far, 1 indeterminate, 1 unreadable",
  );
  expect(countsLine([verified])).toBe("1 file: 1 verified, 0 failed, 0 indeterminate, 0 unreadable");
});
