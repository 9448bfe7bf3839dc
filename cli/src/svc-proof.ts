/** The commands of `svc-proof`. */

import {
  type Command,
  isShell,
  type ParsedWords,
  parseCommand,
  SHELLS,
  UsageError,
} from "@svc-proof/verifier-lib/command-line";
import {
  ACCOUNT,
  COMMANDS,
  COMPLETION,
  FETCH,
  LIST,
  LOGIN,
  LOGOUT,
  MAN,
  STAMP,
  STATUS,
  UPGRADE,
  VERIFY_COMMAND,
} from "./commands.js";
import { refuseKeys } from "./configuration.js";
import { note } from "./output.js";
import { EXIT, type ExitStatus, problemOf, STATUS_OF } from "./results.js";
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
  [COMPLETION, async () => showCompletion],
  [MAN, async () => showManual],
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
  if (first === undefined || first === "--help" || first === "-h" || first === "help")
    return showOverview(first);
  if (first === "--version") return print(`svc-proof ${(await import("./version.js")).version()}\n`);
  if (first === VERIFY_COMMAND.name) {
    return (await import("@svc-proof/verifier-lib/command-line")).runSvcVerify(others);
  }
  const command = COMMANDS.find(({ name }) => name === first);
  const load = command === undefined ? undefined : ACTS.get(command);
  if (command === undefined || load === undefined) throw await unknownCommand(first);
  const parsed = parseCommand(command, others);
  if (
    command.groups.some(({ options }) => options.some(({ name }) => name === "help")) &&
    parsed.has("help")
  ) {
    const { commandUsage } = await import("@svc-proof/verifier-lib/command-line");
    return print(commandUsage((await import("./commands.js")).SVC_PROOF, command));
  }
  return (await load())(parsed, context);
}

function tell(error: unknown, words: readonly string[]): ExitStatus {
  if (error instanceof UsageError) {
    note(error.message);
    const command = COMMANDS.find(({ name }) => name === words[0]);
    const hint = command === undefined ? "svc-proof --help" : `svc-proof ${command.name} --help`;
    process.stderr.write(`Try "${hint}".\n`);
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

async function unknownCommand(word: string): Promise<UsageError> {
  const { nearestWord } = await import("@svc-proof/shared/text");
  const meant = nearestWord(
    word,
    COMMANDS.map(({ name }) => name),
  );
  return new UsageError(`no command is called "${word}".${meant === null ? "" : ` Did you mean ${meant}?`}`);
}

async function showOverview(asked: string | undefined): Promise<number> {
  const { overview } = await import("@svc-proof/verifier-lib/command-line");
  const text = overview((await import("./commands.js")).SVC_PROOF);
  if (asked !== undefined) return print(text);
  process.stderr.write(text);
  return EXIT.unusable;
}

async function showCompletion({ positionals }: ParsedWords): Promise<number> {
  const [shell] = positionals;
  if (positionals.length !== 1 || !isShell(shell))
    throw new UsageError(`completion: expected ${SHELLS.join(", ")}`);
  const { completion } = await import("@svc-proof/verifier-lib/command-line");
  return print(completion((await import("./commands.js")).SVC_PROOF_COMPLETED, shell));
}

async function showManual({ positionals }: ParsedWords): Promise<number> {
  if (positionals.length > 0) throw new UsageError("man: expected nothing after it");
  const { manPage } = await import("@svc-proof/verifier-lib/command-line");
  const { version } = await import("./version.js");
  return print(manPage((await import("./commands.js")).SVC_PROOF, version()));
}

function print(text: string): ExitStatus {
  process.stdout.write(text);
  return EXIT.done;
}
