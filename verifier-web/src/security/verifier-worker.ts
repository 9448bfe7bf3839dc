import workerUrl from "../verification/worker.ts?worker&url";
import { scriptUrl } from "./script-url.js";

/** Starts a new worker that hashes and verifies. The caller terminates it. */
export function verifierWorker(): Worker {
  return new Worker(scriptUrl(new URL(workerUrl, import.meta.url)), { type: "module", name: "verifier" });
}
