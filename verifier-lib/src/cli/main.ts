/**
 * `svc-verify`: the verifier on the command line. Reports go to standard output, everything else to standard error. The same module
 * runs in the threads that a folder is shared among.
 */
import { isMainThread } from "node:worker_threads";
import { VERIFIER } from "../index.js";
import { parseArguments } from "./arguments.js";
import { UNREADABLE } from "./exit-status.js";
import { complain, reasonOf } from "./messages.js";
import { COMPLETION, MAN, SHELLS, type Shell } from "./options/commands.js";
import { parseCommand } from "./options/parse-command.js";
import { UsageError } from "./options/usage-error.js";

const ENTRY = new URL(import.meta.url);

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  upgrade: async (words) => (await import("./upgrade.js")).upgrade(words),
  asic: async (words) => (await import("./asic.js")).asic(words),
  "trust-list": async (words) => (await import("./trust-list.js")).trustList(words),
  completion: showCompletion,
  man: showManual,
};

if (isMainThread) {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // What was found out did not arrive: never to be taken for a success. Where the reader has gone (`| head`), it
    // knows that itself.
    if (error.code !== "EPIPE") complain(`standard output: ${reasonOf(error)}`);
    process.exit(UNREADABLE);
  });
  process.stderr.on("error", () => undefined);
  process.exitCode = await main(process.argv.slice(2));
} else {
  const { runWorker } = await import("./many/run-worker.js");
  await runWorker();
}

async function main(words: readonly string[]): Promise<number> {
  try {
    const command = Object.hasOwn(COMMANDS, words[0] ?? "") ? COMMANDS[words[0]!] : undefined;
    return await (command === undefined ? verifyAll(words) : command(words.slice(1)));
  } catch (error) {
    complain(reasonOf(error));
    if (error instanceof UsageError) process.stderr.write('Try "svc-verify --help".\n');
    return UNREADABLE;
  }
}

async function verifyAll(words: readonly string[]): Promise<number> {
  const args = parseArguments(words);
  if (args === "help") return print((await import("./manual/usage.js")).usage());
  if (args === "version") return print(`svc-verify ${VERIFIER.version}\n`);
  const { hasFolder } = await import("./many/walk.js");
  if (hasFolder(args.files)) {
    const { verifyFolders } = await import("./verify-folders.js");
    return verifyFolders(args, ENTRY, words);
  }
  const { verifyFiles } = await import("./verify-files.js");
  return verifyFiles(args);
}

async function showCompletion(words: readonly string[]): Promise<number> {
  const { positionals } = parseCommand(COMPLETION, words);
  const [shell] = positionals;
  if (positionals.length !== 1 || !isShell(shell)) {
    throw new UsageError(`completion: expected ${SHELLS.join(", ")}`);
  }
  return print((await import("./manual/completion.js")).completion(shell));
}

function isShell(word: string | undefined): word is Shell {
  return SHELLS.some((shell) => shell === word);
}

async function showManual(words: readonly string[]): Promise<number> {
  if (parseCommand(MAN, words).positionals.length > 0) throw new UsageError("man: expected nothing after it");
  return print((await import("./manual/man-page.js")).manPage(VERIFIER.version));
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
