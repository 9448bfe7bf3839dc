/**
 * The clock of this instance beside the times of a chain's blocks. A block shows that its time has come, and no more: a
 * chain that stands still, or a node that lags behind, has an old head. So only a clock that is behind is found here.
 */
import { type Chain, ChainUnavailableError } from "../clients/chain/chain.js";
import { type ClockWatch, REFUSE_MS } from "../operations/clock-watch.js";

/** How far a node accepts blocks ahead of its own clock (geth, consensus: allowedFutureBlockTime). */
const MAX_AHEAD_MS = 15_000;
/** Time between two looks at the head for the sake of the clock. */
const LOOK_MS = 60_000;

/** Nothing that is paid for now could be verified by this clock. */
export class ClockApartError extends Error {
  override readonly name = "ClockApartError";
}

/**
 * Compares the clock with the time of the head.
 *
 * @throws ClockApartError when the clock is too far behind; ChainUnavailableError, SourceError, EndpointsDisagreeError.
 */
export async function expectClockOf(chain: Chain, headNumber: number): Promise<void> {
  const earliestMs = await earliestTimeMs(chain, headNumber);
  if (earliestMs === null) throw new ChainUnavailableError(`block ${headNumber} is not there`);
  const behindMs = earliestMs - Date.now();
  if (behindMs <= REFUSE_MS) return;
  throw new ClockApartError(`the clock is at least ${behindMs} ms behind block ${headNumber}`);
}

/**
 * Compares again and again, in every instance, whichever anchors, until the signal aborts.
 *
 * @returns after the first look, whether or not the chain answered. Never rejects.
 */
export async function watchChainClock(
  chain: Chain,
  clock: Pick<ClockWatch, "saw">,
  signal: AbortSignal,
): Promise<void> {
  await look(chain, clock, signal);
  if (signal.aborted) return;
  const timer = setInterval(() => void look(chain, clock, signal), LOOK_MS);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}

async function look(chain: Chain, clock: Pick<ClockWatch, "saw">, signal: AbortSignal): Promise<void> {
  try {
    const earliestMs = await earliestTimeMs(chain, await chain.source.fetchHeadNumber({ signal }));
    const askedAtMs = performance.now();
    if (earliestMs !== null)
      clock.saw(`chain ${chain.chainId}`, { earliestMs, latestMs: Number.POSITIVE_INFINITY }, askedAtMs);
  } catch {
    // The rounds report a chain that does not answer.
  }
}

/** The earliest time that it can be, given this block; null when the node lacks it: one address may lead to several nodes. */
async function earliestTimeMs({ source }: Chain, number: number): Promise<number | null> {
  const block = await source.fetchBlock(number);
  return block === null ? null : block.timestamp * 1_000 - MAX_AHEAD_MS;
}
