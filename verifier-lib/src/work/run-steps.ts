/** Runs parsers that are generators, which yield every few milliseconds. */
import type { Work } from "./work.js";

/** Runs the steps in one go. */
export function runSteps<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Runs the steps and yields to the event loop between them.
 *
 * @throws what the steps throw; what aborted the signal of `work`.
 */
export async function runStepsPausing<Result>(steps: Generator<void, Result>, work: Work): Promise<Result> {
  for (;;) {
    await work.pause();
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
