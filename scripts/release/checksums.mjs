/** `SHA256SUMS`: the files of a release by their SHA-256, in the form of `sha256sum`. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const SUMS = "SHA256SUMS";
/** What is about the list, and cannot be in it. */
export const ABOUT_SUMS = [SUMS, `${SUMS}.sig`, `${SUMS}.ots`, `${SUMS}.sig.ots`];

const LINE = /^([0-9a-f]{64}) {2}([A-Za-z0-9][A-Za-z0-9._-]*)$/;

export function writeChecksums(folder) {
  const lines = listed(folder).map((name) => `${hashOf(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, SUMS), lines.join(""));
}

/** What is no file among those about the list: a line each. A link may lead out of the folder, and a pipe never ends. */
export function fileProblems(folder) {
  return ABOUT_SUMS.filter(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === false,
  ).map((name) => `${name} is not a file`);
}

/** Where the files of a folder are not those of its list: a line each. The folder is anyone's. */
export function checksumProblems(folder) {
  let text;
  try {
    text = readFileSync(join(folder, SUMS), "utf8");
  } catch {
    return [`${SUMS} is missing`];
  }
  const problems = [];
  const stated = new Map();
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const [, hash, name] = LINE.exec(line) ?? [];
    if (hash === undefined)
      problems.push(`${SUMS}: a line of another form: ${JSON.stringify(line.slice(0, 100))}`);
    else if (stated.has(name)) problems.push(`${SUMS}: ${name} is there twice`);
    else stated.set(name, hash);
  }
  const there = new Set(listed(folder));
  for (const [name, hash] of stated) {
    if (there.has(name) && !lstatSync(join(folder, name)).isFile()) problems.push(`${name} is not a file`);
    else if (!there.has(name)) problems.push(`${name} is missing`);
    else if (hashOf(join(folder, name)) !== hash) problems.push(`${name} is not the file of ${SUMS}`);
  }
  for (const name of there) if (!stated.has(name)) problems.push(`${name} is not in ${SUMS}`);
  return problems;
}

function listed(folder) {
  return readdirSync(folder)
    .filter((name) => !ABOUT_SUMS.includes(name))
    .sort();
}

function hashOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
