/** The programs of `verifier-lib/src/cli`, as they are built. Mutation runs call their sources instead. */
import { join } from "node:path";
import { type Run, root, run } from "./run-command.js";

const built = (path: string, words: readonly string[]) =>
  run(process.execPath, [join(root, "verifier-lib", path), ...words]);

/** `svc-verify`, as the workspace installs it. */
export const svcVerify = (...words: string[]): Promise<Run> => built("bin/svc-verify.js", words);

/** The maintainer's command that writes the table of checkpoints. */
export const writeCheckpoints = (...words: string[]): Promise<Run> => built("dist/cli/checkpoints.js", words);

/** The command that writes epoch files. */
export const writeEpochs = (...words: string[]): Promise<Run> => built("dist/cli/epochs.js", words);
