import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./root.mjs";

/** Folders of third-party documents, generated ones, or data. */
const SKIPPED = /^(?:node_modules|dist|coverage|\..*)$/;

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
