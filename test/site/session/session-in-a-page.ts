/**
 * The session of the site without its views: what the production build makes of it, with its worker, driven by tests.
 */
import { filesOfInput } from "../../../verifier-web/src/intake/read-transfer.js";
import { scriptUrl } from "../../../verifier-web/src/security/script-url.js";
import { verifierWorker } from "../../../verifier-web/src/security/verifier-worker.js";
import { createPageSession } from "../../../verifier-web/src/session/page-session.js";
import type { Session } from "../../../verifier-web/src/session/session.js";
import bareHashUrl from "./bare-hash-worker.ts?worker&url";

declare global {
  interface Window {
    session: Session;
    /** The workers that the session has started, the latest last. */
    workers: Worker[];
    /** Tasks of the main thread that took longer than 50 ms, in ms. */
    longTasks: number[];
    /** How long hash-wasm takes for so many bytes in a worker of its own, in ms. */
    bareHashMs(totalBytes: number): Promise<number>;
  }
}

/** As much as the session reads in one go. */
const CHUNK_BYTES = 1_048_576;

window.bareHashMs = (totalBytes) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(scriptUrl(new URL(bareHashUrl, import.meta.url)), { type: "module" });
    worker.onerror = reject;
    worker.onmessage = ({ data }: MessageEvent<number>) => {
      worker.terminate();
      resolve(data);
    };
    worker.postMessage({ totalBytes, chunkBytes: CHUNK_BYTES });
  });

window.workers = [];
window.longTasks = [];
window.session = createPageSession(() => {
  const worker = verifierWorker();
  window.workers.push(worker);
  return worker;
});
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longTasks.push(duration);
}).observe({ type: "longtask" });

for (const id of ["files", "folder"]) {
  const input = document.getElementById(id) as HTMLInputElement;
  input.addEventListener("change", () => {
    window.session.add(filesOfInput(input.files));
    // The same file may be chosen again.
    input.value = "";
  });
}
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer !== null) window.session.addTransfer(event.dataTransfer);
});
document.addEventListener("paste", (event) => {
  if (event.clipboardData !== null) window.session.addTransfer(event.clipboardData);
});
