/** `svc-proof`: the process. Results go to standard output, everything else to standard error. */

import { setMaxListeners } from "node:events";
import { watchOutput } from "@svc-proof/verifier-lib/command-line";
import { note } from "./output.js";
import { svcProof } from "./svc-proof.js";

/** A signal that asks the program to end. */
class EndedBySignal extends Error {
  override readonly name = "EndedBySignal";
  readonly status: number;

  constructor(status: number) {
    super("asked to end");
    this.status = status;
  }
}

const STATUS_OF_SIGNAL = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const words = process.argv.slice(2);
const end = new AbortController();
// Each request that is under way listens to it, and to signals that follow it.
setMaxListeners(0);
// The verifier has nothing to close, and ends at once.
for (const [signal, status] of words[0] === "verify" ? [] : Object.entries(STATUS_OF_SIGNAL)) {
  process.on(signal, () => {
    // Whoever asks twice does not want to wait.
    if (end.signal.aborted) process.exit(status);
    end.abort(new EndedBySignal(status));
  });
}
watchOutput(note);

try {
  process.exitCode = await svcProof(words, { environment: process.env, signal: end.signal });
} catch (error) {
  if (!(error instanceof EndedBySignal)) throw error;
  const goesOn = ["stamp", "fetch", "upgrade"].includes(words[0] ?? "");
  note(goesOn ? "interrupted; nothing is lost: the same command goes on where this one was" : "interrupted");
  process.exitCode = error.status;
}
