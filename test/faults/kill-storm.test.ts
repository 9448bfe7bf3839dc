/**
 * The built service under load, killed by the kernel again and again at random moments, each time with another clock. Everything
 * that it acknowledged must exist in the end, once, as it was acknowledged, anchored and verifiable.
 *
 * `SVC_TEST_KILLS` is the number of kills.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { verify } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, expect, it } from "vitest";
import { share } from "../../shared/src/testing/extent.testing.js";
import { clockAhead } from "../e2e/instance.js";
import { until } from "./anchoring-world.js";

const CYCLES = Number(process.env["SVC_TEST_KILLS"] ?? share(8));
const CLIENTS = 3;
const SEED = 20_261_121;
const MAX_LIFE_MS = 1_000;
const HOUR_MS = 3_600_000;
/** By how much the clock is ahead in each life, in turn. In the last one it is right. */
const CLOCKS_MS = [0, 5 * HOUR_MS, -7 * HOUR_MS, 30 * HOUR_MS, 2 * HOUR_MS];
const MAIN = fileURLToPath(new URL("../../sandbox/dist/main.js", import.meta.url));

interface Sandbox {
  readonly base_url: string;
  readonly keys: { readonly pro: string };
  readonly rpc_url: string;
  readonly chain_id: number;
}

interface Running {
  readonly process: ChildProcess;
  readonly baseUrl: string;
}

/** mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

let dataDir: string;
let running: Running | null = null;
let log = "";

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "svc-proof-storm-"));
});
afterAll(async () => {
  if (running !== null) {
    running.process.kill("SIGTERM");
    await ended(running.process);
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function start(clockMs: number): Promise<Running> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_OPTIONS: clockAhead(clockMs),
      SVC_DATA_DIR: dataDir,
      SVC_HTTP_PORT: "0",
      SVC_BATCH_INTERVAL_MS: "100",
      SVC_POLL_INTERVAL_MS: "50",
      SVC_SANDBOX_BLOCK_MS: "100",
      SVC_CREATIONS_PER_MINUTE: "0",
      SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stderr.on("data", (bytes: Buffer) => {
    log = (log + bytes.toString()).slice(-20_000);
  });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the service ended with ${code}: ${log}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, url] = /answers at (http\S+)/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  return { process: child, baseUrl };
}

async function sandbox(): Promise<Sandbox> {
  return JSON.parse(await readFile(join(dataDir, "sandbox.json"), "utf8"));
}

/** Registers fingerprints until the service is gone. */
async function load(
  baseUrl: string,
  key: string,
  onAcknowledged: (id: string, hash: string, receivedAt: string) => void,
): Promise<void> {
  for (;;) {
    const hash = createHash("sha256").update(randomUUID()).digest("hex");
    try {
      const response = await fetch(`${baseUrl}/proofs`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ hash }),
      });
      const { id, received_at } = (await response.json()) as { id: string; received_at: string };
      if (response.status !== 201) throw new Error(`status ${response.status}`);
      onAcknowledged(id, hash, received_at);
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return;
      throw error;
    }
    await sleep(25);
  }
}

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return ((await response.json()) as { result: unknown }).result;
}

/** How often each anchor payload is in the chain. */
async function countPayloads(rpcUrl: string): Promise<Map<string, number>> {
  const head = Number(await rpc(rpcUrl, "eth_blockNumber", []));
  const counts = new Map<string, number>();
  for (let number = 0; number <= head; number++) {
    const block = await rpc(rpcUrl, "eth_getBlockByNumber", [`0x${number.toString(16)}`, true]);
    for (const { input } of (block as { transactions: { input: string }[] }).transactions) {
      const payload = Buffer.from(input.slice(2), "hex").toString();
      counts.set(payload, (counts.get(payload) ?? 0) + 1);
    }
  }
  return counts;
}

it(`loses nothing and anchors nothing twice in ${CYCLES} kills`, async () => {
  const random = randomFrom(SEED);
  const acknowledged = new Map<string, string>();
  const times = new Map<string, string>();
  running = await start(CLOCKS_MS[0]!);
  const { keys } = await until("the sandbox is ready", () => sandbox().catch(() => null));
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const { baseUrl, process: child } = running;
    const clients = Array.from({ length: CLIENTS }, () =>
      load(baseUrl, keys.pro, (id, hash, receivedAt) => {
        acknowledged.set(id, hash);
        times.set(id, receivedAt);
      }),
    );
    // Every second life acknowledges something, however slow the machine is.
    const before = acknowledged.size;
    if (cycle % 2 === 0) await until("something is acknowledged", async () => acknowledged.size > before);
    await sleep(random() * MAX_LIFE_MS);
    child.kill("SIGKILL");
    await Promise.all([ended(child), ...clients]);
    running = await start(cycle === CYCLES - 1 ? 0 : CLOCKS_MS[(cycle + 1) % CLOCKS_MS.length]!);
  }
  expect(acknowledged.size, "the load was real").toBeGreaterThanOrEqual(CYCLES / 2);

  const { baseUrl } = running;
  const get = async (path: string) =>
    fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${keys.pro}` } });
  for (const id of acknowledged.keys()) {
    await until(
      `proof ${id} is confirmed`,
      async () => {
        const response = await get(`/proofs/${id}`);
        expect(response.status, "no acknowledged proof is lost").toBe(200);
        const proof = (await response.json()) as { state: string; received_at: string };
        expect(proof.received_at, "the time that was acknowledged").toBe(times.get(id));
        return proof.state === "confirmed";
      },
      60_000,
    );
  }

  const { rpc_url, chain_id } = await until("the sandbox is ready", async () => {
    const said = await sandbox();
    return said.base_url === baseUrl ? said : null;
  });
  const source = createRpcEvmSource({ chainId: chain_id, url: rpc_url });
  const counts = await countPayloads(rpc_url);
  expect([...new Set(counts.values())], "every payload on the chain stands there once").toEqual([1]);
  const places = new Set<string>();
  const payloads = new Set<string>();
  for (const [id, hash] of acknowledged) {
    const document = await (await get(`/proof/${id}.json`)).text();
    const proof = JSON.parse(document);
    places.add(`${proof.merkle.root}/${proof.merkle.index}`);
    for (const { payload } of proof.anchors) payloads.add(payload);
    const report = await verify(document, { contentHash: hash, sources: [source] });
    expect(report.outcome, JSON.stringify(report.checks)).toBe("verified");
  }
  expect(places.size, "every proof has a place of its own").toBe(acknowledged.size);
  for (const payload of payloads) expect(counts.get(payload)).toBe(1);
});
