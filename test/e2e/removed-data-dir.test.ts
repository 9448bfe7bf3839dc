/** A service whose data folder is removed must not continue as if its data were kept. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
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
  service = spawn(process.execPath, [join(root, "sandbox/dist/main.js")], {
    env: {
      ...process.env,
      SVC_DATA_DIR: dataDir,
      SVC_HTTP_PORT: "0",
      SVC_SANDBOX_BLOCK_MS: "100",
    },
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

/**
 * Waits until the chain has mined the proof's transactions and has been saved: then only its end
 * remains to be written.
 */
async function atRest(rpcUrl: string): Promise<void> {
  const head = async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] });
    const answer = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return Number(((await answer.json()) as { result: string }).result);
  };
  let before = { number: -1, since: Date.now() };
  await until(async () => {
    const number = await head();
    if (number !== before.number) before = { number, since: Date.now() };
    return number > 12 && Date.now() - before.since > 1500;
  }, 30_000);
}

test.each(["removed", "replaced"])(
  "the service ends when its folder is %s, and writes nothing there",
  async (how) => {
    const { base_url, rpc_url, keys } = JSON.parse(readFileSync(join(dataDir, "sandbox.json"), "utf8"));
    // Gives the service, and the chain too, something to save.
    const answer = await fetch(`${base_url}/proofs`, {
      method: "POST",
      headers: { authorization: `Bearer ${keys.pro}`, "content-type": "application/json" },
      body: JSON.stringify({ hash: "ab".repeat(32) }),
    });
    expect(answer.status).toBe(201);
    await atRest(rpc_url);
    // Moved first: a folder in which a running service creates files cannot be removed at once.
    const gone = join(parent, "gone");
    renameSync(dataDir, gone);
    if (how === "replaced") mkdirSync(join(dataDir, "chain"), { recursive: true });
    rmSync(gone, { recursive: true, force: true, maxRetries: 10 });
    await until(() => service.exitCode !== null, 15_000);
    expect(service.exitCode).toBe(1);
    expect(log).toMatch(/"level":"fatal".*SVC_DATA_DIR: service.lock was removed or replaced/);
    await until(() => silent(rpc_url), 30_000);
    const left = existsSync(dataDir) ? readdirSync(dataDir, { recursive: true }) : [];
    expect(left).toEqual(how === "replaced" ? ["chain"] : []);
  },
);
