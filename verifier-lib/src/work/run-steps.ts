/** Readers that can pause: written once as a generator, which yields between pieces of a few milliseconds. */
import type { Work } from "./work.js";

/** Runs the steps in one go. */
export function runSteps<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Runs the steps, and lets the event loop have its turns between them.
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
