/**
 * What it would cost to fake blocks: an order of magnitude, by the electricity alone.
 *
 * Assumes machines that take 15 joules for 10^12 hashes, about the best on sale in 2025, and electricity at 0.05 US
 * dollars per kWh, about what large miners pay. Does not count the machines, of which whoever wants to be done within a
 * week needs a large share of all that exist.
 */

/** What the best machines on sale in 2025 take for 10^12 hashes, in joules. */
export const JOULES_PER_TERAHASH = 15;
/**
 * Price of electricity in the estimate of what a forged block costs, in US dollars: a low one, so that the estimate
 * is low.
 */
export const USD_PER_KWH = 0.05;

const JOULES_PER_KWH = 3_600_000;
const HASHES_PER_TERAHASH = 1e12;

/**
 * The power of ten of US dollars that is nearest to the cost of the electricity; 6 stands for about a million.
 *
 * @param workBits base-2 logarithm of the number of hashes.
 */
export function forgeryCostPowerOfTen(workBits: number): number {
  const usdPerHash = (JOULES_PER_TERAHASH / HASHES_PER_TERAHASH / JOULES_PER_KWH) * USD_PER_KWH;
  return Math.round(workBits * Math.log10(2) + Math.log10(usdPerHash));
}
