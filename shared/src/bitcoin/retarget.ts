/** How the target changes from one difficulty epoch to the next: Bitcoin Core, `pow.cpp`, `CalculateNextWorkRequired`. */
import { bitsOfTarget, MAX_TARGET, targetOfBits } from "./target.js";

/** Blocks of one difficulty epoch. */
export const EPOCH_BLOCKS = 2016;
/** Two weeks, in seconds. */
const EPOCH_SECONDS = 1_209_600;

/**
 * The compact target of an epoch, from the one before.
 *
 * @param bits compact target of the epoch before.
 * @param firstTime time of that epoch's first block, in seconds.
 * @param lastTime time of its last block.
 * @throws RangeError when `bits` is no target.
 */
export function nextBits(bits: number, firstTime: number, lastTime: number): number {
  const target = targetOfBits(bits);
  if (target === null) throw new RangeError(`"bits" expected a compact target, got ${bits}`);
  const seconds = Math.min(Math.max(lastTime - firstTime, EPOCH_SECONDS / 4), EPOCH_SECONDS * 4);
  const next = (target * BigInt(seconds)) / BigInt(EPOCH_SECONDS);
  return bitsOfTarget(next > MAX_TARGET ? MAX_TARGET : next);
}

/** Whether one epoch's target may follow another's: between a quarter and four times it, rounded as `bits` are. */
export function mayFollow(bits: number, next: number): boolean {
  const target = targetOfBits(next);
  if (target === null) return false;
  const least = targetOfBits(nextBits(bits, 0, 0))!;
  const most = targetOfBits(nextBits(bits, 0, EPOCH_SECONDS * 4))!;
  return target >= least && target <= most;
}
