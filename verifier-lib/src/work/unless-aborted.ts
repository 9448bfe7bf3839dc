/**
 * Makes a promise abortable. Passing the signal to `fetch` is not enough: undici holds it through weak references, so
 * an abort can get lost after a garbage collection.
 */

/**
 * Settles like `promise`, or rejects with the reason of the signal as soon as it aborts. A later result or
 * rejection of `promise` is ignored.
 *
 * @param signal undefined if the wait cannot be aborted.
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
