/**
 * Installs and builds what is missing, before `npm start`, `npm test` and other commands. Plain
 * JavaScript without a dependency, because it runs before anything is installed.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PrepareError, StoppedError, takeTurn } from "./prepare-turn.mjs";
import { root } from "./root.mjs";

const MIN_NODE = [20, 19];
const TSC = join(root, "node_modules/typescript/bin/tsc");
/** The sources of the verifier site. */
const SITE_SOURCES = [
  "package-lock.json",
  "shared/src",
  "ui/src",
  "ui/styles",
  "verifier-lib/src",
  "verifier-web/build",
  "verifier-web/index.html",
  "verifier-web/package.json",
  "verifier-web/public",
  "verifier-web/src",
];
/** Lists the files of the site; written last. */
const SITE = "verifier-web/dist/site/build.json";
/** The sources of the web component. */
const ELEMENT_SOURCES = [
  "package-lock.json",
  "shared/src",
  "ui/src",
  "ui/styles",
  "verifier-lib/src",
  "element/build",
  "element/package.json",
  "element/src",
];
/** Lists its files; written last. */
const ELEMENT = "element/dist/standalone/manifest.json";
/** The sources of the scripts and styles of the service's pages, and the list of what was built. */
const PAGE_SOURCES = [
  "package-lock.json",
  "shared/src",
  "ui/src",
  "ui/styles",
  "verifier-lib/src",
  "service/browser",
  "service/build",
];
const PAGES = "service/dist/assets/assets.json";
/** The sources of the API reference, which is a part of the documentation, and the list of what was written. */
const REFERENCE_SOURCES = [
  "package-lock.json",
  ...["client/src", "element/src", "reference/src", "shared/src", "verifier-lib/src"],
];
const REFERENCE = "docs/reference/build.json";
/** The sources of the documentation, and the list of what was built; written last. */
const DOCS_SOURCES = [
  "package-lock.json",
  ...["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"],
  "docs",
  "docs-site/browser",
  "docs-site/src",
  "ui/src",
  "ui/styles",
  ...readdirSync(root)
    .map((name) => `${name}/README.md`)
    .filter((path) => existsSync(join(root, path))),
];
const DOCS = "docs-site/dist/site/build.json";

/** Makes the workspace ready to run. Concurrent processes take turns. */
async function prepare() {
  checkNode();
  const turn = await takeTurn(join(root, ".prepare-lock"));
  try {
    if (!isInstalled()) {
      say("Installing dependencies ...");
      await turn.run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
    }
    // The compiler decides what is out of date. This line is for whoever waits.
    if (!existsSync(join(root, "service/dist"))) say("Building ...");
    await turn.run(process.execPath, [TSC, "-b", root]);
    if (!isBuilt(PAGES, PAGE_SOURCES)) {
      say("Building the scripts and styles of the pages ...");
      await turn.run(process.execPath, [join(root, "service/dist/build/main.js")]);
    }
    if (!isBuilt(ELEMENT, ELEMENT_SOURCES)) {
      say("Building the web component ...");
      await turn.run(process.execPath, [join(root, "element/dist/build/main.js")]);
    }
    if (!isBuilt(SITE, SITE_SOURCES)) {
      say("Building the verifier site ...");
      await turn.run(process.execPath, [join(root, "verifier-web/dist/build/main.js")]);
    }
    if (!isBuilt(REFERENCE, REFERENCE_SOURCES)) {
      say("Writing the API reference ...");
      await turn.run(process.execPath, [join(root, "reference/dist/main.js")]);
    }
    if (!isBuilt(DOCS, DOCS_SOURCES)) {
      say("Building the documentation ...");
      await turn.run(process.execPath, [join(root, "docs-site/dist/main.js")]);
    }
  } finally {
    turn.end();
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  throw new PrepareError(
    `svc-proof needs Node ${MIN_NODE.join(".")} or newer; this is ${process.versions.node}.`,
  );
}

/** Whether node_modules holds what the lockfile requires, by npm's own list, whoever installed it. */
function isInstalled() {
  try {
    const wanted = packagesIn("package-lock.json");
    const present = packagesIn("node_modules/.package-lock.json");
    return Object.entries(wanted).every(
      ([path, { version, optional, link }]) =>
        path === "" || optional || (link ? present[path]?.link : present[path]?.version === version),
    );
  } catch {
    return false;
  }
}

function packagesIn(lockfile) {
  return JSON.parse(readFileSync(join(root, lockfile), "utf8")).packages;
}

/**
 * Whether what a list names is complete and newer than all its sources.
 * @param list path of a JSON file with the member `files`: paths beside it, or objects with such a `path`.
 */
function isBuilt(list, sources) {
  try {
    const { mtimeMs } = statSync(join(root, list));
    const { files } = JSON.parse(readFileSync(join(root, list), "utf8"));
    for (const file of files) statSync(join(root, list, "..", file.path ?? file));
    return sources.every((path) => newestMs(join(root, path)) <= mtimeMs);
  } catch {
    return false;
  }
}

/** When a file, or anything in a folder, was last written, added or removed. */
function newestMs(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Makes the workspace ready, or ends the process with the reason. */
export async function prepareOrExit() {
  try {
    await prepare();
  } catch (error) {
    if (error instanceof StoppedError) process.exit(error.exitStatus);
    if (!(error instanceof PrepareError)) throw error;
    say(error.message);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await prepareOrExit();
