/**
 * A promise that a signal can end. A signal handed to `fetch` is not enough: undici follows it through weak references, so
 * that after a garbage collection an abort may reach nobody.
 */

/**
 * Settles as `promise` does, or rejects with the signal's reason as soon as that aborts. What the promise comes to
 * afterwards is dropped, a rejection too.
 */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener("abort", end);
      reject(signal.reason);
    };
    const settle =
      <Outcome>(outcome: (value: Outcome) => void) =>
      (value: Outcome) => {
        signal.removeEventListener("abort", end);
        outcome(value);
      };
    promise.then(settle(resolve), settle(reject));
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
