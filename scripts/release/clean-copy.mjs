/** A copy of a commit in a folder of its own, built there: nothing that lies around in the checkout gets into a release. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { ReleaseError } from "./release-error.mjs";
import { packagesOf, publicPackages } from "./workspaces.mjs";

const SCOPE = "@svc-proof";
/** Of every file, as git knows it. */
const [PLAIN, EXECUTABLE] = [0o644, 0o755];

/**
 * Copies a commit, with the dependencies of the checkout, which must be those of its lockfile.
 *
 * @param root the checkout.
 * @param commit what to copy: a commit, or a tree.
 * @param folder an empty or missing folder.
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

/** Builds what the public packages need. What the compiler does not make, the whole build does. */
export function buildCopy(folder) {
  const projects = publicPackages(folder)
    .map(({ folder: workspace }) => join(folder, workspace, "tsconfig.json"))
    .filter((path) => existsSync(path));
  if (projects.length > 0) run(folder, [join(folder, "node_modules/typescript/bin/tsc"), "-b", ...projects]);
  if (missingFiles(folder).length > 0) run(folder, [join(folder, "scripts/prepare.mjs")]);
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

function run(cwd, words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, encoding: "utf8" });
  if (status !== 0)
    throw new ReleaseError([`the build failed (status ${status})`, `${stdout}${stderr}`.trim()]);
}
