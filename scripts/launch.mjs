/**
 * `node scripts/launch.mjs PROGRAM [WORD]...`: prepares the workspace, then becomes the program.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { prepareOrExit } from "./prepare.mjs";
import { root } from "./root.mjs";

/** The set of `prepare.mjs` that a program needs, by its workspace; everything for others. */
const SETS = { sandbox: "start", service: "service", reference: "docs" };

const [program, ...words] = process.argv.slice(2);
if (program === undefined) {
  process.stderr.write("Usage: node scripts/launch.mjs PROGRAM [WORD]...\n");
  process.exit(2);
}
if (process.env["npm_lifecycle_event"] !== undefined) stopWithParent();
await prepareOrExit(SETS[program.split("/")[0]]);
const path = join(root, program);
process.argv = [process.execPath, path, ...words];
await import(pathToFileURL(path).href);

/**
 * npm passes a signal on to its shell, and many shells die of it without telling us: stopping `npm
 * start` would leave the service running. So when our parent is gone, we stop as if signalled.
 */
function stopWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
}
