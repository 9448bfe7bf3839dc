/**
 * `node docs/site/dist/reference/main.js`: writes the API reference to `docs/reference`, and what it lacks to standard error. With
 * `--strict`, it ends with status 1 if it lacks anything.
 */

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entryPoints, root } from "./entry-points.js";
import { readTypes, writeReference } from "./reference.js";

const folder = join(root, "docs/reference");
const entries = entryPoints();
const types = await readTypes(entries);
await writeReference(types, entries, folder);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".md"),
);
// Written last: what is listed here is complete.
writeFileSync(join(folder, "build.json"), `${JSON.stringify({ files: files.sort() })}\n`);
const warnings = types.warnings();
for (const warning of warnings) process.stderr.write(`${warning}\n`);
if (warnings.length > 0 && process.argv.includes("--strict")) process.exitCode = 1;
