import { onAbort } from "./on-abort.js";

/** Waits; an abort ends it at once. @throws the reason of `signal` if it aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, milliseconds);
    const forget = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal?.reason);
    });
  });
}
