/** Repeats a request if another try may succeed. */

import { unlessAborted } from "../work/unless-aborted.js";
import { Deadline } from "./deadline.js";
import { SourceError } from "./source-error.js";

export interface Patience {
  /** Time limit for all tries together. */
  readonly timeoutMs: number;
  /** Retries after a connection error or an overload response. */
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
}

/** Delay before the second try, doubled before each further one. `Retry-After` is ignored. */
const RETRY_DELAY_MS = 200;

/**
 * Returns the first answer. Ends at the deadline or when the signal aborts, even if a try does not.
 *
 * @param question name of the request, for messages.
 * @param ask one try; must release its resources when its signal aborts.
 * @throws SourceError; the abort reason of the caller's signal.
 */
export async function retry<Answer>(
  question: string,
  { timeoutMs, retries, signal }: Patience,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  signal?.throwIfAborted();
  const deadline = new Deadline(timeoutMs, signal);
  try {
    for (let tries = 0; ; tries++) {
      try {
        return await unlessAborted(ask(deadline.signal), deadline.signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (deadline.isOver) throw new SourceError("source_timeout", `${question}: no answer in time`, error);
        if (tries === retries || !(error instanceof SourceError) || !mayPass(error)) throw error;
      }
      await deadline.pause(RETRY_DELAY_MS * 2 ** tries);
    }
  } finally {
    deadline.clear();
  }
}

/** Whether another try may succeed: there was no connection, or the endpoint is overloaded or failing. */
function mayPass({ code, status }: SourceError): boolean {
  return code === "source_unreachable" || (status !== null && (status === 429 || status >= 500));
}
