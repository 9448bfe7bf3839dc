/**
 * Installs and builds what is missing, and nothing else: what `npm start`, `npm test` and the rest run first.
 * Plain JavaScript without a dependency, because it runs before anything is installed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.mjs";

const PACKAGES = ["shared", "verifier-lib", "service", "bench"];
const MIN_NODE = [20, 19];

const stamps = join(root, "node_modules", ".svc-proof");

/** Makes the workspace ready to run. Two processes that ask at once take turns. */
export function prepare() {
  checkNode();
  if (installed() && built()) return;
  const unlock = lock();
  try {
    if (!installed()) {
      say("Installing dependencies ...");
      run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
      stamp("installed", installMark());
    }
    if (!built()) {
      say("Building ...");
      const mark = buildMark();
      run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-b", root]);
      stamp("built", mark);
    }
  } finally {
    unlock();
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
  return readStamp("built") === buildMark() && PACKAGES.every((name) => existsSync(join(root, name, "dist")));
}

/** What an installation depends on. */
function installMark() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of ["package-lock.json", "package.json"]) hash.update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** What a build depends on: names, sizes and times, as looking into every file would take longer than tsc's own check. */
function buildMark() {
  const hash = createHash("sha256").update(readStamp("installed") ?? "");
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  for (const file of ["tsconfig.base.json", "tsconfig.json"]) add(join(root, file));
  for (const name of PACKAGES) {
    for (const file of readdirSync(join(root, name)))
      if (file.startsWith("tsconfig")) add(join(root, name, file));
    const files = readdirSync(join(root, name, "src"), { recursive: true, withFileTypes: true });
    const sources = files.filter((file) => file.isFile() && !file.name.endsWith(".test.ts"));
    for (const path of sources.map((file) => join(file.parentPath ?? file.path, file.name)).sort()) add(path);
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

/** `npm start` and `npm run demo` typed into two shells of a fresh clone must not install into each other. */
function lock() {
  const path = join(root, ".prepare-lock");
  let told = false;
  for (;;) {
    try {
      mkdirSync(path);
      break;
    } catch {
      if (!alive(path)) rmSync(path, { recursive: true, force: true });
      else if (!told) {
        say("Another process is preparing the workspace; waiting for it ...");
        told = true;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  writeFileSync(join(path, "pid"), String(process.pid));
  return () => rmSync(path, { recursive: true, force: true });
}

/** Whether the process that holds the lock still runs. One that has not written its number yet gets 5 seconds. */
function alive(path) {
  try {
    const pid = Number(readFileSync(join(path, "pid"), "utf8"));
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (error.code === "EPERM") return true;
    try {
      return error.code === "ENOENT" && Date.now() - statSync(path).mtimeMs < 5000;
    } catch {
      return false;
    }
  }
}

/** Runs a command with its output on standard error: standard output belongs to the program that is started. */
function run(command, words) {
  const shell = process.platform === "win32" && command === "npm";
  const { status, error } = spawnSync(command, words, { cwd: root, stdio: ["ignore", 2, 2], shell });
  if (error) fail(`${command}: ${error.message}`);
  if (status !== 0) fail(`"${command} ${words.join(" ")}" ended with status ${status}.`);
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

class PrepareError extends Error {}

function fail(text) {
  throw new PrepareError(text);
}

/** Runs `prepare`, and ends the process with its text where it fails. */
export function prepareOrExit() {
  try {
    prepare();
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    say(error.message);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) prepareOrExit();
