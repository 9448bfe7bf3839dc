import { UsageError } from "@svc-proof/verifier-lib/command-line";
import { looksLikeKey } from "./api-key.js";

const WHERE_INSTEAD =
  "Give it by `svc-proof login`, --key-file FILE, SVC_PROOF_KEY or the prompt. If this was a real key, revoke it in the dashboard.";

/**
 * Refuses words that hold an API key: every user of the machine sees the arguments of a program, and shells write them to a file.
 *
 * @throws UsageError, which does not repeat the key.
 */
export function refuseKeys(words: readonly string[]): void {
  if (words.some(looksLikeKey)) {
    throw new UsageError(
      `one of the arguments looks like an API key. Arguments can be read by every user of this machine and stay in the history of the shell. ${WHERE_INSTEAD}`,
    );
  }
  // What follows `--` is a file.
  const end = words.indexOf("--");
  const option = words
    .slice(0, end === -1 ? words.length : end)
    .find((word) => /^--(?:api-)?key(?:=|$)/.test(word));
  if (option !== undefined) throw new UsageError(`a key is never an argument. ${WHERE_INSTEAD}`);
}
