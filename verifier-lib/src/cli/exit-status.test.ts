import { expect, test } from "vitest";
import { statusOfRows, worseOf } from "./exit-status.js";

const row = (outcome: "verified" | "failed" | "indeterminate", parts = {}) => ({
  outcome,
  problem: null,
  probablyChanged: [],
  ...parts,
});

test.each([
  ["nothing", [], 2],
  ["all verified", [row("verified"), row("verified")], 0],
  ["verified, but a file beside it was probably changed", [row("verified", { probablyChanged: ["x"] })], 2],
  ["failed, and a file beside it was probably changed", [row("failed", { probablyChanged: ["x"] })], 1],
  ["one failed", [row("verified"), row("failed"), row("indeterminate")], 1],
  ["one unreadable", [row("failed"), row("indeterminate", { problem: "permission denied" })], 3],
])("%s", (_, rows, status) => {
  expect(statusOfRows(rows)).toBe(status);
});

test("3 is worse than 1, 1 than 2, and 2 than 0", () => {
  const statuses = [0, 2, 1, 3];
  for (const [at, status] of statuses.entries()) {
    for (const [other, second] of statuses.entries()) {
      expect(worseOf(status, second)).toBe(statuses[Math.max(at, other)]);
    }
  }
});
