/**
 * The extent of the fuzz suites. `npm test` makes a smoke: one in twenty of the usual changes and
 * draws. `npm run test:all` makes all of these; so does Vitest alone. `npm run fuzz` sets
 * `SVC_TEST_MUTATIONS`, how many inputs of each kind, and `SVC_TEST_SEED`, the seed of the random
 * numbers, which every suite prints with what its inputs came to. No suite expects a number of
 * inputs to come to something: the draw decides that.
 */

const SMOKE = 20;
const isSmoke = process.env["SVC_TEST_SUITES"] === "node";
const asked = process.env["SVC_TEST_MUTATIONS"];

/** How many of a usual number of inputs, or of changes, this run makes. */
export const share = (usual: number): number => (isSmoke ? Math.ceil(usual / SMOKE) : usual);

/** Of the places that are changed in turn, one in so many. It has no divisor in common with the sizes of records. */
export const STRIDE: number = isSmoke ? 19 : 1;

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
