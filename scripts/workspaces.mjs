/**
 * What the checkout consists of, by its package.json files and its lockfile: its packages, what the published ones export, and
 * which packages of others each brings with it. Plain JavaScript without a dependency: `prepare.mjs` needs it before anything is
 * installed.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const readJson = (...parts) => JSON.parse(readFileSync(join(...parts), "utf8"));

/** Every package of a checkout, the root first: its folder, from the root, and its package.json. */
export function packagesOf(checkout) {
  const own = readJson(checkout, "package.json");
  return [
    { folder: ".", manifest: own },
    ...own.workspaces.map((folder) => ({ folder, manifest: readJson(checkout, folder, "package.json") })),
  ];
}

/** The packages that are published, in the order of the root's list, where each follows those that it depends on. */
export function publicPackages(checkout = root) {
  return packagesOf(checkout)
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest }) => ({
      name: manifest.name,
      folder,
      manifest,
      entries: entriesOf(join(checkout, folder), manifest),
    }));
}

/** In the order of `exports`. */
function entriesOf(folder, { name, exports = {} }) {
  return Object.entries(typeof exports === "string" ? { ".": exports } : exports).map(([path, target]) => {
    const file = fileOf(target);
    const isModule = /\.m?js$/.test(file) && !path.includes("*");
    const types = typesOf(target) ?? file.replace(/\.(m?)js$/, ".d.$1ts");
    const source = file.replace(/^\.\/dist\//, "src/").replace(/\.(m?)js$/, ".$1ts");
    return {
      path,
      specifier: name + path.slice(1),
      file,
      types: isModule ? join(folder, types) : null,
      source: isModule ? join(folder, source) : null,
    };
  });
}

/** What `import` gets. */
function fileOf(target) {
  return typeof target === "string" ? target : fileOf(target.import ?? target.default);
}

function typesOf(target) {
  if (typeof target === "string") return undefined;
  return target.types ?? typesOf(target.import ?? target.default);
}

/** The lockfile of a checkout: the same on every machine. Paths are its keys, such as `shared` or `node_modules/vite`. */
export class Lock {
  #packages;

  /** @param checkout its folder. */
  constructor(checkout) {
    this.#packages = readJson(checkout, "package-lock.json").packages;
  }

  /** The entry at a path; that of a workspace if the path is its link. */
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
    for (let folder = from; ; ) {
      const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
      const entry = this.#packages[path];
      if (entry !== undefined) return entry.link ? entry.resolved : path;
      if (folder === "") return null;
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")));
    }
  }

  /**
   * What packages need at run time, themselves included.
   *
   * @param starts paths of workspaces.
   * @param extra names that count as dependencies of a start too, such as what a bundler puts into its files.
   * @returns by path: the paths of what it needs, and whether it is needed only as an optional dependency.
   */
  closure(starts, extra = () => []) {
    const found = new Map();
    const extras = new Map(starts.map((start) => [start, extra(start)]));
    const visit = (path, isOptional) => {
      const known = found.get(path);
      if (known !== undefined && (known.isOptional === isOptional || isOptional)) return;
      const needs = this.#needsOf(path, extras.get(path) ?? []);
      found.set(path, { isOptional, needs: [...needs.keys()].sort() });
      for (const [at, optional] of needs) visit(at, isOptional || optional);
    };
    for (const start of starts) visit(start, false);
    return found;
  }

  /** By the path of each package that the one at `path` needs: whether it is optional. */
  #needsOf(path, extra) {
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = this.at(path);
    const needs = new Map();
    const want = (name, optional) => {
      const at = this.resolve(path, name);
      if (at !== null) needs.set(at, optional && (needs.get(at) ?? true));
      else if (!optional) throw new Error(`package-lock.json: ${path} needs ${name}, which is not there`);
    };
    const peers = Object.keys(peerDependencies).filter(
      (name) => peerDependenciesMeta[name]?.optional !== true,
    );
    for (const name of Object.keys(dependencies)) want(name, false);
    for (const name of Object.keys(optionalDependencies)) want(name, true);
    for (const name of [...peers, ...extra]) want(name, false);
    return needs;
  }
}

/** Folders of a workspace whose code ends in what it ships. The rest builds or tests it. */
const SHIPPED_SOURCES = [
  ...["src", "browser", "styles", "public", "build/fonts"],
  ...["ui/src", "ui/styles", "site/browser"],
];
/** Packages of typefaces, which programs of a build read by paths that they put together. */
const TYPEFACES = /^@fontsource/;

/** Development dependencies of a workspace that its shipped sources name, and typefaces: a bundler puts them into its files. */
export function bundledNames(checkout, folder) {
  const { devDependencies = {} } = readJson(checkout, folder, "package.json");
  const lines = SHIPPED_SOURCES.flatMap((part) => sourcesIn(join(checkout, folder, part)))
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .filter((line) => !/^\s*import type /.test(line));
  return Object.keys(devDependencies).filter((name) => {
    const named = new RegExp(`["'(/]${name.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&")}["'/]`);
    return TYPEFACES.test(name) || lines.some((line) => named.test(line));
  });
}

function sourcesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      ({ name }) => /\.(?:ts|tsx|mts|js|mjs|jsx|css|html)$/.test(name) && !/\.(?:test|testing)\./.test(name),
    )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
