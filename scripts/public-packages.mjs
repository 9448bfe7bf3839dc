/**
 * The packages of the workspace that are published, and what each exports: one list for the checks, the tests and the
 * API reference.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Every workspace that is not private, in the order of the root's list. */
export function publicPackages() {
  return readJson(join(root, "package.json"))
    .workspaces.map((folder) => ({ folder, manifest: readJson(join(root, folder, "package.json")) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest }) => ({
      name: manifest.name,
      folder,
      manifest,
      entries: entriesOf(folder, manifest),
    }));
}

/** In the order of `exports`. */
function entriesOf(folder, { name, exports = {} }) {
  return Object.entries(typeof exports === "string" ? { ".": exports } : exports).map(([path, target]) => {
    const file = fileOf(target);
    const isModule = /\.m?js$/.test(file) && !path.includes("*");
    const types = typesOf(target) ?? file.replace(/\.(m?)js$/, ".d.$1ts");
    return {
      path,
      specifier: name + path.slice(1),
      file,
      types: isModule ? join(root, folder, types) : null,
      source: isModule
        ? join(root, folder, file.replace(/^\.\/dist\//, "src/").replace(/\.(m?)js$/, ".$1ts"))
        : null,
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
