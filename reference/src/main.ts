/** `node reference/dist/main.js`: writes the API reference to `docs/reference`. Ends with status 1 if it is not complete. */
import { join } from "node:path";
import { entryPoints, root } from "./entry-points.js";
import { readTypes } from "./read-types.js";
import { writeReference } from "./write-reference.js";

const entries = entryPoints();
const types = await readTypes(entries);
await writeReference(types, entries, join(root, "docs/reference"));
const warnings = types.warnings();
for (const warning of warnings) process.stderr.write(`${warning}\n`);
if (warnings.length > 0) process.exitCode = 1;
