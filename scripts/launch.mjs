/**
 * `node scripts/launch.mjs PROGRAM [WORD]...`: prepares the workspace, then becomes the program. One process, so
 * that a signal sent to `npm start` reaches the service itself.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { prepareOrExit } from "./prepare.mjs";
import { root } from "./root.mjs";

const [program, ...words] = process.argv.slice(2);
if (program === undefined) {
  process.stderr.write("Usage: node scripts/launch.mjs PROGRAM [WORD]...\n");
  process.exit(2);
}
prepareOrExit();
const path = join(root, program);
process.argv = [process.execPath, path, ...words];
await import(pathToFileURL(path).href);
