/** A system that lets the service open few files: at its start, and for a moment while it runs. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Instance, randomHash, register, startInstance } from "./instance.js";
import { root, until } from "./sandbox.js";

/** Of util-linux: sets limits of a running process. */
const PRLIMIT = "prlimit";
const hasLimits = process.platform === "linux" && spawnSync(PRLIMIT, ["--version"]).status === 0;

/** In the program alone: as a system says that lets it open 700 files. */
const FEW_FILES = `--import=data:text/javascript,${encodeURIComponent(
  `import { spawnSync } from "node:child_process";
   import { isMainThread } from "node:worker_threads";
   if (isMainThread && process.argv[1]?.endsWith("/sandbox/dist/main.js"))
     spawnSync("${PRLIMIT}", ["--pid", String(process.pid), "--nofile=700:"]);`,
)}`;

let folder: string;
let service: Instance | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-proof-files-"));
});
afterEach(async () => {
  await service?.end("SIGKILL");
  service = undefined;
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const settings = {
  SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
  SVC_MAX_CONNECTIONS_PER_IP: "0",
  SVC_BATCH_INTERVAL_MS: "100",
  SVC_POLL_INTERVAL_MS: "100",
};

test.skipIf(!hasLimits)("too few files are said at the start, in one line", () => {
  const main = join(root, "service/dist/main.js");
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["-c", `ulimit -n 64; exec "${process.execPath}" "${main}"`],
    { env: { ...process.env, ...settings, SVC_DATA_DIR: join(folder, "data") }, encoding: "utf8" },
  );
  expect([status, stdout, stderr]).toEqual([
    1,
    "",
    "svc-proof: the system lets this process open 64 files: expected at least 640 (ulimit -n, LimitNOFILE)\n",
  ]);
});

test.skipIf(!hasLimits)("silent connections leave files for everything else", async () => {
  const running = await startInstance({
    ...settings,
    SVC_DATA_DIR: join(folder, "data"),
    NODE_OPTIONS: FEW_FILES,
  });
  service = running;
  const keyOf = () => /Pro key {3}(\S+)/.exec(running.output())?.[1];
  await until(() => keyOf() !== undefined, 60_000);
  expect(running.output()).toContain("the system allows too few open files for SVC_MAX_CONNECTIONS");
  const port = Number(new URL(running.baseUrl).port);
  const silent = Array.from({ length: 400 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  try {
    await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    const left = () => silent.filter((socket) => !socket.resume().closed).length;
    await expect.poll(left, { timeout: 30_000 }).toBeLessThanOrEqual(188);
    expect((await register(running.baseUrl, keyOf()!, randomHash())).status).toBe(201);
    expect(left()).toBeGreaterThan(100);
  } finally {
    for (const socket of silent) socket.destroy();
  }
});

test.skipIf(!hasLimits)("what failed while no file could be opened works afterwards", async () => {
  const running = await startInstance({ ...settings, SVC_DATA_DIR: join(folder, "data") });
  service = running;
  const { baseUrl } = running;
  const limitFiles = (soft: number | "") =>
    spawnSync(PRLIMIT, ["--pid", String(running.process.pid), `--nofile=${soft === "" ? 20_000 : soft}:`]);
  const keyOf = () => /Pro key {3}(\S+)/.exec(running.output())?.[1];
  await until(() => keyOf() !== undefined, 60_000);
  const headers = { authorization: `Bearer ${keyOf()}` };
  const { id } = (await (await register(baseUrl, keyOf()!, randomHash())).json()) as {
    readonly id: string;
  };
  // Accepting a connection takes a file.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, more: Record<string, string> = {}, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const { origin } = new URL(baseUrl);
      request(`${origin}${path}`, { method, agent, headers: more }, (answer) =>
        answer.resume().on("end", () => resolve(answer.statusCode!)),
      )
        .on("error", reject)
        .end(body);
    });
  const options = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const askPasskey = () => ask("POST", "/sign-in/passkey/options", options, "{}");
  const askCertificate = () => ask("GET", `/api/v2/proofs/${id}/certificate.pdf`, headers);
  const askEvidence = () => ask("GET", `/api/v2/proofs/${id}/evidence.zip`, headers);
  const asked = async () => [await askPasskey(), await askCertificate(), await askEvidence()];
  await until(async () => (await ask("GET", `/api/v2/proofs/${id}`, headers)) === 200, 30_000);
  limitFiles(3);
  expect(await askPasskey(), "it needs no file").toBe(200);
  const waiting = askCertificate();
  await until(() => running.output().includes("a document worker ended"), 30_000);
  limitFiles("");
  expect(await waiting, "a worker is started again").toBe(200);
  await expect.poll(asked, { timeout: 30_000, interval: 2_000 }).toEqual([200, 200, 200]);
});
