/** Callbacks of signals. Many requests share one signal, and platforms warn of many listeners on one. */
const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when a signal aborts; at once if it has aborted. However many wait, the signal has one listener.
 *
 * @returns a function that ends the wait.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    callback();
    return () => undefined;
  }
  const waiting = callbacks.get(signal) ?? listenTo(signal);
  // A callback that waits twice is called twice.
  const own = () => callback();
  waiting.add(own);
  return () => void waiting.delete(own);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>();
  callbacks.set(signal, waiting);
  signal.addEventListener(
    "abort",
    () => {
      for (const callback of [...waiting]) callback();
      waiting.clear();
    },
    { once: true },
  );
  return waiting;
}
