/** The first block of Ethereum, 2015-07-30: no EVM chain is older. */
const EARLIEST_TIMESTAMP = 1_438_269_973;
/** How far a block's time may be ahead of the verifier's clock: two hours, as in Bitcoin. */
const MAX_AHEAD_SECONDS = 7200;

/** Whether a block can have been made at this time. */
export function isPlausibleTime(timestamp: number, now: Date): boolean {
  return timestamp >= EARLIEST_TIMESTAMP && timestamp <= now.getTime() / 1000 + MAX_AHEAD_SECONDS;
}
