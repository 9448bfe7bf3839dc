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
  beside: [],
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

test("a verified date without limits has no line of its own", () => {
  const whole = { ...verified, original: null, sentence: "VERIFIED: the file existed (since) then" };
  expect(table([whole], PLAIN)).toBe(
    "VERIFIED        2026-11-22T09:31:57.000Z  block 1 of Ethereum  b.json\n",
  );
});

test("only what a sentence begins with is its outcome and its limit", () => {
  const dated = { ...verified, original: null, sentence: "VERIFIED: by VERIFIED (not a limit): x" };
  expect(table([dated], PLAIN).split("\n")).toHaveLength(2);
  expect(table([row({ sentence: "no outcome, AB: x" })], PLAIN)).toContain("  no outcome, AB: x\n");
});

test("a source of more than forty characters moves only its own file to the right", () => {
  const of = (source: string) => row({ ...verified, original: null, sentence: "VERIFIED: x", source });
  const [long, short] = ["x".repeat(45), "short"];
  const start = "VERIFIED        2026-11-22T09:31:57.000Z";
  expect(table([of(long), of(short)], PLAIN)).toBe(
    `${start}  ${long}  b.json\n${start}  ${short.padEnd(40)}  b.json\n`,
  );
});

test("below a sign, lines are two columns further in, and hostile text stays on its line", () => {
  const { outcome, hint, aside } = styleFor("always", true, {});
  const style = { outcome, hint, aside, status: (text: string) => text };
  const problem = row({ problem: "gone\n", outcome: "verified", original: "o\r", probablyChanged: ["c\n"] });
  const margin = " ".repeat(18);
  expect(table([problem], style)).toBe(
    [
      `${outcome("UNREADABLE    ", "failed", null)}  a.json`,
      `${margin}${aside("original o\ufffd")}`,
      `${margin}${aside("gone\ufffd")}`,
      `${margin}${hint("probably changed: c\ufffd has the name or the size of the original, not its fingerprint")}`,
      "",
    ].join("\n"),
  );
});

test("each row counts once", () => {
  const rows = [
    verified,
    row({}),
    row({ reason: "contradictory" }),
    row({ outcome: "failed", reason: null }),
    row({ problem: "gone", reason: "unusable" }),
    row({ problem: "gone", outcome: "verified", reason: null }),
    row({ problem: "gone" }),
    row({ problem: "gone" }),
  ];
  expect(countsLine(rows)).toBe(
    "8 files: 1 verified, 1 failed, 1 correct so far, 1 indeterminate, 4 unreadable",
  );
  expect(countsLine([verified])).toBe("1 file: 1 verified, 0 failed, 0 indeterminate, 0 unreadable");
});
