import { expect, test } from "vitest";
import { statusOfRows } from "./exit-status.js";

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
