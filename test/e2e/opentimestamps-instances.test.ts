/**
 * Several instances on one MongoDB: the attesting one is killed and its successor paused. Every
 * batch gets into a block, submitted once if its submission was stored, and each file verifies.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseHeaders } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { parseDetachedTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import { type SandboxCalendar, startSandboxCalendar } from "../../sandbox/src/calendar/server.js";
import { FaultyCalendar } from "../faults/faulty-calendar.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { createKey, type Instance, randomHash, register, rehearsalOn, startInstance } from "./instance.js";
import { until } from "./sandbox.js";

/** Longer than a busy machine delays a process. */
const LEASE_MS = 5_000;
const PATIENCE_MS = 120_000;
const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("several instances that attest", () => {
  let folder: string;
  let anvil: Anvil;
  let own: SandboxCalendar;
  let calendar: FaultyCalendar;
  let mongodbUrl: string;
  const instances: Instance[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-opentimestamps-instances-"));
    mongodbUrl = newDatabaseUrl(serverUrl!);
    anvil = await Anvil.start(0, null);
    own = await startSandboxCalendar({
      dataDir: folder,
      port: 0,
      blockTimeMs: 300,
      confirmations: 2,
      onFailure: (error) => {
        throw error;
      },
    });
    calendar = await FaultyCalendar.start(own.url);
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.end("SIGKILL")));
    await calendar.stop();
    await own.stop();
    await anvil.end();
    await dropDatabase(mongodbUrl);
    await rm(folder, { recursive: true });
  });

  async function start(): Promise<Instance> {
    const instance = await startInstance({
      SVC_MONGODB_URL: mongodbUrl,
      ...rehearsalOn(anvil.port),
      SVC_BITCOIN_NETWORK: "regtest",
      SVC_CALENDAR_MIN: "1",
      SVC_CALENDAR_POLL_MS: "500",
      SVC_ATTEST_INTERVAL_MS: "500",
      SVC_BITCOIN_CONFIRMATIONS: "2",
      SVC_DATA_DIR: join(folder, "none"),
      SVC_CALENDAR_URLS: calendar.url,
      SVC_ESPLORA_URLS: own.url,
      SVC_LEASE_MS: String(LEASE_MS),
      SVC_BATCH_INTERVAL_MS: "300",
      SVC_POLL_INTERVAL_MS: "100",
      SVC_CREATIONS_PER_MINUTE: "0",
      SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    });
    instances.push(instance);
    return instance;
  }

  async function attesting(among: readonly Instance[]): Promise<Instance> {
    let holder: Instance | undefined;
    await until(async () => {
      for (const instance of among) {
        const held = await instance.metrics('svc_lease_held{lease="attest"}');
        if (Object.values(held)[0] === 1) holder = instance;
      }
      return holder !== undefined;
    }, PATIENCE_MS);
    return holder!;
  }

  test("one killed and one paused: all is confirmed, and nothing stored is submitted again", async () => {
    const alive = await Promise.all([start(), start()]);
    // A sandbox takes no database that already has accounts.
    const key = await createKey(mongodbUrl, "pro");
    const hashes = new Map<string, string>();
    let loading = true;
    const load = (async () => {
      for (let i = 0; loading; i++) {
        const hash = randomHash();
        const answer = await register(alive[i % alive.length]!.baseUrl, key, hash).catch(() => null);
        if (answer?.status === 201) hashes.set(((await answer.json()) as { id: string }).id, hash);
        await sleep(100);
      }
    })();
    const submitted = () => calendar.submissions;
    const more = async () => {
      const before = submitted();
      await until(() => submitted() >= before + 3, PATIENCE_MS);
    };

    await more();
    const killed = await attesting(alive);
    alive.splice(alive.indexOf(killed), 1);
    await killed.end("SIGKILL");
    await more();
    alive.push(await start());
    const paused = await attesting(alive);
    alive.splice(alive.indexOf(paused), 1);
    paused.process.kill("SIGSTOP");
    await attesting(alive);
    await more();
    paused.process.kill("SIGCONT");
    alive.push(paused);
    await more();
    loading = false;
    await load;

    const { baseUrl } = alive[0]!;
    const headers = { authorization: `Bearer ${key}` };
    const heights = new Map<string, number>();
    await until(async () => {
      for (const id of hashes.keys()) {
        if (heights.has(id)) continue;
        const { bitcoin } = (await (await fetch(`${baseUrl}/proofs/${id}`, { headers })).json()) as {
          bitcoin: { block_height: number | null };
        };
        if (bitcoin.block_height !== null) heights.set(id, bitcoin.block_height);
      }
      return heights.size === hashes.size;
    }, PATIENCE_MS);

    expect(hashes.size).toBeGreaterThan(20);
    /** The calendar's promises, one per submission. */
    const commitments = new Set<string>();
    for (const [id, hash] of hashes) {
      const file = await (await fetch(`${baseUrl}/proof/${id}.ots`)).arrayBuffer();
      const { digest, timestamp } = parseDetachedTimestamp(new Uint8Array(file));
      expect(bytesToHex(digest)).toBe(hash);
      const attested = replay(timestamp, digest);
      // Each submission leaves a promise in the file.
      expect(attested.map(({ attestation }) => attestation.kind).sort()).toEqual(["bitcoin", "pending"]);
      const messageOf = (kind: string) =>
        attested.find(({ attestation }) => attestation.kind === kind)!.message;
      commitments.add(bytesToHex(messageOf("pending")));
      const root = messageOf("bitcoin");
      let text = "";
      await until(async () => {
        const answer = await fetch(`${baseUrl}/proof/${id}.headers.json`);
        text = await answer.text();
        return answer.status === 200;
      }, PATIENCE_MS);
      const [run] = parseHeaders(text);
      expect(run!.height).toBe(heights.get(id));
      expect(bytesToHex(run!.headers[0]!.merkleRoot)).toBe(bytesToHex(root));
    }
    // Requests running at each of the two faults may have been answered and lost.
    expect(submitted() - commitments.size).toBeLessThanOrEqual(2);
  }, 400_000);
});
