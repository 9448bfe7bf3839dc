/**
 * Builds the folder of a release from a commit: tarballs by `npm pack`, bills of materials, licences, and the list of all.
 * Nothing that lies around in the checkout gets into it: the commit is built in a copy.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundledNames, packagesOf, publicPackages } from "../workspaces.mjs";
import { packageBom, thirdPartyLicences, wholeBom } from "./bills.mjs";
import { writeChecksums } from "./sign.mjs";
import { changelogProblems, ReleaseError, readChangelog, versionOf, versionProblems } from "./versions.mjs";

const SCOPE = "@svc-proof";
/** npm packs every file whose name begins so, whatever `files` says. */
const NOTICES = "LICENSE.third-party.txt";
/** Modes of files, as git knows them. */
const [PLAIN, EXECUTABLE] = [0o644, 0o755];

/** Everything that stops a release of this checkout: a line each, all at once. */
export function releaseProblems(root) {
  return [...repositoryProblems(root, tagOf(versionOf(root))), ...contentProblems(root)];
}

function repositoryProblems(root, tag) {
  const problems = [];
  const changes = git(root, "status", "--porcelain").split("\n").filter(Boolean);
  if (changes.length > 0) {
    const shown = changes.slice(0, 5).map((line) => line.slice(3));
    problems.push(
      `the tree has ${changes.length} changes that are not committed: ${shown.join(", ")}; commit or stash them`,
    );
  }
  if (git(root, "tag", "--list", tag) !== "")
    problems.push(
      `the tag ${tag} exists: a version is released once; raise it: npm run release -- version X.Y.Z`,
    );
  return problems;
}

/**
 * What stops a release whatever git says: versions, changelog, licences.
 *
 * @param {string} root the checkout.
 * @returns {string[]} a line each.
 */
export function contentProblems(root) {
  return [
    ...versionProblems(root),
    ...changelogProblems(readFileSync(join(root, "CHANGELOG.md"), "utf8"), versionOf(root)),
    ...thirdPartyLicences(root).problems,
  ];
}

/** The tag of a version. */
export const tagOf = (version) => `v${version}`;

/** The commit that is checked out: its identifier and its time. */
export function commitOf(root) {
  const [commit, seconds] = git(root, "log", "-1", "--format=%H %ct").split(" ");
  return { commit, time: new Date(Number(seconds) * 1000) };
}

/**
 * Builds the files of a release from the commit that is checked out, and lists them.
 *
 * @param root the checkout.
 * @param out an empty or missing folder.
 * @returns the tarballs, as `packPackages`.
 * @throws ReleaseError if the folder has files, or something cannot be built.
 */
export function buildRelease(root, out) {
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0)
    throw new ReleaseError([`${out} is not empty: delete it, or name another by --out`]);
  const { commit, time } = commitOf(root);
  const copy = mkdtempSync(join(tmpdir(), "svc-proof-release-"));
  try {
    copyCommit(root, commit, copy);
    buildCopy(copy);
    const version = versionOf(copy);
    const packed = packPackages(copy, out);
    const write = (name, text) => writeFileSync(join(out, name), text);
    const writeBom = (name, bom) => write(`${name}.cdx.json`, `${JSON.stringify(bom, null, 2)}\n`);
    for (const { folder, filename } of packed)
      writeBom(filename.replace(/\.tgz$/, ""), packageBom(copy, folder, time));
    writeBom(`svc-proof-${version}`, wholeBom(copy, time));
    write("THIRD-PARTY-LICENSES.txt", thirdPartyLicences(copy).text);
    const { releases } = readChangelog(readFileSync(join(copy, "CHANGELOG.md"), "utf8"));
    const entry = releases.find((one) => one.version === version);
    if (entry !== undefined) write("CHANGES.md", `# ${version} - ${entry.date}\n\n${entry.text}\n`);
    writeChecksums(out);
    return packed;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Copies a commit, with the dependencies of the checkout, which must be those of its lockfile.
 *
 * @param {string} root the checkout.
 * @param {string} commit what to copy: a commit, or a tree.
 * @param {string} folder an empty or missing folder.
 */
export function copyCommit(root, commit, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync("git", ["archive", "--format=tar", commit], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-xf", "-", "-C", folder], { input: archive });
  linkModules(resolve(root, "node_modules"), folder);
  normaliseModes(folder);
}

/** The dependencies by links, and our own packages as links to the copy. */
function linkModules(modules, folder) {
  const target = join(folder, "node_modules");
  mkdirSync(join(target, SCOPE), { recursive: true });
  for (const name of readdirSync(modules)) {
    if (name !== SCOPE) symlinkSync(join(modules, name), join(target, name));
  }
  for (const { folder: workspace, manifest } of packagesOf(folder).slice(1)) {
    symlinkSync(join("../..", workspace), join(target, manifest.name));
    const own = join(modules, "..", workspace, "node_modules");
    if (existsSync(own)) symlinkSync(own, join(folder, workspace, "node_modules"));
  }
}

/** Builds what the public packages of a copy need. What the compiler does not make, the whole build does. */
export function buildCopy(folder) {
  const projects = publicPackages(folder)
    .map(({ folder: workspace }) => join(folder, workspace, "tsconfig.json"))
    .filter((path) => existsSync(path));
  const tsc = join(folder, "node_modules/typescript/bin/tsc");
  if (projects.length > 0) run(folder, process.execPath, [tsc, "-b", ...projects]);
  if (missingFiles(folder).length > 0) run(folder, process.execPath, [join(folder, "scripts/prepare.mjs")]);
  const missing = missingFiles(folder);
  if (missing.length > 0) throw new ReleaseError(missing.map((path) => `${path} was not built`));
  normaliseModes(folder);
}

/** What exports and commands of public packages name, and nothing has built. */
function missingFiles(folder) {
  return publicPackages(folder).flatMap(({ folder: workspace, manifest }) => {
    const named = [...targetsOf(manifest.exports), ...targetsOf(manifest.bin)];
    return [...new Set(named)]
      .filter((path) => !path.includes("*") && !existsSync(join(folder, workspace, path)))
      .map((path) => join(workspace, path));
  });
}

function targetsOf(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(targetsOf) : [];
}

/**
 * Gives all files the modes that git knows: 644, or 755 if their owner may execute them. npm packs modes as they are, and the mask of
 * whoever builds must not matter.
 *
 * @param {string} folder
 */
export function normaliseModes(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) {
      chmodSync(path, EXECUTABLE);
      if (entry.name !== "node_modules") normaliseModes(path);
    } else chmodSync(path, lstatSync(path).mode & 0o100 ? EXECUTABLE : PLAIN);
  }
}

/**
 * Packs every public package of a built copy. One that contains code of others, because a bundler put it there, gets their
 * licences as a file of its own.
 *
 * @param {string} folder a copy that was built (`buildCopy`).
 * @param {string} out where the tarballs go.
 * @returns {{ readonly folder: string, readonly name: string, readonly version: string, readonly filename: string }[]} for each
 * package: its workspace, name, version, and the name of its tarball.
 */
export function packPackages(folder, out) {
  mkdirSync(out, { recursive: true });
  const packages = publicPackages(folder);
  for (const { folder: workspace, manifest } of packages) {
    const cwd = join(folder, workspace);
    // Before npm packs: what a package assembles gets its modes.
    if (manifest.scripts?.prepack !== undefined) {
      run(cwd, "npm", ["run", "--silent", "prepack"]);
      normaliseModes(cwd);
    }
    if (bundledNames(folder, workspace).length > 0)
      writeFileSync(join(cwd, NOTICES), thirdPartyLicences(folder, [workspace]).text, { mode: PLAIN });
  }
  const options = ["--json", "--silent", "--ignore-scripts", "--pack-destination", resolve(out)];
  const workspaces = packages.map(({ folder: workspace }) => `--workspace=${workspace}`);
  const told = Object.values(JSON.parse(run(folder, "npm", ["pack", ...options, ...workspaces])));
  return packages.map(({ folder: workspace, name, manifest: { version } }) => {
    const { filename } = told.find((one) => one.name === name);
    return { folder: workspace, name, version, filename };
  });
}

function git(cwd, ...words) {
  return execFileSync("git", words, { cwd, encoding: "utf8" }).trimEnd();
}

/** Standard output of a program that must succeed. */
function run(cwd, program, words) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: "utf8", maxBuffer: 1 << 30 });
  if (status === 0) return stdout;
  throw new ReleaseError([`${program} ${words.join(" ")} failed in ${cwd}`, `${stdout}${stderr}`.trim()]);
}
