/** Retries a call to an external service that does not answer yet. */
import { setTimeout as sleep } from "node:timers/promises";

const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;

export interface RetryOptions {
  /** Whether to wait after an error; any other error ends the retries. */
  readonly mayPass: (error: unknown) => error is Error;
  /** Called before each wait. */
  readonly onWait: (error: Error, delayMs: number) => void;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Time after which a failure is final. Default: never. */
  readonly patienceMs?: number;
}

/**
 * Calls `attempt` until it succeeds, with pauses that double from half a second to 15 s.
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
