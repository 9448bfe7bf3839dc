/** What `npm run check` requires of the Markdown documents: links that lead to files, short lines, few words. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./root.mjs";

/** Folders of third-party documents, generated ones, or data. */
const SKIPPED = /^(?:node_modules|dist|coverage|\..*)$/;
/** Characters of a line of prose, without the targets of its links. Tables and code may be longer. */
const MAX_LINE = 100;
/** Pictures, targets of links, and addresses. */
const NOT_PROSE = /!\[[^\]]*\]\([^()\s]*\)|(?<=\])\([^()\s]*\)|<?https?:\/\/\S+/g;
/** Words of all documents together, as `wc -w` counts them. */
const MAX_WORDS = 60_000;

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
