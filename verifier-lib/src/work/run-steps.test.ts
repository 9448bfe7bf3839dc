import { expect, test } from "vitest";
import { runSteps, runStepsPausing } from "./run-steps.js";
import { Work } from "./work.js";

function* counting(seen: number[]): Generator<void, string> {
  for (let step = 0; step < 3; step++) {
    seen.push(step);
    yield;
  }
  return "result";
}

test("every step runs, and the result is that of the last", async () => {
  const seen: number[] = [];
  expect(runSteps(counting(seen))).toBe("result");
  expect(await runStepsPausing(counting(seen), new Work())).toBe("result");
  expect(seen).toEqual([0, 1, 2, 0, 1, 2]);
});

test("an abort ends the steps at the next pause", async () => {
  const stop = new AbortController();
  const seen: number[] = [];
  const steps = counting(seen);
  const work = new Work({ signal: stop.signal });
  const running = runStepsPausing(steps, work);
  stop.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
  expect(seen).toHaveLength(1);
});
