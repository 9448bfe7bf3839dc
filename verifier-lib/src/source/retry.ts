/** One question, asked again where another try may find what the first did not. */
import { Deadline } from "./deadline.js";
import { SourceError } from "./source-error.js";
import { unlessAborted } from "./unless-aborted.js";

export interface Patience {
  /** For one answer, all tries together. */
  readonly timeoutMs: number;
  /** Further tries after a connection error or a refusal for load. */
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
}

/** Before the first further try; doubled before each next one. What the endpoint would like is not asked. */
const RETRY_DELAY_MS = 200;

/**
 * The answer of the first try that has one. Ends with the time or the caller's signal, even where a try does not.
 *
 * @param question its name, for messages.
 * @param ask one try; must end what it began when its signal aborts.
 * @throws SourceError; what aborted the caller's signal.
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

/** Whether another try may find what this one did not: no connection, or an endpoint that is busy or ill. */
function mayPass({ code, status }: SourceError): boolean {
  return code === "source_unreachable" || (status !== null && (status === 429 || status >= 500));
}
