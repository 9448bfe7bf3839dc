/**
 * Installs and builds what is missing, and nothing else: what `npm start`, `npm test` and the rest run first.
 * Plain JavaScript without a dependency, because it runs before anything is installed.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { root } from "./root.mjs";

/** What is compiled: sources, and where their output is. */
const COMPILED = [
  ...["shared", "verifier-lib", "service", "bench"].map((name) => ({
    sources: `${name}/src`,
    output: `${name}/dist`,
  })),
  { sources: "verifier-web/build", output: "verifier-web/dist/build" },
];
/** What the verifier site is made of, beside the compiled sources of those packages that it bundles. */
const SITE_SOURCES = ["verifier-web/index.html", "verifier-web/public", "verifier-web/src"];
const SITE_CODE = ["shared/src", "verifier-lib/src", "verifier-web/build"];
const SITE = "verifier-web/dist/site";
const MIN_NODE = [20, 19];
const SIGNALS = ["SIGINT", "SIGTERM"];

const stamps = join(root, "node_modules", ".svc-proof");

/** Makes the workspace ready to run. Two processes that ask at once take turns. */
export async function prepare() {
  checkNode();
  if (installed() && built() && siteBuilt()) return;
  const lock = await takeLock();
  try {
    if (!installed()) {
      say("Installing dependencies ...");
      await lock.run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
      stamp("installed", installMark());
    }
    if (!built()) {
      say("Building ...");
      const mark = buildMark();
      const tsc = [join(root, "node_modules", "typescript", "bin", "tsc"), "-b", root];
      // tsc believes its own notes: a file that someone removed is not missed.
      if (!complete()) tsc.push("--force");
      await lock.run(process.execPath, tsc);
      stamp("built", mark);
    }
    if (!siteBuilt()) {
      say("Building the verifier site ...");
      const mark = siteMark();
      await lock.run(process.execPath, [join(root, "verifier-web/dist/build/main.js")]);
      stamp("site", mark);
    }
  } finally {
    lock.release();
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  fail(`svc-proof needs Node ${MIN_NODE.join(".")} or newer; this is ${process.versions.node}.`);
}

function installed() {
  return readStamp("installed") === installMark();
}

function built() {
  return readStamp("built") === buildMark() && complete();
}

function siteBuilt() {
  return readStamp("site") === siteMark() && siteComplete();
}

/** Whether every source has its output. */
function complete() {
  return COMPILED.every(({ sources, output }) =>
    sourcesIn(sources).every((path) => existsSync(join(root, output, `${path.slice(0, -".ts".length)}.js`))),
  );
}

/** Whether every file that the site's build listed is there. */
function siteComplete() {
  try {
    const { files } = JSON.parse(readFileSync(join(root, SITE, "build.json"), "utf8"));
    return files.every(({ path }) => existsSync(join(root, SITE, path)));
  } catch {
    return false;
  }
}

/** What is compiled of a folder: paths below it. */
function sourcesIn(folder) {
  return (
    readdirSync(join(root, folder), { recursive: true })
      // Declarations have no output, and tests are not compiled.
      .filter((path) => path.endsWith(".ts") && !/\.(?:d|test|testing)\.ts$/.test(path))
      .sort()
  );
}

/** What an installation depends on. */
function installMark() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of ["package-lock.json", "package.json"]) hash.update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** What the compiled code depends on. */
function buildMark() {
  const settings = COMPILED.map(({ sources }) => sources.split("/")[0]).flatMap((name) =>
    readdirSync(join(root, name))
      .filter((file) => /^tsconfig.*\.json$/.test(file))
      .map((file) => `${name}/${file}`),
  );
  const code = COMPILED.flatMap(({ sources }) => sourcesIn(sources).map((path) => `${sources}/${path}`));
  return markOf(["tsconfig.base.json", "tsconfig.json", ...settings, ...code]);
}

function siteMark() {
  const sources = SITE_SOURCES.flatMap((path) =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path), { recursive: true })
          .sort()
          .map((file) => `${path}/${file}`)
      : [path],
  );
  const code = SITE_CODE.flatMap((folder) => sourcesIn(folder).map((path) => `${folder}/${path}`));
  return markOf(["verifier-web/package.json", ...sources, ...code]);
}

/** Names, sizes and times of files: looking into every file would take longer than tsc's own check. */
function markOf(paths) {
  const hash = createHash("sha256").update(readStamp("installed") ?? "");
  for (const path of paths) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function readStamp(name) {
  try {
    return readFileSync(join(stamps, name), "utf8");
  } catch {
    return undefined;
  }
}

function stamp(name, mark) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), mark);
}

/**
 * Takes the lock, waiting for it: `npm start` and `npm run demo` typed into two shells of a fresh clone must not
 * install into each other. The lock is a folder with the numbers of its holder and of the command that it runs.
 */
async function takeLock() {
  const path = join(root, ".prepare-lock");
  for (let told = false; ; await sleep(200)) {
    try {
      mkdirSync(path);
      return new Lock(path);
    } catch (error) {
      if (error.code !== "EEXIST") fail(`${path}: ${error.message}`);
      if (!alive(path)) rmSync(path, { recursive: true, force: true });
      else if (!told) {
        say("Another process is preparing the workspace; waiting for it ...");
        told = true;
      }
    }
  }
}

/** Held while the workspace is prepared. A signal ends the command that runs, and then this process. */
class Lock {
  #path;
  #command;
  #signal;

  constructor(path) {
    this.#path = path;
    this.#writeHolders();
    for (const signal of SIGNALS) process.on(signal, this.#stop);
  }

  /** Runs a command with its output on standard error: standard output belongs to the program that is started. */
  async run(program, words) {
    this.#throwIfStopped();
    const shell = process.platform === "win32" && program === "npm";
    this.#command = spawn(program, words, { cwd: root, stdio: ["ignore", 2, 2], shell });
    this.#writeHolders();
    const { error, status, signal } = await new Promise((resolve) => {
      this.#command.once("error", (error) => resolve({ error }));
      this.#command.once("close", (status, signal) => resolve({ status, signal }));
    });
    this.#command = undefined;
    this.#throwIfStopped();
    this.#writeHolders();
    if (error) fail(`${program}: ${error.message}`);
    if (status !== 0) fail(`"${program} ${words.join(" ")}" ended with ${signal ?? `status ${status}`}.`);
  }

  release() {
    for (const signal of SIGNALS) process.off(signal, this.#stop);
    rmSync(this.#path, { recursive: true, force: true });
  }

  /** A command that does not heed the first signal does not survive the second. */
  #stop = (signal) => {
    this.#command?.kill(this.#signal === undefined ? signal : "SIGKILL");
    this.#signal ??= signal;
  };

  #throwIfStopped() {
    if (this.#signal !== undefined) throw new StoppedError(this.#signal);
  }

  #writeHolders() {
    const pids = [process.pid, this.#command?.pid].filter((pid) => pid !== undefined);
    writeFileSync(join(this.#path, "pid"), pids.join("\n"));
  }
}

/**
 * Whether the holder of the lock or its command still runs: a command outlives a holder that was killed. A holder
 * that has not written its number yet gets 5 seconds.
 */
function alive(path) {
  try {
    const pids = readFileSync(join(path, "pid"), "utf8").split("\n").filter(Boolean).map(Number);
    if (pids.length > 0) return pids.some(runs);
    return Date.now() - statSync(path).mtimeMs < 5000;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return Date.now() - mtimeMs < 5000;
  }
}

function runs(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

class PrepareError extends Error {}

function fail(text) {
  throw new PrepareError(text);
}

/** A signal came while the workspace was prepared. */
class StoppedError extends Error {
  constructor(signal) {
    super(signal);
    /** As shells tell it. */
    this.exitStatus = 128 + constants.signals[signal];
  }
}

/** Runs `prepare`, and ends the process with its text where it fails. */
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
