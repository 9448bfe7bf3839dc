/**
 * How far a block's time may stand from true time: nodes refuse one that is two hours ahead of them, and miners have
 * no reason to be further behind than that. Bitcoin Core, `MAX_FUTURE_BLOCK_TIME`.
 */
export const BITCOIN_ACCURACY_SECONDS = 7200;
