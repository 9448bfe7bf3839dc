/** The commands of `svc-verify`. */
import { COMPLETION, expectOperands, parseCommand } from "../command-line/command.js";
import { complain, EXIT, pointToHelp, reasonOf, UsageError } from "../command-line/output.js";
import { VERIFIER } from "../version.js";
import { MAN, SVC_VERIFY } from "./commands.js";

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  upgrade: async (words) => (await import("./upgrade.js")).upgrade(words),
  asic: async (words) => (await import("./asic.js")).asic(words),
  "trust-list": async (words) => (await import("./trust-list.js")).trustList(words),
  completion: async (words) => {
    const { askedCompletion } = await import("../command-line/completion.js");
    return print(askedCompletion(SVC_VERIFY, parseCommand(COMPLETION, words)));
  },
  man: async (words) => {
    expectOperands(MAN, parseCommand(MAN, words));
    return print((await import("../command-line/help.js")).manPage(SVC_VERIFY, VERIFIER.version));
  },
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
    complain(SVC_VERIFY.name, path === undefined ? reasonOf(error) : `${path}: ${reasonOf(error)}`);
    if (error instanceof UsageError) pointToHelp(SVC_VERIFY.name);
    return EXIT.unusable;
  }
}

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
  return svcVerify(words, new URL("./main.js", import.meta.url));
}

async function verifyAll(words: readonly string[], entry: URL): Promise<number> {
  const args = (await import("./arguments.js")).parseArguments(words);
  if (args === "help") return print((await import("../command-line/help.js")).usage(SVC_VERIFY));
  if (args === "version") return print(`svc-verify ${VERIFIER.version}\n`);
  const { hasFolder } = await import("../node/files.js");
  if (hasFolder(args.files)) {
    const { verifyFolders } = await import("./verify-folders.js");
    return verifyFolders(args, entry, words);
  }
  const { verifyFiles } = await import("./verify-files.js");
  return verifyFiles(args);
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
