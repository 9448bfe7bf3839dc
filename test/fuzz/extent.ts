import { share } from "../../shared/src/testing/extent.testing.js";

/**
 * The extent of the fuzz suites: a share of the usual one, unless `npm run fuzz` sets
 * `SVC_TEST_MUTATIONS`, how many inputs of each kind, and `SVC_TEST_SEED`, the seed of the random
 * numbers, which every suite prints with what its inputs came to. No suite expects a number of
 * inputs to come to something: the draw decides that.
 */

export { STRIDE, share } from "../../shared/src/testing/extent.testing.js";

const asked = process.env["SVC_TEST_MUTATIONS"];

/** @param usual in a run of all tests. */
export const mutations = (usual: number): number =>
  asked === undefined ? share(usual) : natural("MUTATIONS", asked);

/** What one input may take of the processor, in milliseconds: a limit only of `npm run fuzz`. */
export const MAX_MS: number = asked === undefined ? Number.POSITIVE_INFINITY : 250;

export const SEED: number = natural("SEED", process.env["SVC_TEST_SEED"] ?? "20261122");

/** Far more than that many inputs take on a slow machine, so that only an endless one is cut off. */
export const endsWithin = (count: number): number => 240_000 + 100 * count;

/** Prints what the inputs of a suite came to: most often first. */
export function tell(what: string, came: ReadonlyMap<string, number>): void {
  const counts = [...came].sort(([, a], [, b]) => b - a).map(([code, count]) => `${count} ${code}`);
  process.stdout.write(`${what}, seed ${SEED}: ${counts.join(", ")}\n`);
}

/** Counts one more that came to `code`. */
export function count(came: Map<string, number>, code: string): void {
  came.set(code, (came.get(code) ?? 0) + 1);
}

function natural(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`SVC_TEST_${name} expected a natural number`);
  return value;
}
