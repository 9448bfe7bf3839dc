/**
 * Asks a source that may be a caller's own implementation. Whether it throws, answers or never settles, the
 * call ends in time.
 */
import { Deadline } from "./deadline.js";
import { SourceError } from "./source-error.js";

/** For a source that does not state its time limit: three times the default of this library's sources. */
export const DEFAULT_ANSWER_MS = 30_000;
/** This library's sources take at most ten minutes per request, and some answers need two requests. */
const MAX_ANSWER_MS = 1_200_000;
/** Lets a source with its own time limit report the error itself. */
const GRACE_MS = 250;

/**
 * Asks the source.
 *
 * @param timeoutMs the time limit the source states. Anything but a positive number means the default.
 * @throws SourceError `source_timeout`; the abort reason of `signal`; any error of the source.
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
      // A caller's source may throw before it returns a promise.
      Promise.resolve()
        .then(() => ask(deadline.signal))
        .then(resolve, reject);
    });
  } finally {
    deadline.clear();
  }
}
