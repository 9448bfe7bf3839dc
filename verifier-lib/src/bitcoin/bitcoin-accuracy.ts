/**
 * Maximum error of a block's time. Nodes reject a block that is two hours ahead of them, and miners have no reason to
 * be further behind. Bitcoin Core, `MAX_FUTURE_BLOCK_TIME`.
 */
export const BITCOIN_ACCURACY_SECONDS = 7200;
