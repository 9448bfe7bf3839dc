import { expect, test } from "vitest";
import { PLAIN, styleFor } from "./style.js";

test.each([
  ["auto", true, {}, true],
  ["auto", false, {}, false],
  ["auto", true, { NO_COLOR: "1" }, false],
  ["auto", true, { NO_COLOR: "" }, true],
  ["auto", true, { TERM: "dumb" }, false],
  ["always", false, { NO_COLOR: "1" }, true],
  ["never", true, {}, false],
] as const)("--color=%s, a terminal: %s, %j: colours: %s", (wish, isTerminal, environment, isColoured) => {
  expect(styleFor(wish, isTerminal, environment) !== PLAIN).toBe(isColoured);
});

test("each outcome has a sign and a colour of its own, also for those who see no colours", () => {
  const { outcome } = styleFor("always", false, {});
  const signs = [
    outcome("x", "verified", null),
    outcome("x", "failed", null),
    outcome("x", "indeterminate", "missing"),
    outcome("x", "indeterminate", "contradictory"),
  ].map((text) => text.match(/[✓✗○!]/)?.[0]);
  expect(signs).toEqual(["✓", "✗", "○", "!"]);
});

test("text is coloured by what it says", () => {
  const { outcome, status, hint, aside } = styleFor("always", false, {});
  const sgr = (code: number, text: string) => `\u001b[${code}m${text}\u001b[0m`;
  expect([
    outcome("x", "verified", null),
    outcome("x", "failed", null),
    outcome("x", "indeterminate", "missing"),
    outcome("x", "indeterminate", "contradictory"),
  ]).toEqual([
    sgr(1, sgr(32, "✓ x")),
    sgr(1, sgr(31, "✗ x")),
    sgr(1, sgr(36, "○ x")),
    sgr(1, sgr(33, "! x")),
  ]);
  // A status stands in a column: what pads it does not change what it says.
  expect(["passed ", "failed ", "indeterminate ", "skipped "].map(status)).toEqual([
    sgr(32, "passed "),
    sgr(31, "failed "),
    sgr(33, "indeterminate "),
    sgr(2, "skipped "),
  ]);
  expect([hint("x"), aside("x")]).toEqual([sgr(36, "x"), sgr(2, "x")]);
});

test("without colours every text stays as it is", () => {
  const { outcome, status, hint, aside } = PLAIN;
  expect([outcome("x", "failed", null), status("failed"), hint("x"), aside("x")]).toEqual([
    "x",
    "failed",
    "x",
    "x",
  ]);
});
