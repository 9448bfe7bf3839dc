/** Stands in for `verifier-worker.ts` in the page of a single file: the worker's script is a text in the page. */
import workerText from "virtual:worker-text";
import { scriptUrl } from "./script-url.js";

let url: URL | undefined;

/** Starts the worker that hashes and verifies. Each call starts one more; whoever holds it ends it. */
export function verifierWorker(): Worker {
  url ??= new URL(URL.createObjectURL(new Blob([workerText], { type: "text/javascript" })));
  return new Worker(scriptUrl(url), { name: "verifier" });
}
