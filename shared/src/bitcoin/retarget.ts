/** How the target changes between difficulty epochs. Source: Bitcoin Core, `pow.cpp`, `CalculateNextWorkRequired`. */
import { bitsOfTarget, MAX_TARGET, targetOfBits } from "./target.js";

/** Blocks in one difficulty epoch. */
export const EPOCH_BLOCKS = 2016;
/** Two weeks, in seconds. */
const EPOCH_SECONDS = 1_209_600;

/**
 * The compact target of an epoch, computed from the epoch before.
 *
 * @param bits compact target of the epoch before.
 * @param firstTime time of that epoch's first block, in seconds.
 * @param lastTime time of its last block, in seconds.
 * @throws RangeError if `bits` is not a valid target.
 */
export function nextBits(bits: number, firstTime: number, lastTime: number): number {
  const target = targetOfBits(bits);
  if (target === null) throw new RangeError(`"bits" expected a compact target, got ${bits}`);
  const seconds = Math.min(Math.max(lastTime - firstTime, EPOCH_SECONDS / 4), EPOCH_SECONDS * 4);
  const next = (target * BigInt(seconds)) / BigInt(EPOCH_SECONDS);
  return bitsOfTarget(next > MAX_TARGET ? MAX_TARGET : next);
}

/** Whether the target of one epoch may follow another's: from a quarter to four times, rounded to compact form. */
export function mayFollow(bits: number, next: number): boolean {
  const target = targetOfBits(next);
  if (target === null) return false;
  const least = targetOfBits(nextBits(bits, 0, 0))!;
  const most = targetOfBits(nextBits(bits, 0, EPOCH_SECONDS * 4))!;
  return target >= least && target <= most;
}
