/** Replaces `verifier-worker.ts` in the single-file page, which contains the worker's script as text. */
import workerText from "virtual:worker-text";
import { answerBlobReads } from "../blob-reads/answer-blob-reads.js";
import { scriptUrl } from "./script-url.js";

let url: URL | undefined;

/** Starts a new worker that hashes and verifies. The caller terminates it. */
export function verifierWorker(): Worker {
  url ??= new URL(URL.createObjectURL(new Blob([workerText], { type: "text/javascript" })));
  const worker = new Worker(scriptUrl(url), { name: "verifier" });
  answerBlobReads(worker);
  return worker;
}
