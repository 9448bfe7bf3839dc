/**
 * Takes the place of `test/svc-verify.ts` in mutation runs: the same programs from their sources, in this process, one after the other.
 * The threads that share a large folder run what is built, and so does what a test starts by itself.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { captured } from "../../verifier-lib/src/cli/captured.testing.js";
import { svcVerify as run } from "../../verifier-lib/src/cli/svc-verify.js";
import { type Run, root } from "../run-command.js";

const ENTRY = pathToFileURL(join(root, "verifier-lib/dist/cli/main.js"));

let last: Promise<unknown> = Promise.resolve();
let count = 0;

export const svcVerify = (...words: string[]): Promise<Run> => oneByOne(() => run(words, ENTRY));
export const writeCheckpoints = (...words: string[]): Promise<Run> => script("checkpoints", words);
export const writeEpochs = (...words: string[]): Promise<Run> => script("epochs", words);

/** A module that runs when it is loaded. */
function script(name: string, words: readonly string[]): Promise<Run> {
  const path = join(root, `verifier-lib/src/cli/${name}.ts`);
  return oneByOne(async () => {
    const { argv } = process;
    process.argv = [argv[0]!, path, ...words];
    try {
      await import(`${path}?${count++}`);
      return Number(process.exitCode ?? 0);
    } finally {
      process.argv = argv;
    }
  });
}

function oneByOne(call: () => Promise<number>): Promise<Run> {
  const { exitCode } = process;
  const result = last
    .then(() => captured(call))
    .finally(() => {
      process.exitCode = exitCode;
    });
  last = result.catch(() => undefined);
  return result;
}
