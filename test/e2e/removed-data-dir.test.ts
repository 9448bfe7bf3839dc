/** A service whose data folder is removed must not go on as if what it writes were kept. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ended, root, until } from "./sandbox.js";

let parent: string;
let dataDir: string;
let service: ChildProcess;
let log: string;

beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), "svc-proof-removed-"));
  dataDir = join(parent, "data");
  log = "";
  service = spawn(process.execPath, [join(root, "service/dist/main.js")], {
    env: { ...process.env, SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: "0", SVC_SANDBOX_BLOCK_MS: "100" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  service.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  await until(() => existsSync(join(dataDir, "sandbox.json")), 30_000);
});
afterEach(async () => {
  await ended(service, "SIGKILL");
  rmSync(parent, { recursive: true, force: true });
});

/** Whether nothing answers at an address any more. */
const silent = (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  );

test.each(["removed", "replaced"])(
  "the service ends when its folder is %s, and writes nothing there",
  async (how) => {
    const { base_url, rpc_url, keys } = JSON.parse(readFileSync(join(dataDir, "sandbox.json"), "utf8"));
    // Something to save, for the chain too.
    const answer = await fetch(`${base_url}/proofs`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys.pro}`, "content-type": "application/json" },
      body: JSON.stringify({ hash: "ab".repeat(32) }),
    });
    expect(answer.status).toBe(201);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    if (how === "replaced") mkdirSync(join(dataDir, "chain"), { recursive: true });
    await until(() => service.exitCode !== null, 15_000);
    expect(service.exitCode).toBe(1);
    expect(log).toMatch(/"level":"fatal".*SVC_DATA_DIR was removed or replaced/);
    await until(() => silent(rpc_url), 30_000);
    const left = existsSync(dataDir) ? readdirSync(dataDir, { recursive: true }) : [];
    expect(left).toEqual(how === "replaced" ? ["chain"] : []);
  },
);
