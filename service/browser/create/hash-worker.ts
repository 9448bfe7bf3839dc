/** The worker: computes fingerprints as the verifier does. A request without a file ends the one with its number. */

import { digestFile, isUnreadableFile } from "@svc-proof/verifier-web/ui/hashing";
import type { HashAnswer, HashRequest } from "./hashing.js";

/** The page shows no more. */
const PROGRESS_INTERVAL_MS = 100;

const running = new Map<number, AbortController>();

addEventListener("message", ({ data }: MessageEvent<HashRequest>) => {
  if (data.file === null) running.get(data.id)?.abort();
  else void hash(data.id, data.file);
});

async function hash(id: number, file: Blob): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  let toldAtMs = performance.now();
  const onProgress = (doneBytes: number) => {
    const nowMs = performance.now();
    if (nowMs - toldAtMs < PROGRESS_INTERVAL_MS) return;
    toldAtMs = nowMs;
    tell({ id, doneBytes });
  };
  try {
    tell({ id, hash: await digestFile(file, "SHA-256", { signal: controller.signal, onProgress }) });
  } catch (error) {
    tell({ id, error: String(error), isUnreadable: isUnreadableFile(error) });
  } finally {
    running.delete(id);
  }
}

function tell(answer: HashAnswer): void {
  postMessage(answer);
}
