/**
 * The SHA-256 of a file, computed in a worker that ends with it.
 * @param signal ends it early.
 */
export function hashInWorker(file, { onProgress, signal }) {
  const worker = new Worker(new URL("./hash-worker.js", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.onerror = ({ message }) => reject(new Error(message ?? "the worker did not start"));
    worker.onmessage = ({ data: { progress, hash, error } }) => {
      if (progress !== undefined) onProgress(progress);
      else if (error !== undefined) reject(new Error(error));
      else resolve(hash);
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
