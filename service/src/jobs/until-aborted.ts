/** Asks, and rejects with the reason as soon as the signal aborts: what was asked goes on, and nobody waits for it. */
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
