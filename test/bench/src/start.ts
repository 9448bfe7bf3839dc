/** `npm start` until the sandbox answers and has written its keys: on a built tree, and in a clone with nothing beside it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Figure, limitFigure } from "./figure.js";
import { median } from "./median.js";

const LIMIT_MS = 1500;
const ROUNDS = 5;
/** Of the first start. */
const LIMITS = { packages: 300, megabytes: 420, processorSeconds: 70 } as const;
/** It only ends a hang. */
const PATIENCE_MS = 20 * 60_000;
/** The kernel's unit of processor time. */
const TICKS_PER_SECOND = 100;
const root = fileURLToPath(new URL("../../..", import.meta.url));

export async function start(): Promise<Figure[]> {
  const timesMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const folder = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
    const begun = performance.now();
    const { stop } = await startIn(root, folder);
    timesMs.push(performance.now() - begun);
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    limitFigure({
      id: "start.ready",
      unit: "ms",
      ours: median(timesMs),
      limit: LIMIT_MS,
      what: "npm start, built, empty data folder",
    }),
  ];
}

/** Of what is committed, with an empty cache of npm: it needs the registry. */
export async function firstStart(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
  try {
    const clone = join(folder, "clone");
    const before = endedChildrenSeconds();
    execFileSync("git", ["clone", "--quiet", root, clone]);
    const cloning = endedChildrenSeconds() - before;
    const { child, stop } = await startIn(clone, folder, { npm_config_cache: join(folder, "npm") });
    const seconds = cloning + treeSeconds(child.pid!);
    await stop();
    const { packages } = JSON.parse(readFileSync(join(clone, "node_modules/.package-lock.json"), "utf8"));
    const installed = Object.keys(packages).filter(
      (path) => path.includes("node_modules/") && !packages[path].link,
    );
    const [kibibytes] = execFileSync("du", ["-sk", join(clone, "node_modules")])
      .toString()
      .split("\t");
    const what = "from git clone to /verify/, empty npm cache";
    return [
      limitFigure({
        id: "start.packages",
        unit: "packages",
        ours: installed.length,
        limit: LIMITS.packages,
        what: `installed ${what}`,
      }),
      limitFigure({
        id: "start.megabytes",
        unit: "MiB",
        ours: Number(kibibytes) / 1024,
        limit: LIMITS.megabytes,
        what: "its node_modules on disk",
      }),
      limitFigure({
        id: "start.processor",
        unit: "s",
        ours: seconds,
        limit: LIMITS.processorSeconds,
        what: `all processes ${what}`,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startIn(
  checkout: string,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly child: ChildProcess; readonly stop: () => Promise<void> }> {
  const dataDir = join(folder, "data");
  const child = spawn("npm", ["start"], {
    cwd: checkout,
    env: { ...process.env, SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  // Closed once the last of its processes has released them: npm itself exits before the service.
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const sandboxFile = join(dataDir, "sandbox.json");
  for (const deadline = Date.now() + PATIENCE_MS; !existsSync(sandboxFile); await sleep(5)) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error("the service did not start");
  }
  const { site_url } = JSON.parse(readFileSync(sandboxFile, "utf8"));
  const { status } = await fetch(`${site_url}/verify/`);
  if (status !== 200) throw new Error(`the verifier answered with status ${status}`);
  return {
    child,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Processor time of a process, of those that it started, and of those of them that have ended. */
function treeSeconds(pid: number): number {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const fields = statOf(name);
      return fields === null ? [] : [{ pid: Number(name), parent: Number(fields[1]), fields }];
    });
  const ticksOf = (at: number): number =>
    all
      .filter(({ parent }) => parent === at)
      .reduce(
        (sum, child) => sum + ticksOf(child.pid),
        ticks(all.find((one) => one.pid === at)?.fields, 11, 15),
      );
  return ticksOf(pid) / TICKS_PER_SECOND;
}

/** Processor time of this program's children that have ended. */
function endedChildrenSeconds(): number {
  return ticks(statOf("self"), 13, 15) / TICKS_PER_SECOND;
}

/** From the state on (proc(5)): at 11 and 12 the time of the process, at 13 and 14 that of its ended children. Null if it has ended. */
function statOf(pid: string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

function ticks(fields: readonly string[] | null | undefined, from: number, to: number): number {
  return (fields ?? []).slice(from, to).reduce((sum, field) => sum + Number(field), 0);
}
