/** The worker's entry: reads, hashes and verifies files. */

import { digestFile } from "@svc-proof/verifier-web/ui/hashing";
import { expose } from "comlink";
import { readBlobsThroughPage } from "./blob-reads.js";
import { recognise } from "./recognise.js";
import { Tasks, type Verifier } from "./verifier.js";
import { verifyEvidence } from "./verify-evidence.js";

// Nothing above reads a blob.
if (__SINGLE_FILE__) {
  void readBlobsThroughPage(Blob.prototype, (message, transfer) => postMessage(message, { transfer }));
}

const tasks = new Tasks();

const verifier = {
  reportProgress: (listener) => tasks.reportProgress(listener),
  recognise: (taskId, files) => tasks.run(taskId, () => Promise.all(files.map(recognise))),
  digest: (taskId, file, algorithm) => tasks.run(taskId, (task) => digestFile(file, algorithm, task)),
  verify: (taskId, evidence) =>
    tasks.run(taskId, async (task) => {
      const { online } = evidence;
      if (online === null) return verifyEvidence(evidence, task);
      const { sourcesOf } = await import("./sources.js");
      return verifyEvidence(evidence, { ...task, ...sourcesOf(online, task.signal) });
    }),
  createAsic: (taskId, parts) =>
    tasks.run(taskId, async ({ signal }) => {
      const { createAsicFile } = await import("./create-asic.js");
      return createAsicFile(parts, signal);
    }),
  shippedSnapshot: (taskId) =>
    tasks.run(taskId, async () => (await import("./beside-files.js")).shippedSnapshot()),
  cancel: (taskId) => tasks.cancel(taskId),
  ping: () => true,
} satisfies Verifier;

expose(verifier);
