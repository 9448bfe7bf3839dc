/** The commands of `svc-verify`. */
import { VERIFIER } from "../index.js";
import { parseArguments } from "./arguments.js";
import { COMPLETION, MAN } from "./commands.js";
import { isShell, parseCommand, SHELLS, UsageError } from "./program/command.js";
import { complain, reasonOf } from "./program/output.js";
import { UNREADABLE } from "./rows.js";

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  upgrade: async (words) => (await import("./upgrade.js")).upgrade(words),
  asic: async (words) => (await import("./asic.js")).asic(words),
  "trust-list": async (words) => (await import("./trust-list.js")).trustList(words),
  completion: showCompletion,
  man: showManual,
};

/**
 * Runs the command that the words say.
 *
 * @param words after the name of the program.
 * @param entry the module that threads run for a folder: `main.js`, or the one file that all of this is bundled into.
 * @returns the exit status. What went wrong has been told on standard error.
 */
export async function svcVerify(words: readonly string[], entry: URL): Promise<number> {
  try {
    const command = Object.hasOwn(COMMANDS, words[0] ?? "") ? COMMANDS[words[0]!] : undefined;
    return await (command === undefined ? verifyAll(words, entry) : command(words.slice(1)));
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException;
    complain(path === undefined ? reasonOf(error) : `${path}: ${reasonOf(error)}`);
    if (error instanceof UsageError) process.stderr.write('Try "svc-verify --help".\n');
    return UNREADABLE;
  }
}

async function verifyAll(words: readonly string[], entry: URL): Promise<number> {
  const args = parseArguments(words);
  if (args === "help") {
    const { SVC_VERIFY } = await import("./manual.js");
    return print((await import("./program/help.js")).usage(SVC_VERIFY));
  }
  if (args === "version") return print(`svc-verify ${VERIFIER.version}\n`);
  const { hasFolder } = await import("../node/walk.js");
  if (hasFolder(args.files)) {
    const { verifyFolders } = await import("./verify-folders.js");
    return verifyFolders(args, entry, words);
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
  const { SVC_VERIFY } = await import("./manual.js");
  return print((await import("./program/completion.js")).completion(SVC_VERIFY, shell));
}

async function showManual(words: readonly string[]): Promise<number> {
  if (parseCommand(MAN, words).positionals.length > 0) throw new UsageError("man: expected nothing after it");
  const { SVC_VERIFY } = await import("./manual.js");
  return print((await import("./program/help.js")).manPage(SVC_VERIFY, VERIFIER.version));
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
