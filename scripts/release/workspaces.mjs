/** The workspaces of a checkout, and which of them are published. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/;
const DEPENDENCIES = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** Every package of the checkout, the root first: folder, from the root, and what package.json says. */
export function packagesOf(root) {
  const read = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const own = read(".");
  return [
    { folder: ".", manifest: own },
    ...own.workspaces.map((folder) => ({ folder, manifest: read(folder) })),
  ];
}

/** The packages that are published, in an order in which each follows those that it depends on. */
export function publicPackages(root) {
  const open = packagesOf(root).filter(({ manifest }) => manifest.private !== true);
  const names = new Set(open.map(({ manifest }) => manifest.name));
  const ordered = [];
  while (ordered.length < open.length) {
    const done = new Set(ordered.map(({ manifest }) => manifest.name));
    const next = open.filter(
      ({ manifest }) =>
        !done.has(manifest.name) &&
        Object.keys(manifest.dependencies ?? {}).every((name) => !names.has(name) || done.has(name)),
    );
    if (next.length === 0) throw new Error("public packages depend on each other in a circle");
    ordered.push(...next);
  }
  return ordered;
}

/** The version of the checkout. */
export function versionOf(root) {
  return packagesOf(root)[0].manifest.version;
}

/** Where versions are not in step: in package.json, in what packages ask of each other, in version.ts, in the lockfile. */
export function versionProblems(root) {
  const packages = packagesOf(root);
  const version = packages[0].manifest.version;
  const problems = VERSION.test(version) ? [] : [`package.json: ${version} is no version`];
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  const expectVersion = (place, got) => {
    if (got !== version) problems.push(`${place}: version ${got}, not ${version}`);
  };
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  for (const { folder, manifest } of packages) {
    const place = join(folder, "package.json");
    expectVersion(place, manifest.version);
    for (const kind of DEPENDENCIES) {
      for (const [name, range] of Object.entries(manifest[kind] ?? {})) {
        if (names.has(name)) expectVersion(`${place}: ${kind}: ${name}`, range);
      }
    }
    expectVersion(`package-lock.json: ${folder}`, lock.packages[folder === "." ? "" : folder]?.version);
    for (const path of versionFiles(root, folder)) {
      expectVersion(path, VERSION_IN_SOURCE.exec(readFileSync(join(root, path), "utf8"))?.[1]);
    }
  }
  return problems;
}

/** As in `{ name: "@svc-proof/verifier-lib", version: "0.1.0" }`. */
export const VERSION_IN_SOURCE = /"@svc-proof\/[\w-]+",\s*version: "([^"]+)"/;

/** The sources of a package that state its version, from the root. */
export function versionFiles(root, folder) {
  const sources = join(folder, "src");
  if (folder === "." || !existsSync(join(root, sources))) return [];
  return readdirSync(join(root, sources), { recursive: true })
    .filter((path) => /(?:^|[\\/])version\.ts$/.test(path))
    .map((path) => join(sources, path))
    .filter((path) => VERSION_IN_SOURCE.test(readFileSync(join(root, path), "utf8")));
}
