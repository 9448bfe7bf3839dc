/**
 * Calls `ask`, and rejects with the signal's reason as soon as it aborts. The call continues, but nobody waits for it.
 */
export function untilAborted<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    ask()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}
