/**
 * `svc-verify`: the verifier on the command line. Reports go to standard output, everything else to standard error. The same module
 * runs in the threads that a folder is shared among.
 */

import { isMainThread } from "node:worker_threads";
import { complain, reasonOf } from "./program/output.js";
import { UNREADABLE } from "./rows.js";
import { svcVerify } from "./svc-verify.js";

if (isMainThread) {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // What was found out did not arrive: never to be taken for a success. Where the reader has gone (`| head`), it
    // knows that itself.
    if (error.code !== "EPIPE") complain(`standard output: ${reasonOf(error)}`);
    process.exit(UNREADABLE);
  });
  process.stderr.on("error", () => undefined);
  process.exitCode = await svcVerify(process.argv.slice(2), new URL(import.meta.url));
} else {
  const { runWorker } = await import("./threads.js");
  await runWorker();
}
