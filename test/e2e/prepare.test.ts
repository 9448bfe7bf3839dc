/**
 * What `npm start` and other commands run first, in a small workspace of its own: installing and
 * building, interrupted, killed, concurrent, and with a file missing. A stand-in for `npm` waits
 * and then claims to have installed everything.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { packagePaths } from "../../scripts/prepare.mjs";
import { ended, root, until } from "./sandbox.js";

const PACKAGES = ["shared", "verifier-lib", "client", "verifier-web/ui", "service", "sandbox", "test/bench"];
/** The second configurations of packages, for other sources than the first. */
const MORE_CONFIGS: Readonly<Record<string, string>> = {
  "verifier-lib": "tsconfig.node.json",
  client: "tsconfig.node.json",
  "verifier-web/ui": "tsconfig.build.json",
};

/** A program that builds nothing, and lists it. */
const buildOf = (folder: string, list: string) => `// @ts-nocheck
import { mkdirSync, writeFileSync } from "node:fs";
const folder = new URL("../${folder}/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("${list}", folder), '{"files":[]}');
`;

/** It lists as installed what `npm-list` has, else everything. */
const NPM = `#!/bin/sh
mkdir installing || { echo "twice" >> log; exit 1; }
trap 'sleep 0.3; rmdir installing; echo "stopped" >> log; exit 1' TERM INT HUP
echo "started $$" >> log
echo "$@" > npm-words
while [ ! -e install-now ]; do sleep 0.05; done
rmdir installing
echo "installed" >> log
if [ -e npm-list ]; then cp npm-list node_modules/.package-lock.json; else cp package-lock.json node_modules/.package-lock.json; fi
`;

/** A file system that takes half a second for each change of the lock, and shows each step of a change. */
const SLOW_DISK = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const isSlow = (path) => String(path).includes(".prepare-lock");
const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
const { writeFileSync, rmSync } = fs;
fs.writeFileSync = (path, content) => {
  if (!isSlow(path)) return writeFileSync(path, content);
  writeFileSync(path, "");
  wait();
  writeFileSync(path, content, { flag: "r+" });
};
fs.rmSync = (path, options) => {
  if (isSlow(path)) wait();
  rmSync(path, options);
};
syncBuiltinESMExports();
`;

const COMPILING = "Compiling ...\n";
const INSTALLING = "Installing dependencies ...\n";
const SITE = "Building the verifier site ...\n";
const DOCS = "Building the documentation ...\n";
const ELEMENT = "Building the web component ...\n";
const REFERENCE = "Writing the API reference ...\n";
const PAGES = "Building the scripts and styles of the pages ...\n";

let workspace: string;
const running = new Set<ChildProcess>();

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "svc-proof-prepare-"));
  cpSync(join(root, "scripts"), join(workspace, "scripts"), { recursive: true });
  for (const file of ["package.json", "package-lock.json", "tsconfig.base.json", "tsconfig.json"])
    cpSync(join(root, file), join(workspace, file));
  for (const name of PACKAGES) {
    mkdirSync(join(workspace, name, "src"), { recursive: true });
    writeFileSync(join(workspace, name, "src", "main.ts"), "export const built: boolean = true;\n");
    writeFileSync(join(workspace, name, "src", "rival.d.ts"), 'declare module "a-rival";\n');
    for (const file of ["tsconfig.json", MORE_CONFIGS[name] ?? []].flat()) {
      const compilerOptions = { rootDir: "src", outDir: "dist", tsBuildInfoFile: `dist/${file}.tsbuildinfo` };
      const config = { extends: baseFrom(join(workspace, name)), compilerOptions, include: ["src"] };
      writeFileSync(join(workspace, name, file), JSON.stringify(config));
    }
  }
  writeSite();
  writePages();
  writeElement();
  writeDocs();
  mkdirSync(join(workspace, "bin"));
  writeFileSync(join(workspace, "bin", "npm"), NPM);
  chmodSync(join(workspace, "bin", "npm"), 0o755);
  mkdirSync(join(workspace, "node_modules"));
  for (const name of ["typescript", "@typescript"])
    symlinkSync(join(root, "node_modules", name), join(workspace, "node_modules", name));
});
afterEach(async () => {
  for (const child of running) await ended(child, "SIGKILL");
  running.clear();
  // This ends processes left by a test. Only then is the folder free.
  installNow();
  await until(() => !existsSync(join(workspace, "installing")), 10_000);
  rmSync(workspace, { recursive: true });
});

/** The package of the verifier site: its build is compiled, its sources are not. */
function writeSite(): void {
  const folder = join(workspace, "verifier-web");
  for (const name of ["build", "public", "src"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "src", "main.ts"), "export const shown: boolean = true;\n");
  writeFileSync(join(folder, "build", "main.ts"), buildOf("site", "build.json"));
  for (const [config, include, outDir] of [
    ["tsconfig.json", "src", "dist/types"],
    ["tsconfig.service-worker.json", "src", "dist/worker"],
    ["tsconfig.build.json", "build", "dist/build"],
  ] as const) {
    writeConfig(folder, config, include, outDir);
  }
}

/** What the service's pages load: built beside the compiled service. */
function writePages(): void {
  const folder = join(workspace, "service");
  for (const name of ["build", "browser"]) mkdirSync(join(folder, name), { recursive: true });
  mkdirSync(join(workspace, "verifier-web/ui/styles"));
  // Texts that a script of the pages shares with the service.
  mkdirSync(join(folder, "src/pages"));
  writeFileSync(join(folder, "src/pages/list-problems.ts"), "export const said: boolean = true;\n");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "browser", "main.ts"), "export const shown: boolean = true;\n");
  writeFileSync(join(folder, "build", "main.ts"), buildOf("assets", "assets.json"));
  writeConfig(folder, "tsconfig.browser.json", "browser", "dist/browser-types");
  writeConfig(folder, "tsconfig.build.json", "build", "dist/build");
}

/** The web component: its build is compiled beside it. */
function writeElement(): void {
  const folder = join(workspace, "verifier-web/element");
  for (const name of ["build", "src"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "src", "main.ts"), "export const shown: boolean = true;\n");
  writeFileSync(join(folder, "build", "main.ts"), buildOf("standalone", "manifest.json"));
  writeConfig(folder, "tsconfig.json", "src", "dist/types");
  writeConfig(folder, "tsconfig.build.json", "build", "dist/build");
}

/** The documentation, and the API reference in it: programs are compiled, documents are not. */
function writeDocs(): void {
  const folder = join(workspace, "docs/site");
  for (const name of ["src/reference", "browser"]) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"])
    writeFileSync(join(workspace, name), `# ${name}\n`);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "browser", "main.ts"), "export const shown: boolean = true;\n");
  writeFileSync(join(folder, "src", "main.ts"), buildOf("site", "build.json").replace("../site/", "./site/"));
  writeFileSync(join(folder, "src/reference/main.ts"), buildOf("../../reference", "build.json"));
  writeConfig(folder, "tsconfig.json", "src", "dist");
  writeConfig(folder, "tsconfig.browser.json", "browser", "dist/browser-types");
  writeConfig(folder, "tsconfig.service-worker.json", "browser", "dist/worker-types");
}

function writeConfig(folder: string, name: string, include: string, outDir: string): void {
  const compilerOptions = { rootDir: include, outDir, tsBuildInfoFile: `${outDir}/.tsbuildinfo` };
  writeFileSync(
    join(folder, name),
    JSON.stringify({ extends: baseFrom(folder), compilerOptions, include: [include] }),
  );
}

const baseFrom = (folder: string) => relative(folder, join(workspace, "tsconfig.base.json"));

interface Preparing {
  child: ChildProcess;
  errors: () => string;
  status: Promise<number | null>;
}

function prepare(folder = workspace, ...words: string[]): Preparing {
  return run([join(folder, "scripts", "prepare.mjs"), ...words], folder);
}

function prepareOnSlowDisk(): Preparing {
  const disk = join(workspace, "slow-disk.mjs");
  writeFileSync(disk, SLOW_DISK);
  return run(["--import", disk, join(workspace, "scripts", "prepare.mjs")], workspace);
}

function run(words: readonly string[], folder: string): Preparing {
  const child = spawn(process.execPath, words, {
    env:
      folder === root
        ? process.env
        : { ...process.env, PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.add(child);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const status = new Promise<number | null>((resolve) => child.once("exit", resolve));
  // How often it says that something still lasts depends on the machine.
  return { child, errors: () => errors.replace(/^.+: .*\d+ s \.\.\.\n/gm, ""), status };
}

const log = () => (existsSync(join(workspace, "log")) ? readFileSync(join(workspace, "log"), "utf8") : "");
const installs = (count: number) =>
  until(() => [...log().matchAll(/^started \d+$/gm)].length === count, 30_000);
const installNow = () => writeFileSync(join(workspace, "install-now"), "");
const locked = () => existsSync(join(workspace, ".prepare-lock"));

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  // A closed terminal.
  ["SIGHUP", 129],
] as const)("%s ends the running command, then the process, and leaves no lock", async (signal, expected) => {
  const { child, status } = prepare();
  await installs(1);
  child.kill(signal);
  expect(await status).toBe(expected);
  expect(log()).toMatch(/^started \d+\nstopped\n$/);
  expect(locked()).toBe(false);
  installNow();
  expect(await prepare().status).toBe(0);
});

test("a killed process keeps its turn until its child has ended", async () => {
  const first = prepare();
  await installs(1);
  first.child.kill("SIGKILL");
  await first.status;
  const second = prepare();
  await until(() => second.errors().includes("Another process is preparing"), 30_000);
  installNow();
  expect(await second.status).toBe(0);
  expect(log()).toMatch(/^started \d+\ninstalled\n$/);
});

test("two processes at once install once", async () => {
  const both = [prepare(), prepare()];
  await installs(1);
  await until(() => both.some(({ errors }) => errors().includes("Another process is preparing")), 30_000);
  installNow();
  expect(await Promise.all(both.map(({ status }) => status))).toEqual([0, 0]);
  expect(log()).toMatch(/^started \d+\ninstalled\n$/);
});

test("a turn whose holder writes slowly stays its own", async () => {
  const slow = prepareOnSlowDisk();
  await until(locked, 30_000);
  // As if it had begun long ago.
  utimesSync(join(workspace, ".prepare-lock"), 0, 0);
  const other = prepare();
  installNow();
  expect(await slow.status, slow.errors()).toBe(0);
  expect(await other.status, other.errors()).toBe(0);
  expect(log()).toMatch(/^started \d+\ninstalled\n$/);
});

test("of two that find the lock of a killed process, one takes it", async () => {
  const killed = prepare();
  await installs(1);
  killed.child.kill("SIGKILL");
  await killed.status;
  process.kill(Number(/\d+/.exec(log())![0]), "SIGTERM");
  await until(() => log().endsWith("stopped\n"), 30_000);
  const slow = prepareOnSlowDisk();
  const other = prepare();
  await installs(2);
  await until(() => [slow, other].some(({ errors }) => errors().includes("Another process")), 30_000);
  installNow();
  expect(await slow.status, slow.errors()).toBe(0);
  expect(await other.status, other.errors()).toBe(0);
  expect(log()).toMatch(/^started \d+\nstopped\nstarted \d+\ninstalled\n$/);
});

test("builds what is missing, and nothing else", async () => {
  installNow();
  const first = prepare();
  expect(await first.status).toBe(0);
  expect(first.errors()).toBe(`${INSTALLING}${COMPILING}${PAGES}${ELEMENT}${SITE}${REFERENCE}${DOCS}`);
  const again = prepare();
  expect(await again.status).toBe(0);
  expect(again.errors()).toBe("");
  const output = join(workspace, "service", "dist");
  rmSync(output, { recursive: true });
  const mended = prepare();
  expect(await mended.status).toBe(0);
  expect(mended.errors()).toBe(`${COMPILING}${PAGES}`);
  expect(readFileSync(join(output, "main.js"), "utf8")).toContain("built = true");
  rmSync(join(workspace, "verifier-web", "dist", "site"), { recursive: true });
  const rebuilt = prepare();
  expect(await rebuilt.status).toBe(0);
  expect(rebuilt.errors()).toBe(SITE);
});

test.each([
  ["a package is missing", (packages: Record<string, unknown>) => delete packages["node_modules/vitest"]],
  [
    "a package has another version",
    (packages: Record<string, unknown>) => (packages["node_modules/vitest"] = { version: "0.0.0" }),
  ],
])("installs again when %s", async (_, change) => {
  installNow();
  expect(await prepare().status).toBe(0);
  const list = join(workspace, "node_modules", ".package-lock.json");
  const lock = JSON.parse(readFileSync(list, "utf8"));
  change(lock.packages);
  writeFileSync(list, JSON.stringify(lock));
  const again = prepare();
  expect(await again.status).toBe(0);
  expect(again.errors()).toBe(INSTALLING);
});

/** The words after which npm installs. */
const npmWords = () => readFileSync(join(workspace, "npm-words"), "utf8").trim().split(" ");
const chosen = () => npmWords().filter((word) => word.startsWith("--workspace="));

/** What npm says to have installed when only a start was prepared. */
function listOfStart(): string {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const wanted = new Set(packagePaths("start"));
  const isWanted = (path: string) => wanted.has(path) || !path.includes("node_modules/");
  return JSON.stringify({
    ...lock,
    packages: Object.fromEntries(Object.entries(lock.packages).filter(([path]) => isWanted(path))),
  });
}

test("a start installs and builds its own; what needs more adds to it, without installing all anew", async () => {
  installNow();
  writeFileSync(join(workspace, "npm-list"), listOfStart());
  const first = prepare(workspace, "start");
  expect(await first.status).toBe(0);
  expect(first.errors()).toBe(`${INSTALLING}${COMPILING}${PAGES}${SITE}`);
  expect(npmWords().slice(0, 2)).toEqual(["ci", "--ignore-scripts"]);
  expect(chosen()).toContain("--workspace=service");
  expect(chosen()).not.toContain("--workspace=test");
  for (const name of ["verifier-web/element", "docs/site", "test/bench"])
    expect(existsSync(join(workspace, name, "dist")), name).toBe(false);
  expect(await prepare(workspace, "start").status).toBe(0);
  expect(log()).toMatch(/^started \d+\ninstalled\n$/);

  rmSync(join(workspace, "npm-list"));
  const all = prepare();
  expect(await all.status).toBe(0);
  expect(all.errors()).toBe(`${INSTALLING}${COMPILING}${ELEMENT}${REFERENCE}${DOCS}`);
  expect(npmWords().slice(0, 2)).toEqual(["install", "--no-save"]);
  expect(chosen()).toEqual([]);
});

test("binaries of this platform that npm passed over are asked for once more", async () => {
  installNow();
  const list = JSON.parse(readFileSync(join(workspace, "package-lock.json"), "utf8"));
  for (const [path, { os, cpu }] of Object.entries<Readonly<Record<string, string[]>>>(list.packages))
    if (os?.includes(process.platform) && cpu?.includes(process.arch)) delete list.packages[path];
  writeFileSync(join(workspace, "npm-list"), JSON.stringify(list));
  const run = prepare();
  expect(await run.status).toBe(0);
  expect(log()).toMatch(/^(started \d+\ninstalled\n){2}$/);
  expect(npmWords().slice(0, 2)).toEqual(["install", "--no-save"]);
});

test("after an interrupted npm, whose files may be in part, all is installed anew", async () => {
  installNow();
  writeFileSync(join(workspace, "npm-list"), listOfStart());
  expect(await prepare(workspace, "start").status).toBe(0);
  rmSync(join(workspace, "npm-list"));
  rmSync(join(workspace, "install-now"));
  const more = prepare();
  await installs(2);
  more.child.kill("SIGINT");
  expect(await more.status).toBe(130);
  installNow();
  const again = prepare(workspace, "start");
  expect(await again.status).toBe(0);
  expect(again.errors()).toBe(INSTALLING);
  expect(npmWords()[0]).toBe("ci");
});

test("a signal also ends what the running command started", async () => {
  writeFileSync(
    join(workspace, "bin", "npm"),
    `#!/bin/sh\n${process.execPath} -e 'process.on("SIGINT", () => {}); setInterval(() => {}, 1000)' &\necho "started $!" >> log\nwait\n`,
  );
  const { child, status } = prepare();
  await installs(1);
  child.kill("SIGINT");
  expect(await status).toBe(130);
  const started = Number(/\d+/.exec(log())![0]);
  try {
    await until(() => !isRunning(started), 30_000);
  } finally {
    if (isRunning(started)) process.kill(started, "SIGKILL");
  }
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("the service by itself has nothing of the sandbox", () => {
  const [ofService, ofStart] = [packagePaths("service"), packagePaths("start")];
  for (const name of ["@foundry-rs/anvil", "asn1js", "pkijs"])
    expect(
      [ofStart, ofService].map((paths) => paths.includes(`node_modules/${name}`)),
      name,
    ).toEqual([true, false]);
});

test("a set that nobody has: said, with those there are", async () => {
  const { status, errors } = prepare(workspace, "most");
  expect(await status).toBe(1);
  expect(errors()).toBe("no set most: service, start, docs, programs, all\n");
});

test("a site older than one of its sources is built again", async () => {
  installNow();
  expect(await prepare().status).toBe(0);
  writeFileSync(join(workspace, "verifier-web", "src", "added.ts"), "export const added: boolean = true;\n");
  const again = prepare();
  expect(await again.status).toBe(0);
  expect(again.errors()).toBe(SITE);
});

test.each(["docs/added.md", "shared/README.md"])(
  "documentation older than %s is built again",
  async (path) => {
    installNow();
    expect(await prepare().status).toBe(0);
    writeFileSync(join(workspace, path), "# Added\n");
    const again = prepare();
    expect(await again.status).toBe(0);
    expect(again.errors()).toBe(DOCS);
  },
);

test("the scripts of pages older than one of their sources are built again", async () => {
  installNow();
  expect(await prepare().status).toBe(0);
  writeFileSync(join(workspace, "verifier-web/ui/styles/added.css"), "p { margin: 0 }\n");
  const again = prepare();
  expect(await again.status).toBe(0);
  expect(again.errors()).toBe(`${PAGES}${ELEMENT}${SITE}${DOCS}`);
});

test("this workspace, once built, is not built again", async () => {
  expect(await prepare(root).status).toBe(0);
  const again = prepare(root);
  expect(await again.status).toBe(0);
  expect(again.errors()).toBe("");
});
