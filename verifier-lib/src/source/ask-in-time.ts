/** One question to a source that anybody may have written: it throws, answers or keeps silent, and an answer comes in time. */
import { Deadline } from "./deadline.js";
import { SourceError } from "./source-error.js";

/** For a source that does not say how long it may take: three times what the sources of this library take by default. */
export const DEFAULT_ANSWER_MS = 30_000;
/** The sources of this library take at most ten minutes for one question, and ask two for some answers. */
const MAX_ANSWER_MS = 1_200_000;
/** So that a source that keeps its own time is the one that tells what was wrong. */
const GRACE_MS = 250;

/**
 * Asks.
 *
 * @param timeoutMs what the source says of itself; anything but a positive number is the default.
 * @throws SourceError `source_timeout`; what aborted `signal`; whatever the source throws.
 */
export async function askInTime<Answer>(
  timeoutMs: unknown,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<Answer> | Answer,
): Promise<Answer> {
  const isTime = typeof timeoutMs === "number" && timeoutMs > 0;
  const deadline = new Deadline(
    isTime ? Math.min(timeoutMs, MAX_ANSWER_MS) + GRACE_MS : DEFAULT_ANSWER_MS,
    signal,
  );
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const stop = () =>
        reject(
          signal?.aborted === true
            ? signal.reason
            : new SourceError("source_timeout", "the source did not answer in time"),
        );
      deadline.signal.addEventListener("abort", stop, { once: true });
      if (deadline.signal.aborted) stop();
      // A source of a caller's own may throw before it returns a promise.
      Promise.resolve()
        .then(() => ask(deadline.signal))
        .then(resolve, reject);
    });
  } finally {
    deadline.clear();
  }
}
