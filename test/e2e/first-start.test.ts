/**
 * The first `npm start` of a clone with nothing beside it: what it installs, by the lockfile; and the whole of it with the
 * real npm, compiler and builds, interrupted by Ctrl-C at each of its parts.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packagePaths } from "../../scripts/prepare.mjs";
import { root, until } from "./sandbox.js";

/** How long a step may last on a machine that does much else. It only ends a hang. */
const PATIENCE_MS = 600_000;
const MAX_PACKAGES = 300;

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("what a first start installs", () => {
  const paths = packagePaths("start");
  const names = new Set(paths.map(nameOf));

  test(`is at most ${MAX_PACKAGES} packages, those for every platform counted`, () => {
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.length).toBeLessThanOrEqual(MAX_PACKAGES);
  });

  test("has what the service was to be made with, and no tool of maintainers", () => {
    for (const name of ["@hapi/hapi", "libsql", "mongodb", "viem", "preact", "vite", "typescript"])
      expect(names, name).toContain(name);
    const { devDependencies } = JSON.parse(readFileSync(join(root, "test/package.json"), "utf8"));
    const ofService = new Set(["@hapi/hapi", "@noble/hashes", "mongodb", "viem", "vite"]);
    const tools = [...Object.keys(devDependencies), "typedoc", "openapi-typescript", "express", "autocannon"];
    expect(tools.filter((name) => names.has(name) && !ofService.has(name))).toEqual([]);
  });

  test("has one compiler", () => {
    expect(paths.filter((path) => nameOf(path) === "typescript")).toEqual(["node_modules/typescript"]);
  });

  test("is a part of everything, which the tests need", () => {
    const all = packagePaths("all");
    expect(all).toEqual(expect.arrayContaining(paths));
    expect(all).toContain("node_modules/vitest");
  });
});

describe("the first start of a clone", () => {
  let folder: string;
  let clone: string;
  const started: ChildProcess[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "svc-proof-first-start-"));
    clone = join(folder, "clone");
    // What is not committed yet is tested too.
    const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      maxBuffer: 1 << 28,
    });
    const there = files
      .toString()
      .split("\0")
      .filter((path) => path !== "" && existsSync(join(root, path)));
    execFileSync("mkdir", [clone]);
    execFileSync("sh", ["-c", `tar -cf - --null -T - | tar -xf - -C "${clone}"`], {
      cwd: root,
      input: there.join("\0"),
    });
  }, PATIENCE_MS);
  afterAll(() => {
    for (const { pid } of started) kill(-pid!, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }, PATIENCE_MS);

  /** `npm start` in the foreground of a terminal: a process group of its own. */
  function npmStart() {
    const { SVC_TEST_SUITES: _, ...env } = process.env;
    const child = spawn("npm", ["start"], {
      cwd: clone,
      env: {
        ...env,
        SVC_DATA_DIR: join(folder, "data"),
        SVC_HTTP_PORT: "0",
        npm_config_prefer_offline: "true",
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    started.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    return {
      output: () => output,
      says: (text: string) =>
        until(() => {
          if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
          return output.includes(text);
        }, PATIENCE_MS),
      /** What a terminal sends for Ctrl-C: to the whole group, once. */
      async interrupt() {
        kill(-child.pid!, "SIGINT");
        await closed;
        await until(() => processesIn(folder).length === 0, PATIENCE_MS);
        expect(existsSync(join(clone, ".prepare-lock"))).toBe(false);
      },
    };
  }

  const some = (path: string) => until(() => existsSync(join(clone, path)), PATIENCE_MS);

  test("Ctrl-C ends all of it at any moment; the next one goes on, and answers", {
    timeout: 3 * PATIENCE_MS,
  }, async () => {
    const installing = npmStart();
    await installing.says("Installing dependencies ...");
    await some("node_modules/@hapi");
    await installing.interrupt();
    expect(installing.output()).not.toContain("Compiling");

    const compiling = npmStart();
    await compiling.says("Compiling ...");
    await some("shared/dist");
    await compiling.interrupt();
    expect(compiling.output()).toContain("Installing dependencies ...");

    const building = npmStart();
    await building.says("Building the verifier site ...");
    await building.interrupt();
    expect(building.output()).not.toContain("Installing dependencies");

    const last = npmStart();
    await some("../data/sandbox.json");
    const { site_url: site } = JSON.parse(readFileSync(join(folder, "data/sandbox.json"), "utf8"));
    const verifier = await fetch(`${site}/verify/`);
    expect([verifier.status, await verifier.text()]).toEqual([200, expect.stringContaining("<title>")]);
    expect((await fetch(`${site}/`)).status).toBe(200);
    const docs = await fetch(`${site}/docs/`, { headers: { accept: "text/html" } });
    expect([docs.status, await docs.text()]).toEqual([404, expect.stringContaining("npm run docs:build")]);
    for (const text of ["Installing", "web component", "documentation ..."])
      expect(last.output()).not.toContain(text);
    const { packages } = JSON.parse(readFileSync(join(clone, "node_modules/.package-lock.json"), "utf8"));
    const installed = Object.keys(packages).filter(
      (path) => path.includes("node_modules/") && !packages[path].link,
    );
    expect(installed.length).toBeLessThanOrEqual(MAX_PACKAGES);
    await last.interrupt();
  });
});

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** The processes that run in a folder, by Linux' list. */
function processesIn(folder: string): string[] {
  if (!existsSync("/proc/self/cwd")) return [];
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}
