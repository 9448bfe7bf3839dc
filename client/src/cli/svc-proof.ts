/** The commands of `svc-proof`. */

import { readFileSync } from "node:fs";
import {
  askedCompletion,
  COMPLETION,
  type Command,
  EXIT,
  type ExitStatus,
  manPage,
  overview,
  type ParsedWords,
  pointToHelp,
  readInvocation,
  runSvcVerify,
  UsageError,
} from "@svc-proof/verifier-lib/command-line";
import {
  ACCOUNT,
  COMMANDS,
  FETCH,
  LIST,
  LOGIN,
  LOGOUT,
  MAN,
  STAMP,
  STATUS,
  SVC_PROOF,
  SVC_PROOF_COMPLETED,
  UPGRADE,
  VERIFY_COMMAND,
} from "./commands.js";
import { refuseKeys } from "./configuration.js";
import { note } from "./output.js";
import { problemOf, STATUS_OF } from "./results.js";
import type { Context } from "./run.js";

type Act = (words: ParsedWords, context: Context) => Promise<number>;

/** Loaded when it is called: most commands need only a part of the program. */
const ACTS: ReadonlyMap<Command, () => Promise<Act>> = new Map<Command, () => Promise<Act>>([
  [STAMP, async () => (await import("./stamp.js")).stamp],
  [STATUS, async () => (await import("./fetch.js")).status],
  [UPGRADE, async () => (await import("./fetch.js")).upgrade],
  [FETCH, async () => (await import("./fetch.js")).fetch],
  [LIST, async () => (await import("./account.js")).list],
  [ACCOUNT, async () => (await import("./account.js")).account],
  [LOGIN, async () => (await import("./account.js")).login],
  [LOGOUT, async () => (await import("./account.js")).logout],
  [COMPLETION, async () => async (words) => print(askedCompletion(SVC_PROOF_COMPLETED, words))],
  [MAN, async () => async () => print(manPage(SVC_PROOF, version()))],
]);

/**
 * Runs the command that the words say.
 *
 * @param words after the name of the program.
 * @returns the exit status. What went wrong has been told on standard error.
 * @throws what aborted the signal.
 */
export async function svcProof(words: readonly string[], context: Context): Promise<number> {
  try {
    return await run(words, context);
  } catch (error) {
    context.signal.throwIfAborted();
    return tell(error, words);
  }
}

async function run(words: readonly string[], context: Context): Promise<number> {
  const [first, ...others] = words;
  refuseKeys(words);
  if (first === undefined) {
    process.stderr.write(overview(SVC_PROOF));
    return EXIT.unusable;
  }
  if (first === "--version") return print(`svc-proof ${version()}\n`);
  if (first === VERIFY_COMMAND.name) return runSvcVerify(others);
  const invocation = readInvocation(SVC_PROOF, words);
  if ("help" in invocation) return print(invocation.help);
  const act = await ACTS.get(invocation.command)!();
  return act(invocation.words, context);
}

function tell(error: unknown, words: readonly string[]): ExitStatus {
  if (error instanceof UsageError) {
    note(error.message);
    const command = COMMANDS.find(({ name }) => name === words[0]);
    pointToHelp(command === undefined ? "svc-proof" : `svc-proof ${command.name}`);
    return EXIT.unusable;
  }
  const problem = problemOf(error);
  if (problem !== null) {
    note(problem.error.message);
    return STATUS_OF[problem.outcome];
  }
  // A mistake of this program: where it is helps whoever mends it.
  note(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return EXIT.unusable;
}

/** Of the package. */
function version(): string {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}

function print(text: string): ExitStatus {
  process.stdout.write(text);
  return EXIT.done;
}
