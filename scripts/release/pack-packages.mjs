/** Packs every public package of a built copy. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { normaliseModes } from "./clean-copy.mjs";
import { bundledNames } from "./dependencies.mjs";
import { thirdPartyLicences } from "./licences.mjs";
import { ReleaseError } from "./release-error.mjs";
import { publicPackages } from "./workspaces.mjs";

/** npm packs every file whose name begins so, whatever `files` says. */
const NOTICES = "LICENSE.third-party.txt";

/**
 * A package that contains code of others, because a bundler put it there, gets their licences as a file of its own.
 *
 * @param folder a copy that was built (`buildCopy`).
 * @param out where the tarballs go.
 * @returns for each package: its workspace, name, version, and the name of its tarball.
 */
export function packPackages(folder, out) {
  mkdirSync(out, { recursive: true });
  return publicPackages(folder).map(({ folder: workspace, manifest }) => {
    const cwd = join(folder, workspace);
    // In two steps: what a package assembles gets its modes before it is packed.
    if (manifest.scripts?.prepack !== undefined) {
      npm(cwd, ["run", "--silent", "prepack"]);
      normaliseModes(cwd);
    }
    if (bundledNames(folder, workspace).length > 0) {
      writeFileSync(join(cwd, NOTICES), thirdPartyLicences(folder, [workspace]).text, { mode: 0o644 });
    }
    const told = npm(cwd, [
      "pack",
      "--json",
      "--silent",
      "--ignore-scripts",
      "--pack-destination",
      resolve(out),
    ]);
    const { filename } = Object.values(JSON.parse(told))[0];
    return { folder: workspace, name: manifest.name, version: manifest.version, filename };
  });
}

function npm(cwd, words) {
  const { status, stdout, stderr } = spawnSync("npm", words, { cwd, encoding: "utf8" });
  if (status !== 0)
    throw new ReleaseError([`npm ${words.join(" ")} failed in ${cwd}`, `${stdout}${stderr}`.trim()]);
  return stdout;
}
