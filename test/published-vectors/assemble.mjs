/**
 * `prepack` of this package: copies what the cases name from `test/vectors`, and the formats that they refer to from
 * `docs/formats`, into folders that git does not keep. So the repository has each file once. `postpack` removes them (`--remove`).
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const here = import.meta.dirname;
const stored = join(here, "../vectors");
const formats = join(here, "../../docs/formats");

/** Every path below `files/` in a document. */
function filesIn(value) {
  if (typeof value === "string") return value.startsWith("files/") ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(filesIn) : [];
}

function kinds() {
  return readdirSync(here, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !["bin", "files", "formats", "node_modules"].includes(entry.name),
    )
    .map(({ name }) => name);
}

for (const folder of ["files", "formats"]) rmSync(join(here, folder), { recursive: true, force: true });
if (!process.argv.includes("--remove")) {
  const named = kinds().flatMap((kind) =>
    filesIn(JSON.parse(readFileSync(join(here, kind, "cases.json"), "utf8"))),
  );
  for (const path of new Set(named)) {
    mkdirSync(dirname(join(here, path)), { recursive: true });
    cpSync(join(stored, path.slice("files/".length)), join(here, path));
  }
  cpSync(formats, join(here, "formats"), { recursive: true });
}
