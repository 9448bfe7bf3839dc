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
