/**
 * A process of its own: runs one alternative until it is warm, then measures it, and prints
 * milliseconds per run.
 */
import type { Alternatives } from "./contest.js";

const WARM_UP_MS = 700;
const MEASURED_MS = 1500;

const [moduleName, name] = process.argv.slice(2);
const { alternatives } = (await import(`./${moduleName}.js`)) as { alternatives: Alternatives };
const work = alternatives[name!]!();
await repeat(WARM_UP_MS);
process.stdout.write(String(await repeat(MEASURED_MS)));

async function repeat(atLeastMs: number): Promise<number> {
  const start = performance.now();
  for (let runs = 1; ; runs++) {
    await work();
    const elapsedMs = performance.now() - start;
    if (elapsedMs >= atLeastMs) return elapsedMs / runs;
  }
}
