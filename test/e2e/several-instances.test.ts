/**
 * Several instances on one MongoDB and one chain: nothing acknowledged is lost, done twice, or
 * counted separately.
 */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { verify } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import {
  ANCHOR_ADDRESS,
  createKey,
  type Instance,
  randomHash,
  register,
  rehearsalOn,
  startInstance,
} from "./instance.js";
import { until } from "./sandbox.js";

const LEASE_MS = 2_000;
const CONFIRMATIONS = 3;
const CLIENTS = 6;

const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("several instances on one MongoDB", () => {
  const noFolder = join(tmpdir(), `svc-proof-no-folder-${process.pid}`);
  let anvil: Anvil;
  let mongodbUrl: string;
  let mining = true;
  let mined: Promise<void>;
  const instances: Instance[] = [];

  beforeAll(async () => {
    mongodbUrl = newDatabaseUrl(serverUrl!);
    anvil = await Anvil.start(0, null);
    mined = (async () => {
      while (mining) {
        await anvil.request("evm_mine", []).catch(() => {});
        await sleep(100);
      }
    })();
  });
  afterEach(async () => {
    await Promise.all(instances.splice(0).map((instance) => instance.end("SIGKILL")));
  });
  afterAll(async () => {
    mining = false;
    await mined;
    await anvil.end();
    await dropDatabase(mongodbUrl);
  });

  async function start(settings: Record<string, string> = {}): Promise<Instance> {
    const instance = await startInstance({
      SVC_MONGODB_URL: mongodbUrl,
      ...rehearsalOn(anvil.port),
      SVC_DATA_DIR: noFolder,
      SVC_CALENDAR_URLS: "off",
      SVC_LEASE_MS: String(LEASE_MS),
      SVC_BATCH_INTERVAL_MS: "200",
      SVC_POLL_INTERVAL_MS: "100",
      SVC_CONFIRMATIONS: String(CONFIRMATIONS),
      SVC_CREATIONS_PER_MINUTE: "0",
      SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
      SVC_LOG_LEVEL: "info",
      ...settings,
    });
    instances.push(instance);
    return instance;
  }

  /** Which of these instances anchors, once one does. */
  async function anchoring(among: readonly Instance[]): Promise<Instance> {
    let holder: Instance | undefined;
    await until(async () => {
      for (const instance of among) {
        const held = await instance.metrics('svc_lease_held{lease="anchor"}');
        if (Object.values(held)[0] === 1) holder = instance;
      }
      return holder !== undefined;
    }, 30_000);
    return holder!;
  }

  test("under load, while one is paused, one killed and one stopped: all is confirmed exactly once", async () => {
    const key = await createKey(mongodbUrl, "pro");
    const alive = await Promise.all([start(), start(), start()]);
    expect(existsSync(noFolder), "an instance keeps nothing beside its store").toBe(false);

    /** Every acknowledged fingerprint, with its proof. */
    const acknowledged = new Map<string, string>();
    let loading = true;
    const clients = Array.from({ length: CLIENTS }, async (_, number) => {
      for (let i = number; loading; i++) {
        const hash = randomHash();
        // Until it is acknowledged: a client without an answer retries elsewhere, with the same
        // key.
        for (let tries = i; ; tries++) {
          const { baseUrl } = alive[tries % alive.length]!;
          const answer = await register(baseUrl, key, hash, { "idempotency-key": hash }).catch(() => null);
          if (answer === null) continue;
          expect([200, 201, 503]).toContain(answer.status);
          if (answer.status === 503) continue;
          acknowledged.set(hash, ((await answer.json()) as { id: string }).id);
          break;
        }
        // Every proof is verified in the end: no more of them than the faults need.
        await sleep(50);
      }
    });
    const more = async () => {
      const before = acknowledged.size;
      await until(() => acknowledged.size >= before + 30, 30_000);
    };

    await more();
    const paused = await anchoring(alive);
    alive.splice(alive.indexOf(paused), 1);
    paused.process.kill("SIGSTOP");
    const killed = await anchoring(alive);
    await more();
    paused.process.kill("SIGCONT");
    alive.push(paused);
    alive.splice(alive.indexOf(killed), 1);
    await killed.end("SIGKILL");
    await more();
    const stopped = await anchoring(alive);
    alive.push(await start());
    alive.splice(alive.indexOf(stopped), 1);
    expect(await stopped.end("SIGTERM")).toBe(0);
    await more();
    loading = false;
    await Promise.all(clients);

    const { baseUrl } = alive[0]!;
    const headers = { authorization: `Bearer ${key}` };
    const proofs: { id: string; hash: string; state: string }[] = [];
    const readAll = async () => {
      proofs.length = 0;
      for (let cursor = ""; ; ) {
        const answer = await fetch(`${baseUrl}/proofs?limit=100${cursor}`, { headers });
        const page = (await answer.json()) as { data: typeof proofs; next_cursor: string | null };
        proofs.push(...page.data);
        if (page.next_cursor === null) return;
        cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
      }
    };
    await until(async () => {
      await readAll();
      return proofs.every(({ state }) => state === "confirmed");
    }, 60_000);
    // A request without a complete answer may have made a proof, and was repeated: one per
    // fingerprint.
    expect(new Map(proofs.map(({ hash, id }) => [hash, id]))).toEqual(acknowledged);
    expect(proofs).toHaveLength(acknowledged.size);

    const source = createRpcEvmSource({ chainId: 31_337, url: `http://127.0.0.1:${anvil.port}` });
    const roots = new Set<string>();
    for (const { id, hash } of proofs) {
      const text = await (await fetch(`${baseUrl}/proof/${id}.json`)).text();
      roots.add(JSON.parse(text).merkle.root);
      const report = await verify(text, {
        contentHash: hash,
        sources: [source],
        minConfirmations: CONFIRMATIONS,
      });
      expect(report.outcome).toBe("verified");
    }
    const anchored = await anchoredPayloads();
    expect(new Set(anchored).size, "each root is anchored once").toBe(anchored.length);
    expect(new Set(anchored)).toEqual(new Set([...roots].map((root) => `svc:v2:${root}`)));
  });

  /** The payloads of all transactions of the anchor key on the chain, in order. */
  async function anchoredPayloads(): Promise<string[]> {
    const head = Number(await anvil.request("eth_blockNumber", []));
    const payloads: string[] = [];
    for (let number = 0; number <= head; number++) {
      const block = await anvil.request("eth_getBlockByNumber", [`0x${number.toString(16)}`, true]);
      for (const { from, input } of (block as { transactions: { from: string; input: string }[] })
        .transactions)
        if (from.toLowerCase() === ANCHOR_ADDRESS)
          payloads.push(Buffer.from(input.slice(2), "hex").toString());
    }
    return payloads;
  }

  test("limits hold exactly over all of them", async () => {
    const [free, pro] = [await createKey(mongodbUrl, "free"), await createKey(mongodbUrl, "pro")];
    const limits = {
      SVC_CREATIONS_PER_MINUTE: "20",
      SVC_REQUESTS_PER_MINUTE_PER_IP: "50",
      // Long, so that the store decides even on a busy machine.
      SVC_ADDRESS_LIMIT_WAIT_MS: "60000",
      SVC_TRUSTED_PROXIES: "127.0.0.1",
    };
    const all = await Promise.all([start(limits), start(limits), start(limits)]);
    const tally = async (count: number, ask: (baseUrl: string) => Promise<Response>) => {
      const outcomes = Array.from({ length: count }, async (_, i) => {
        const answer = await ask(all[i % all.length]!.baseUrl);
        const text = await answer.text();
        return `${answer.status} ${text.startsWith("{") ? (JSON.parse(text).error?.code ?? "") : "gateway"}`;
      });
      const counts: Record<string, number> = {};
      for (const outcome of await Promise.all(outcomes)) counts[outcome] = (counts[outcome] ?? 0) + 1;
      return counts;
    };
    const from = (address: string) => ({ "x-forwarded-for": address });

    // A free account's 10 per day, while its limit per minute allows more.
    expect(await tally(18, (baseUrl) => register(baseUrl, free, randomHash(), from("203.0.113.1")))).toEqual({
      "201 ": 10,
      "429 quota_exceeded": 8,
    });
    expect(await tally(45, (baseUrl) => register(baseUrl, pro, randomHash(), from("203.0.113.2")))).toEqual({
      "201 ": 20,
      "429 rate_limited": 25,
    });
    const account = (baseUrl: string) => fetch(`${baseUrl}/account`, { headers: from("203.0.113.3") });

    expect(await tally(80, account)).toEqual({ "401 unauthorized": 50, "429 gateway": 30 });

    const refusals = { quota_exceeded: 0, rate_limited: 0, gateway: 0 };
    for (const instance of all) {
      const codes = await instance.metrics("svc_http_error_answers_total");
      for (const code of Object.keys(refusals) as (keyof typeof refusals)[])
        refusals[code] += codes[`svc_http_error_answers_total{code="${code}"}`] ?? 0;
    }
    expect(refusals).toEqual({ quota_exceeded: 8, rate_limited: 25, gateway: 30 });
  });
});
