/**
 * `svc-verify`: the verifier on the command line. Reports go to standard output, everything else to standard error. The same module
 * runs in the threads that a folder is shared among.
 */

import { isMainThread } from "node:worker_threads";
import { complain, watchOutput } from "../command-line/output.js";
import { svcVerify } from "./svc-verify.js";

if (isMainThread) {
  watchOutput((text) => complain("svc-verify", text));
  process.exitCode = await svcVerify(process.argv.slice(2), new URL(import.meta.url));
} else {
  const { runWorker } = await import("./threads.js");
  await runWorker();
}
