import { svcVerify } from "../cli/svc-verify.js";

/** The module that `svc-verify` runs as threads. */
const ENTRY = new URL("../cli/main.js", import.meta.url);

/**
 * Runs `svc-verify` in this process: same options, output and exit statuses.
 *
 * @param words after the name of the program.
 * @returns the exit status. What went wrong has been told on standard error. Never throws because of words or files.
 *
 * @example
 * process.exitCode = await runSvcVerify(["--json", "evidence.zip"]);
 */
export function runSvcVerify(words: readonly string[]): Promise<number> {
  return svcVerify(words, ENTRY);
}
