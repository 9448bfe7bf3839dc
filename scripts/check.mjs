/**
 * `npm run check`: types, lint and formatting, unused code and dependencies, the API reference, package exports, links
 * between the documents and their lengths, the folder graph, changelog, versions and licences. Runs all and names those
 * that failed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { circleText, folderCircles } from "./house.mjs";
import { prepareOrExit } from "./prepare.mjs";
import { thirdPartyLicences } from "./release/bills.mjs";
import { readChangelog, versionProblems } from "./release/versions.mjs";
import { packagesOf, publicPackages, root } from "./workspaces.mjs";

/** Folders of third-party documents, generated ones, or data. */
const SKIPPED = /^(?:node_modules|dist|coverage|\..*)$/;
/** Characters of a line of prose, without the targets of its links. Tables and code may be longer. */
const MAX_LINE = 100;
/** Pictures, targets of links, and addresses. */
const NOT_PROSE = /!\[[^\]]*\]\([^()\s]*\)|(?<=\])\([^()\s]*\)|<?https?:\/\/\S+/g;
/** Words of all documents together, as `wc -w` counts them. */
const MAX_WORDS = 60_000;

await prepareOrExit();

const tool = (path, ...words) => [process.execPath, [join(root, "node_modules", path), ...words]];
const ATTW = "@arethetypeswrong/cli/dist/index.js";
const CHECKS = [
  ["types", ...tool("typescript/bin/tsc", "-b", "tsconfig.json")],
  ["types of tests", ...tool("typescript/bin/tsc", "-p", "tsconfig.test.json")],
  ["lint and format", ...tool("@biomejs/biome/bin/biome", "check", "--error-on-warnings")],
  ["unused code and dependencies", ...tool("knip/bin/knip.js")],
  // Before the links between the documents: those of the reference are among them.
  ["API reference", process.execPath, [join(root, "docs/site/dist/reference/main.js"), "--strict"]],
  ...publicPackages().flatMap(({ folder, entries }) => {
    const modules = entries.filter(({ types }) => types !== null);
    const others = entries
      .filter(({ types }) => types === null)
      .flatMap(({ path }) => ["--exclude-entrypoints", path]);
    return [
      [`exports of ${folder}`, ...tool("publint/src/cli.js", "--strict", folder)],
      ...(modules.length === 0
        ? []
        : [
            [
              `types of ${folder}'s exports`,
              ...tool(ATTW, "--pack", folder, "--profile", "esm-only", ...others),
            ],
          ]),
    ];
  }),
];

const failed = [];
const fail = (name, output) => {
  failed.push(name);
  process.stdout.write(output);
};
for (const [name, command, words] of CHECKS) {
  process.stdout.write(`check: ${name}\n`);
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: "utf8" });
  if (status !== 0) fail(name, `${stdout}${stderr}`);
}
const read = (path) => readFileSync(join(root, path), "utf8");
const lists = [
  ["lockfile without registry addresses", read("package-lock.json").match(/"resolved": "http.*/g) ?? []],
  ["folder dependencies without circles", circles()],
  ["links between the documents", brokenLinks()],
  ["lengths of the documents", documentLengths()],
  ["form of the changelog", readChangelog(read("CHANGELOG.md")).problems],
  ["versions in step", versionProblems(root)],
  ["licences of dependencies", thirdPartyLicences(root).problems],
];
for (const [name, problems] of lists) if (problems.length > 0) fail(name, `${problems.join("\n")}\n`);
process.stdout.write(
  failed.length === 0
    ? `${CHECKS.length + lists.length} checks passed\n`
    : `failed checks: ${failed.join("; ")}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function circles() {
  return packagesOf(root)
    .flatMap(({ folder }) => ["src", "ui/src", "site/src"].map((sources) => join(folder, sources)))
    .filter((sources) => existsSync(join(root, sources)))
    .flatMap((sources) => folderCircles(join(root, sources)).map((circle) => circleText(sources, circle)));
}

/**
 * The links between Markdown files of the workspace that lead to no file, one per line. Ignores
 * code, web addresses and the part after `#`.
 */
export function brokenLinks() {
  return markdownFiles(root).flatMap((file) =>
    links(readFileSync(file, "utf8"))
      .filter((path) => !existsSync(join(dirname(file), path)))
      .map((path) => `${relative(root, file)}: no file at ${path}`),
  );
}

function markdownFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** The paths that a document links to, as written. */
function links(markdown) {
  const prose = markdown.replace(/^(```+)[^\n]*\n[\s\S]*?^\1`*$/gm, "").replace(/`[^`\n]+`/g, "code");
  const targets = [...prose.matchAll(/\]\(([^()\s]+)\)|^\[[^\]]+\]: (\S+)/gm)].map(
    (match) => match[1] ?? match[2],
  );
  return targets
    .filter((target) => !/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target))
    .map((target) => decodeURIComponent(target.replace(/#.*$/, "")));
}

/** Lines of prose that are too long in tracked documents, one per line, and the number of words if there are too many. */
export function documentLengths() {
  const files = execFileSync("git", ["ls-files", "-z", "--", "*.md"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(root, file)));
  const problems = [];
  let words = 0;
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    words += text.split(/\s+/).filter((word) => word !== "").length;
    for (const { at, length } of longLines(text))
      problems.push(`${file}:${at}: ${length} characters, at most ${MAX_LINE} in a line of prose`);
  }
  if (words > MAX_WORDS)
    problems.push(`${words} words in ${files.length} documents, at most ${MAX_WORDS} in all`);
  return problems;
}

/** Numbers, from 1, and lengths of the lines of prose that are too long. */
function longLines(markdown) {
  const long = [];
  let fence = null;
  for (const [at, line] of markdown.split("\n").entries()) {
    const mark = /^[\s>]*(?:[-*] |\d+\. )?(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    fence = mark;
    // Fences, rows of tables, and targets of links that stand by themselves.
    if (mark !== null || /^[\s>]*(?:\||\[[^\]]+\]: )/.test(line)) continue;
    const { length } = line.replace(NOT_PROSE, "");
    if (length > MAX_LINE) long.push({ at: at + 1, length });
  }
  return long;
}
