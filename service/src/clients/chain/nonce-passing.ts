/**
 * Finds the block in which an account's transaction count passes a nonce. It contains the transaction that used the
 * nonce.
 */

/**
 * Whether the count after a block is above the nonce; null when unknown (nodes prune old states). Must be
 * false, then null, then true along the chain, each stretch possibly empty.
 */
export type HasPassed = (blockNumber: number) => Promise<boolean | null>;

/**
 * Finds the first block up to `upToBlock` that is known to have passed the nonce. It searches back in doubling steps
 * and then by bisection, so a chain of n blocks takes at most 2 log2(n) + 2 requests.
 *
 * With pruned states it may not be the block that passed the nonce, so the caller checks the block.
 *
 * @returns null when the nonce is not known to be passed at `upToBlock`.
 */
export async function findPassingBlock(upToBlock: number, hasPassed: HasPassed): Promise<number | null> {
  if ((await hasPassed(upToBlock)) !== true) return null;
  let passed = upToBlock;
  let before = -1;
  for (let step = 1; upToBlock - step >= 0; step *= 2) {
    const number = upToBlock - step;
    if ((await hasPassed(number)) !== true) {
      before = number;
      break;
    }
    passed = number;
  }
  while (passed - before > 1) {
    const middle = before + Math.floor((passed - before) / 2);
    if ((await hasPassed(middle)) === true) passed = middle;
    else before = middle;
  }
  return passed;
}
