import { expect } from "vitest";

/** What one input may take of the processor, so that a machine that is busy with other things does not count. */
const MAX_MS = 10;
const MAX_TRIES = 10;

/** Does the work; code that is new to the machine, or garbage of what came before, gets more tries. */
export function inTime<Result>(work: () => Result): Result {
  for (let tries = 1; ; tries++) {
    const start = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(start);
    if ((user + system) / 1000 < MAX_MS) return result;
    if (tries === MAX_TRIES) return expect.fail(`one input took more than ${MAX_MS} ms, again and again`);
  }
}
