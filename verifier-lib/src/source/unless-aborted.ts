/**
 * A promise that a signal can end. A signal handed to `fetch` is not enough: undici follows it through weak references, so
 * that after a garbage collection an abort may reach nobody.
 */

/**
 * Settles as `promise` does, or rejects with the signal's reason as soon as that aborts. What the promise comes to
 * afterwards is dropped, a rejection too.
 *
 * @param signal undefined where nobody may end it.
 */
export function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
}
