/** Waiting for something outside that does not answer yet. */
import { setTimeout as sleep } from "node:timers/promises";

const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;

export interface RetryOptions {
  /** Whether waiting may mend an error; any other ends it. */
  readonly mayPass: (error: unknown) => error is Error;
  /** Told of each wait before it begins. */
  readonly onWait: (error: Error, delayMs: number) => void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Time after which a failure is final; without it there is no such time. */
  readonly patienceMs?: number;
}

/**
 * Tries until it succeeds, with pauses that double from half a second to 15 s.
 *
 * @throws the error of the last try, or an AbortError.
 */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { mayPass, onWait, signal, patienceMs = Number.POSITIVE_INFINITY }: RetryOptions,
): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (let delayMs = MIN_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error) || performance.now() + delayMs > deadline) throw error;
      onWait(error, delayMs);
    }
    await sleep(delayMs, undefined, { signal });
  }
}
