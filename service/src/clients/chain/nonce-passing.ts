/**
 * In which block an account's transaction count passes a nonce: the one that holds the transaction which used it.
 */

/**
 * Whether the count after a block is above the nonce; null when unknown (nodes prune old states). Must be
 * false, then null, then true along the chain, each stretch possibly empty.
 */
export type HasPassed = (blockNumber: number) => Promise<boolean | null>;

/**
 * Finds the first block up to `upToBlock` of which it is known that the nonce is passed: back in steps that double,
 * then by halves, so that a chain of n blocks takes 2 log2(n) + 2 questions at most.
 *
 * With pruned states it may not be the block in which it happened; the caller checks the block.
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
