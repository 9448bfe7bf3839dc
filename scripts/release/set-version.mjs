/** Writes one version everywhere a version is stated: the reverse of `versionProblems`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ReleaseError } from "./release-error.mjs";
import { packagesOf, VERSION_IN_SOURCE, versionFiles } from "./workspaces.mjs";

const DEPENDENCIES = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/**
 * @param root the checkout.
 * @param version `MAJOR.MINOR.PATCH`, or with a pre-release: `1.0.0-rc.1`.
 * @returns the paths of the files that changed.
 */
export function setVersion(root, version) {
  if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version))
    throw new ReleaseError([`${version} is no version`]);
  const packages = packagesOf(root);
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  const raise = (manifest) => {
    if (manifest === undefined) return;
    if (manifest.version !== undefined) manifest.version = version;
    for (const kind of DEPENDENCIES) {
      for (const name of Object.keys(manifest[kind] ?? {})) {
        if (names.has(name)) manifest[kind][name] = version;
      }
    }
  };
  const changed = [];
  const write = (path, text) => {
    if (readFileSync(join(root, path), "utf8") === text) return;
    writeFileSync(join(root, path), text);
    changed.push(path);
  };
  for (const { folder, manifest } of packages) {
    raise(manifest);
    write(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const path of versionFiles(root, folder)) {
      const text = readFileSync(join(root, path), "utf8");
      write(
        path,
        text.replace(VERSION_IN_SOURCE, (found, old) => found.replace(`"${old}"`, `"${version}"`)),
      );
    }
  }
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  lock.version = version;
  for (const { folder } of packages) raise(lock.packages[folder === "." ? "" : folder]);
  write("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
  return changed;
}
