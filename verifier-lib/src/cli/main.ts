/**
 * `svc-verify`: the verifier on the command line. Reports go to standard output, everything else to standard error. The same module
 * runs in the threads that a folder is shared among.
 */
import { isMainThread } from "node:worker_threads";
import { UNREADABLE } from "./exit-status.js";
import { complain, reasonOf } from "./messages.js";
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
  const { runWorker } = await import("./many/examiner-pool.js");
  await runWorker();
}
