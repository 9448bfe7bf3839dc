import { SIGN_MARKS, SIGN_OUTLINES, type SignKind } from "@svc-proof/verifier-web/ui/components";
import { expect, test } from "vitest";
import { signOperators } from "./report-flow.js";

const KINDS = Object.keys(SIGN_OUTLINES) as SignKind[];

/** All points of curves and lines. */
const pointsOf = (operators: string) =>
  [...operators.matchAll(/((?:-?[\d.]+ )+)([mlc])\b/g)].flatMap(([, values]) => {
    const numbers = values!.trim().split(" ").map(Number);
    return numbers.flatMap((x, at) => (at % 2 === 0 ? [[x, numbers[at + 1]!] as const] : []));
  });

test.each(KINDS)("the sign %s stays in its square, and each step of its shape is drawn", (kind) => {
  const operators = signOperators(kind);
  for (const [x, y] of pointsOf(operators)) {
    for (const value of [x, y]) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(32);
    }
  }
  const steps = `${SIGN_OUTLINES[kind]}${SIGN_MARKS[kind]}`.match(/[MLCA]/g)!;
  expect(operators.match(/\b[mlc]\b/g)!.length).toBeGreaterThanOrEqual(steps.length);
  expect(operators).not.toMatch(/NaN|undefined|Infinity/);
});

test("the disc of a good result is a circle", () => {
  const ends = [...signOperators("good").matchAll(/(-?[\d.]+) (-?[\d.]+) c\b/g)];
  expect(ends).toHaveLength(4);
  for (const [, x, y] of ends) expect(Math.hypot(Number(x) - 16, Number(y) - 16)).toBeCloseTo(14, 2);
});
