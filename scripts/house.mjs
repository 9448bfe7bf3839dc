/**
 * The bars of this repository: how many production files and lines there are, how many files are small or have one importer, and
 * whether files, or the folders of a package, depend on each other in a circle. Plain JavaScript without a dependency.
 *
 * `node scripts/house.mjs [--circles]`: the figures, a line each; with `--circles` first the imports of each circle.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./workspaces.mjs";

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const TEST = /^test\/|\.(?:test|testing|test-d)\./;
/** Sources that are no production: texts of languages, and generated ones. */
const NOT_COUNTED = [
  /(?:^|\/)texts?\/|(?:\/|-)texts\.ts$|\/readme\/(?:english|french|german|spanish)\.ts$/,
  /(?:wire|src)\/schema\.ts$|(?:default-snapshot|checkpoint-table|\/version)\.ts$/,
];
/** A module's name: `from "…"`, `import "…"`, `import("…")`. Type imports count too: a reader has to follow them as well. */
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]*)"/g;

/** Pairs of files, of which the first imports the second, by the texts of all. */
function importsBetween(texts) {
  return [...texts].flatMap(([from, text]) =>
    [...text.matchAll(SPECIFIER)].flatMap(([, specifier]) => {
      const path = posix.join(posix.dirname(from), specifier);
      const names = [
        path,
        ...[".ts", ".tsx"].map((end) => path.replace(/\.js$/, end)),
        path.replace(/\.mjs$/, ".mts"),
      ];
      const to = names.find((name) => texts.has(name));
      return to === undefined || to === from ? [] : [[from, to]];
    }),
  );
}

/** Every set of nodes that reach each other (Tarjan, 1972), as arrays of names; the graph has the edges of a node by their ends. */
function circlesOf(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const circles = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node), low.get(next)));
      } else if (stack.includes(next)) {
        low.set(node, Math.min(low.get(node), index.get(next)));
      }
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle);
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

/** Members, and the imports by which they depend on each other; `edges`: from, to, and the import as text. */
function circlesWithImports(edges) {
  const graph = new Map();
  for (const [from, to, text] of edges) {
    if (!graph.has(from)) graph.set(from, new Map());
    const ends = graph.get(from);
    ends.set(to, [...(ends.get(to) ?? []), text]);
  }
  return circlesOf(graph).map((members) => ({
    members,
    imports: members.flatMap((from) => members.flatMap((to) => graph.get(from)?.get(to) ?? [])),
  }));
}

/**
 * The circles among the folders of a package. Inside each folder, its files and its subfolders, each subfolder taken as one, must
 * depend on each other in one direction only. Tests may import anything.
 *
 * @typedef {{ readonly parent: string, readonly members: readonly string[], readonly imports: readonly string[] }} FolderCircle
 * `parent`: the folder, below the sources, "" for themselves; `imports`: as `importer -> imported`, paths below the sources.
 *
 * @param {string} folder path of the sources of one package.
 * @returns {FolderCircle[]}
 */
export function folderCircles(folder) {
  const names = readdirSync(folder, { recursive: true })
    .map((name) => name.split(sep).join("/"))
    .filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|testing|d)\.tsx?$/.test(name));
  const edges = new Map();
  for (const [from, to] of importsBetween(textsOf(folder, names))) {
    const [a, b] = [from.split("/"), to.split("/")];
    const depth = a.findIndex((part, i) => part !== b[i]);
    const parent = a.slice(0, depth).join("/");
    edges.set(parent, [...(edges.get(parent) ?? []), [a[depth], b[depth], `${from} -> ${to}`]]);
  }
  return [...edges].flatMap(([parent, all]) =>
    circlesWithImports(all).map((circle) => ({ parent, ...circle })),
  );
}

/**
 * A circle as text, one import a line.
 *
 * @param {string} folder path of the sources.
 * @param {FolderCircle} circle
 * @returns {string}
 */
export function circleText(folder, { parent, members, imports }) {
  return [`circle in ${join(folder, parent)}: ${members.join(", ")}`, ...imports].join("\n  ");
}

function textsOf(folder, names) {
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** Prints the figures of what git has of this checkout. */
function main(withCircles) {
  const tracked = new Set(
    execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0"),
  );
  const sources = [...tracked].filter(
    (path) => SOURCE.test(path) && !TEST.test(path) && existsSync(join(root, path)),
  );
  const texts = textsOf(root, sources);
  const imports = importsBetween(texts);
  const circles = circlesWithImports(imports.map(([from, to]) => [from, to, `${from} -> ${to}`]));
  const importersOf = (path) => new Set(imports.filter(([, to]) => to === path).map(([from]) => from)).size;
  const production = sources
    .filter((path) => !NOT_COUNTED.some((pattern) => pattern.test(path)))
    .map((path) => ({ path, lines: texts.get(path).split("\n").slice(0, -1) }));
  const lengths = production.map(({ lines }) => lines.length).sort((a, b) => a - b);
  const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
  const count = (test) => production.filter(test).length;
  const figures = {
    "production files": production.length,
    "production lines": sum(lengths),
    "production lines that are not blank": sum(
      production.map(({ lines }) => lines.filter((line) => line.trim() !== "").length),
    ),
    "median lines": lengths[lengths.length >> 1],
    "files below 50 lines": count(({ lines }) => lines.length < 50),
    "files above 400 lines": count(({ lines }) => lines.length > 400),
    "files with one importer and no test beside them": count(
      ({ path }) => importersOf(path) === 1 && !tracked.has(path.replace(/\.(tsx?)$/, ".test.$1")),
    ),
    "circles of files": circles.length,
  };
  if (withCircles) for (const circle of circles) console.log(circleText("", { parent: "", ...circle }));
  for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main(process.argv.includes("--circles"));
