/** Makes the folder of a release: tarballs, bills of materials, licences, the list of all, its signature and its timestamps. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changelogProblems, readChangelog } from "./changelog.mjs";
import { writeChecksums } from "./checksums.mjs";
import { buildCopy, copyCommit } from "./clean-copy.mjs";
import { thirdPartyLicences } from "./licences.mjs";
import { packPackages } from "./pack-packages.mjs";
import { ReleaseError } from "./release-error.mjs";
import { commitOf, repositoryProblems } from "./repository.mjs";
import { packageBom, wholeBom } from "./sbom.mjs";
import { versionOf, versionProblems } from "./workspaces.mjs";

/** Everything that stops a release of this checkout: a line each, all at once. */
export function releaseProblems(root) {
  return [...repositoryProblems(root, versionOf(root)), ...contentProblems(root)];
}

/** What stops a release whatever git says: versions, changelog, licences. */
export function contentProblems(root) {
  return [
    ...versionProblems(root),
    ...changelogProblems(readFileSync(join(root, "CHANGELOG.md"), "utf8"), versionOf(root)),
    ...thirdPartyLicences(root).problems,
  ];
}

/**
 * Builds the files of a release from a commit, and lists them.
 *
 * @param root the checkout.
 * @param out an empty or missing folder.
 * @param source the commit to build. Default: what is checked out.
 * @returns the tarballs.
 * @throws ReleaseError if the folder has files, or something cannot be built.
 */
export function buildRelease(root, out, source = "HEAD") {
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0)
    throw new ReleaseError([`${out} is not empty: delete it, or name another by --out`]);
  const { commit, time } = commitOf(root, source);
  const copy = mkdtempSync(join(tmpdir(), "svc-proof-release-"));
  try {
    copyCommit(root, commit, copy);
    buildCopy(copy);
    const version = versionOf(copy);
    const packed = packPackages(copy, out);
    const write = (name, text) => writeFileSync(join(out, name), text);
    const writeBom = (name, bom) => write(`${name}-${version}.cdx.json`, `${JSON.stringify(bom, null, 2)}\n`);
    for (const { folder, filename } of packed) {
      writeBom(filename.replace(`-${version}.tgz`, ""), packageBom(copy, folder, time));
    }
    writeBom("svc-proof", wholeBom(copy, time));
    write("THIRD-PARTY-LICENSES.txt", thirdPartyLicences(copy).text);
    const entry = readChangelog(readFileSync(join(copy, "CHANGELOG.md"), "utf8")).releases.find(
      (one) => one.version === version,
    );
    if (entry !== undefined) write("CHANGES.md", `# ${version} - ${entry.date}\n\n${entry.text}\n`);
    writeChecksums(out);
    return packed;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
