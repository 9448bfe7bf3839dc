/**
 * Circles among the folders of a package. Inside each folder, its files and its subfolders, each
 * subfolder taken as one, must depend on each other in one direction only. Type imports count too:
 * a reader has to follow them as well.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

const SOURCE = /\.(ts|tsx)$/;
const NOT_SOURCE = /\.(test|testing|d)\.tsx?$/;
/** A module's name: `from "…"`, `import "…"`, `import("…")`. */
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]*)"/g;

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (SOURCE.test(entry.name) && !NOT_SOURCE.test(entry.name)) yield path;
  }
}

/** Imports between the files below a folder: pairs of paths relative to it, separated by "/". */
function importsBelow(folder) {
  const files = new Map();
  for (const path of sourceFiles(folder)) files.set(relative(folder, path).split(sep).join("/"), path);
  const imports = [];
  for (const [name, path] of files) {
    for (const [, specifier] of readFileSync(path, "utf8").matchAll(SPECIFIER)) {
      const target = relative(folder, join(dirname(path), specifier))
        .split(sep)
        .join("/");
      const found = [target.replace(/\.js$/, ".ts"), target.replace(/\.js$/, ".tsx")].find((one) =>
        files.has(one),
      );
      if (found !== undefined && found !== name) imports.push([name, found]);
    }
  }
  return imports;
}

/** Every set of nodes that reach each other (Tarjan, 1972), as arrays of names. */
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

/**
 * The circles below a folder of sources.
 * @param folder path of the sources of one package.
 * @returns for each circle its folder, its members, and the imports that make it.
 */
export function folderCircles(folder) {
  const graphs = new Map();
  for (const [from, to] of importsBelow(folder)) {
    const [a, b] = [from.split("/"), to.split("/")];
    let depth = 0;
    while (a[depth] === b[depth]) depth++;
    const parent = a.slice(0, depth).join("/");
    if (!graphs.has(parent)) graphs.set(parent, new Map());
    const graph = graphs.get(parent);
    if (!graph.has(a[depth])) graph.set(a[depth], new Map());
    const edges = graph.get(a[depth]);
    if (!edges.has(b[depth])) edges.set(b[depth], []);
    edges.get(b[depth]).push(`${from} -> ${to}`);
  }
  return [...graphs].flatMap(([parent, graph]) =>
    circlesOf(graph).map((members) => ({
      parent,
      members,
      imports: members.flatMap((from) => members.flatMap((to) => graph.get(from)?.get(to) ?? [])),
    })),
  );
}

/** A circle as text, one import a line. */
export function circleText(folder, { parent, members, imports }) {
  const where = join(folder, parent);
  return `circle in ${where}: ${members.join(", ")}\n${imports.map((one) => `  ${one}`).join("\n")}`;
}
