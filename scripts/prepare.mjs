/**
 * Installs and builds what is missing, before `npm start`, `npm test` and other commands. Plain JavaScript without a dependency,
 * because it runs before anything is installed.
 *
 * `node scripts/prepare.mjs [SET]`: what of a set is missing.
 * `node scripts/prepare.mjs --run PROGRAM [WORD]...`: what a program needs; then becomes the program.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PrepareError, StoppedError, takeTurn } from "./prepare-turn.mjs";
import { Lock, root } from "./workspaces.mjs";

const MIN_NODE = [20, 19];
const TSC = "node_modules/typescript/bin/tsc";
/** npm's own list of what it installed, which it writes last. */
const INSTALLED = "node_modules/.package-lock.json";
/** Written before npm works: what an interrupted npm leaves has the versions, but not all the files. */
const BEGUN = "node_modules/.begun";
/** No wait is longer without a line. */
const TELL_MS = 5000;

const LOOK = ["package-lock.json", "shared/src", "verifier-web/ui/src", "verifier-web/ui/styles"];
/**
 * What is built after the compiler: `program` makes it of `sources`, and last writes `list`, which names the files beside itself
 * in the member `files`.
 */
const PAGES = {
  doing: "Building the scripts and styles of the pages",
  program: "service/dist/build/main.js",
  sources: [
    ...[...LOOK, "verifier-lib/src", "service/browser", "service/build"],
    "service/src/pages/list-problems.ts",
  ],
  list: "service/dist/assets/assets.json",
};
const ELEMENT = {
  doing: "Building the web component",
  program: "verifier-web/element/dist/build/main.js",
  sources: [
    ...LOOK,
    "verifier-lib/src",
    "verifier-web/element/build",
    "verifier-web/element/package.json",
    "verifier-web/element/src",
  ],
  list: "verifier-web/element/dist/standalone/manifest.json",
};
const SITE = {
  doing: "Building the verifier site",
  program: "verifier-web/dist/build/main.js",
  sources: [
    ...[...LOOK, "verifier-lib/src"],
    ...["build", "index.html", "package.json", "public", "src"].map((path) => `verifier-web/${path}`),
  ],
  list: "verifier-web/dist/site/build.json",
};
/** The documentation has it as pages. */
const REFERENCE = {
  doing: "Writing the API reference",
  program: "docs/site/dist/reference/main.js",
  sources: [
    "package-lock.json",
    ...["client", "docs/site", "shared", "verifier-lib", "verifier-web/element"].map((name) => `${name}/src`),
  ],
  list: "docs/reference/build.json",
};
const DOCS = {
  doing: "Building the documentation",
  program: "docs/site/dist/main.js",
  sources: [
    ...["package-lock.json", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"],
    ...readdirSync(join(root, "docs"))
      .filter((name) => !["node_modules", "site"].includes(name))
      .map((name) => `docs/${name}`),
    ...["docs/site/browser", "docs/site/src", "verifier-web/ui/src", "verifier-web/ui/styles"],
    ...readJson("package.json")
      .workspaces.map((folder) => `${folder}/README.md`)
      .filter((path) => existsSync(join(root, path))),
  ],
  list: "docs/site/dist/site/build.json",
};

const EVERY = readJson("package.json").workspaces;

const SERVICE = ["shared", "verifier-lib", "client", "verifier-web", "service"];

/** What a command needs: the workspaces whose dependencies are installed and whose programs are compiled, and what is built then. */
const SETS = {
  /** The service with its pages, the verifier, and the command lines of the README. */
  service: { workspaces: SERVICE, builds: [PAGES, SITE] },
  /** With the sandbox around it. */
  start: { workspaces: [...SERVICE, "sandbox"], builds: [PAGES, SITE] },
  docs: {
    workspaces: ["shared", "verifier-lib", "client", "verifier-web", "verifier-web/element", "docs"],
    builds: [REFERENCE, DOCS],
  },
  /** All programs, such as those that make a release in a copy. */
  programs: { workspaces: EVERY, builds: [] },
  all: { workspaces: EVERY, builds: [PAGES, ELEMENT, SITE, REFERENCE, DOCS] },
};

/** The set that a program needs, by its workspace; everything for others. */
const SET_OF = { sandbox: "start", service: "service", docs: "docs" };

/** Makes the workspace ready to run. Concurrent processes take turns. */
async function prepare({ workspaces, builds }) {
  checkNode();
  const turn = await takeTurn(join(root, ".prepare-lock"));
  try {
    await install(turn, workspaces);
    const projects = readJson("tsconfig.json")
      .references.map(({ path }) => path)
      .filter((path) => workspaces.includes(workspaceOf(path)));
    // The compiler decides what is out of date. That it works is news only when there was nothing.
    const isNew = projects.some(
      (path) => !existsSync(join(root, path.replace(/\/tsconfig[^/]*$/, ""), "dist")),
    );
    await tell("Compiling", isNew, () => turn.run(process.execPath, [TSC, "-b", ...projects]));
    for (const { doing, program, sources, list } of builds) {
      if (!isBuilt(list, sources)) await tell(doing, true, () => turn.run(process.execPath, [program]));
    }
  } finally {
    turn.end();
  }
}

/** The workspace that a path is in: the innermost. */
function workspaceOf(path) {
  return EVERY.filter((folder) => `${path}/`.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0];
}

/** Adds what is missing. What other commands installed stays, because a running service may use it. */
async function install(turn, workspaces) {
  const packages = packagesFor(workspaces);
  if (isInstalled(packages)) return;
  const chosen =
    workspaces === EVERY
      ? []
      : ["--include-workspace-root", ...workspaces.map((name) => `--workspace=${name}`)];
  const isAddition = isWhole();
  const addition = ["install", "--no-save"];
  const options = [
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--loglevel=error",
    ...chosen,
  ];
  const required = packages.filter(({ path, isOptional }) => isThirdParty(path) && !isOptional);
  const progress = () => {
    const there = required.filter(({ path }) => existsSync(join(root, path, "package.json")));
    return `${there.length} of ${required.length} packages, `;
  };
  mkdirSync(join(root, "node_modules"), { recursive: true });
  // Interrupted while it removes what was there, npm may leave its former list to the last.
  if (!isAddition) rmSync(join(root, INSTALLED), { force: true });
  writeFileSync(join(root, BEGUN), "");
  const run = (words) =>
    tell("Installing dependencies", true, () => turn.run("npm", [...words, ...options]), progress);
  await run(isAddition ? addition : ["ci"]);
  // npm passes over an optional package that it could not fetch, and says nothing.
  if (!isInstalled(packages)) await run(addition);
}

/** What the root and the workspaces need by the lockfile, themselves included, on any platform. */
function packagesFor(workspaces) {
  const lock = new Lock(root);
  const needed = lock.closure(["", ...workspaces], (path) =>
    Object.keys(lock.at(path).devDependencies ?? {}),
  );
  return [...needed].map(([path, { isOptional }]) => {
    const entry = lock.at(path);
    return { path, isOptional: isOptional && !isForThisPlatform(entry), version: entry.version };
  });
}

/** Whether a package has the binaries of this platform: of a program that is optional only because there are others. */
function isForThisPlatform({ os = [], cpu = [], libc = [LIBC] }) {
  return os.includes(process.platform) && cpu.includes(process.arch) && libc.includes(LIBC);
}

/** As npm names it. */
const LIBC = process.report.getReport().header.glibcVersionRuntime === undefined ? "musl" : "glibc";

function isThirdParty(path) {
  return path.includes("node_modules/");
}

/**
 * The places of third-party packages that a set installs, those of other platforms included.
 * @param {string} set name of one of `SETS`.
 * @returns {string[]} paths of the lockfile.
 */
export function packagePaths(set) {
  return packagesFor(SETS[set].workspaces)
    .map(({ path }) => path)
    .filter(isThirdParty);
}

/** Whether node_modules holds what is needed, by npm's own list, whoever installed it. */
function isInstalled(needed) {
  if (!isWhole()) return false;
  const { packages } = readJson(INSTALLED);
  return needed.every(
    ({ path, isOptional, version }) => path === "" || isOptional || packages[path]?.version === version,
  );
}

/** Whether the last npm came to its end. */
function isWhole() {
  const writtenMs = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return writtenMs(INSTALLED) > writtenMs(BEGUN);
}

/** Says what is being done, if `isNews`, and then again while it lasts. */
async function tell(doing, isNews, run, progress = () => "") {
  const begun = Date.now();
  if (isNews) say(`${doing} ...`);
  const ticks = setInterval(() => {
    say(`${doing}: ${progress()}${Math.round((Date.now() - begun) / 1000)} s ...`);
  }, TELL_MS);
  try {
    await run();
  } finally {
    clearInterval(ticks);
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  throw new PrepareError(
    `svc-proof needs Node ${MIN_NODE.join(".")} or newer; this is ${process.versions.node}.`,
  );
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

/**
 * Whether what a list names is complete and newer than all its sources.
 * @param list path of a JSON file whose `files` are paths beside it, or objects with such a `path`.
 */
function isBuilt(list, sources) {
  try {
    const { mtimeMs } = statSync(join(root, list));
    for (const file of readJson(list).files) statSync(join(root, list, "..", file.path ?? file));
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

/**
 * Makes the workspace ready, or ends the process with the reason.
 * @param set name of one of `SETS`.
 */
export async function prepareOrExit(set = "all") {
  try {
    if (!Object.hasOwn(SETS, set)) throw new PrepareError(`no set ${set}: ${Object.keys(SETS).join(", ")}`);
    await prepare(SETS[set]);
  } catch (error) {
    if (error instanceof StoppedError) process.exit(error.exitStatus);
    if (!(error instanceof PrepareError)) throw error;
    say(error.message);
    process.exit(1);
  }
}

/** Prepares the workspace, then becomes the program at a path from the root. */
async function runProgram(program, words) {
  if (program === undefined) {
    say("Usage: node scripts/prepare.mjs --run PROGRAM [WORD]...");
    process.exit(2);
  }
  if (process.env["npm_lifecycle_event"] !== undefined) stopWithParent();
  await prepareOrExit(SET_OF[program.split("/")[0]]);
  const path = join(root, program);
  process.argv = [process.execPath, path, ...words];
  await import(pathToFileURL(path).href);
}

/**
 * npm passes a signal on to its shell, and many shells die of it without telling us: stopping `npm
 * start` would leave the service running. So when our parent is gone, we stop as if signalled.
 */
function stopWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [first, program, ...words] = process.argv.slice(2);
  // Without waiting: a program that imports this module would wait for itself.
  if (first === "--run") runProgram(program, words);
  else await prepareOrExit(first);
}
