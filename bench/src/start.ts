/** From `npm start` on a built tree to a sandbox that answers and has written its keys. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Figure, limitFigure } from "./figure.js";
import { median } from "./median.js";

const LIMIT_MS = 3000;
const ROUNDS = 5;
const root = fileURLToPath(new URL("../..", import.meta.url));

export async function start(): Promise<Figure[]> {
  const timesMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    const stop = await startOnce();
    timesMs.push(performance.now() - begun);
    await stop();
  }
  return [
    limitFigure({
      id: "start.ready",
      unit: "ms",
      ours: median(timesMs),
      limit: LIMIT_MS,
      what: "npm start on a built tree and an empty data folder",
    }),
  ];
}

async function startOnce(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
  const service = spawn("npm", ["start"], {
    cwd: root,
    env: { ...process.env, SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [service.stdout, service.stderr]) stream.resume();
  // Closed once the last of its processes has released them: npm itself exits before the service.
  const ended = new Promise<void>((resolve) => service.on("close", () => resolve()));
  const sandboxFile = join(dataDir, "sandbox.json");
  for (const deadline = Date.now() + 60_000; !existsSync(sandboxFile); await sleep(5)) {
    if (Date.now() > deadline || service.exitCode !== null) throw new Error("the service did not start");
  }
  const { base_url } = JSON.parse(readFileSync(sandboxFile, "utf8"));
  await fetch(`${base_url}/proofs/00000000-0000-4000-8000-000000000000`);
  return async () => {
    service.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
}
