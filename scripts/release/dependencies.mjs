/** Which packages a workspace brings with it, by the lockfile alone: the same on every machine. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders of a workspace whose code ends in what it ships. The rest builds or tests it. */
const SHIPPED_SOURCES = ["src", "browser", "styles", "public", "build/fonts"];
/** Workspaces whose `src` is a program that builds what they ship. */
const BUILDERS = new Set(["docs-site", "reference"]);
const SOURCE = /\.(?:ts|tsx|mts|js|mjs|jsx|css|html)$/;
const IS_TEST = /\.(?:test|testing)\./;

export class Lock {
  #packages;

  /** @param root the checkout. */
  constructor(root) {
    this.root = root;
    this.#packages = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  }

  /** The entry at a path of the lockfile; that of a workspace if the path is its link. */
  at(path) {
    const entry = this.#packages[path];
    return entry?.link ? this.#packages[entry.resolved] : entry;
  }

  /** The name of the package at a path. */
  nameAt(path) {
    return this.at(path).name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  }

  /** The path of the package that `name` means in the package at `from`, as Node resolves it; null if there is none. */
  resolve(from, name) {
    for (let folder = from; ; folder = parentOf(folder)) {
      const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
      const entry = this.#packages[path];
      if (entry !== undefined) return entry.link ? entry.resolved : path;
      if (folder === "") return null;
    }
  }

  /**
   * What packages need at run time, themselves excluded.
   *
   * @param starts paths of workspaces.
   * @param extra names that count as dependencies of the starts too, such as what a bundler puts into their files.
   * @returns by path: the paths of what it needs, and whether it is needed only as an optional dependency.
   */
  closure(starts, extra = () => []) {
    const found = new Map();
    const extras = new Map(starts.map((start) => [start, extra(start)]));
    const visit = (path, isOptional) => {
      const known = found.get(path);
      if (known !== undefined && (known.isOptional === isOptional || isOptional)) return;
      const entry = this.at(path);
      const needs = new Map();
      const want = (name, optional) => {
        const at = this.resolve(path, name);
        if (at !== null) needs.set(at, optional && (needs.get(at) ?? true));
        else if (!optional) throw new Error(`package-lock.json: ${path} needs ${name}, which is not there`);
      };
      const optionalPeers = entry.peerDependenciesMeta ?? {};
      for (const name of Object.keys(entry.dependencies ?? {})) want(name, false);
      for (const name of Object.keys(entry.optionalDependencies ?? {})) want(name, true);
      for (const name of Object.keys(entry.peerDependencies ?? {})) {
        if (optionalPeers[name]?.optional !== true) want(name, false);
      }
      for (const name of extras.get(path) ?? []) want(name, false);
      found.set(path, { isOptional, needs: [...needs.keys()].sort() });
      for (const [at, optional] of needs) visit(at, isOptional || optional);
    };
    for (const start of starts) visit(start, false);
    return found;
  }
}

function parentOf(path) {
  const at = path.lastIndexOf("/node_modules/");
  if (at !== -1) return path.slice(0, at);
  return "";
}

/** Packages of typefaces, which programs of a build read by paths that they put together. */
const TYPEFACES = /^@fontsource/;

/** Development dependencies of a workspace that its shipped sources name, and typefaces: a bundler puts them into its files. */
export function bundledNames(root, folder) {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const shipped = SHIPPED_SOURCES.filter((part) => part !== "src" || !BUILDERS.has(folder));
  const texts = shipped
    .flatMap((part) => sourcesIn(join(root, folder, part)))
    .map((path) => readFileSync(path, "utf8"));
  return Object.keys(devDependencies).filter((name) => {
    const named = new RegExp(`["'(/]${name.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&")}["'/]`);
    if (TYPEFACES.test(name)) return true;
    return texts.some((text) =>
      text.split("\n").some((line) => named.test(line) && !/^\s*import type /.test(line)),
    );
  });
}

function sourcesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !IS_TEST.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
