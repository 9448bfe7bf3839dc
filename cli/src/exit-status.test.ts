import { expect, test } from "vitest";
import { EXIT, type ExitStatus, worseOf } from "./exit-status.js";

test("of several, the worst counts: 5, 4, 3, 1, 2", () => {
  const best: readonly ExitStatus[] = [0, 2, 1, 3, 4, 5];
  for (const [i, better] of best.entries())
    for (const worse of best.slice(i)) {
      expect(worseOf(better, worse)).toBe(worse);
      expect(worseOf(worse, better)).toBe(worse);
    }
  expect([...Object.values(EXIT)].sort()).toEqual([0, 1, 2, 3, 4, 5]);
});
