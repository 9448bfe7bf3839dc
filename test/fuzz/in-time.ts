import { expect } from "vitest";

/** What one input may take. */
const MAX_MS = 10;
const MAX_TRIES = 10;

/** Does the work; a machine that was busy, or code that was new to it, gets more tries. */
export function inTime<Result>(work: () => Result): Result {
  for (let tries = 1; ; tries++) {
    const start = performance.now();
    const result = work();
    if (performance.now() - start < MAX_MS) return result;
    if (tries === MAX_TRIES) return expect.fail(`one input took more than ${MAX_MS} ms, again and again`);
  }
}
