import workerUrl from "../verification/worker.ts?worker&url";
import { scriptUrl } from "./script-url.js";

/** Starts the worker that hashes and verifies. Each call starts one more; whoever holds it ends it. */
export function verifierWorker(): Worker {
  return new Worker(scriptUrl(new URL(workerUrl, import.meta.url)), { type: "module", name: "verifier" });
}
