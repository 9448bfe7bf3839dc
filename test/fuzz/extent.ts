/**
 * The extent of the mutation suites; `npm run fuzz` sets both. `SVC_TEST_MUTATIONS`: how many
 * inputs of each kind. `SVC_TEST_SEED`: the seed of the random numbers.
 */

const asked = process.env["SVC_TEST_MUTATIONS"];

/** @param usual in a run of all tests. */
export const mutations = (usual: number): number =>
  asked === undefined ? usual : natural("MUTATIONS", asked);

export const SEED: number = natural("SEED", process.env["SVC_TEST_SEED"] ?? "20261122");

/** Far more than that many inputs take on a slow machine, so that only an endless one is cut off. */
export const endsWithin = (count: number): number => 240_000 + 100 * count;

function natural(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`SVC_TEST_${name} expected a natural number`);
  return value;
}
