/**
 * The effect of a storm of evidence packages on everyone else: registrations by other accounts at a
 * fixed rate, alone and during 50 package requests per second, in turns. Two storms: by many
 * accounts that stay below their limits, so that every package must be made or refused for lack of
 * room; and by one account under the service's default limits. The event loop's processor time per
 * package does not depend on other load on the machine.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { auditEntry } from "@svc-proof/service/audit/audit";
import { runChild } from "../child.js";
import { type Figure, figure } from "../figure.js";
import { median } from "../median.js";
import { newAccount } from "./fill-store.js";
import { measureLoad } from "./measure-load.js";
import { type BenchStore, sqliteBenchStore, withService } from "./service-process.js";
import { processorTime } from "./thread-time.js";

export interface PackagePlan {
  readonly targets: readonly PackageTarget[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface PackageTarget {
  /** Of the package. */
  readonly url: string;
  readonly key: string;
}

export interface AskedPackages {
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly servedPerSecond: number;
  readonly firstByteP99Ms: number;
}

const PACKAGES_PER_SECOND = 50;
const POSTS_PER_SECOND = 100;
const CONNECTIONS = 16;
const ROUNDS = 5;
const SECONDS = 8;
/** The plan allows 5,000 proofs a day: enough for all rounds. */
const POSTING_ACCOUNTS = 10;
const PACKING_ACCOUNTS = 40;
const MEASURED_ACCOUNTS = 5;
const PROOFS_OF_EACH = 10;
const ANCHOR_PATIENCE_MS = 60_000;
const FIRST_BYTE_LIMIT_MS = 150;

const program = fileURLToPath(new URL("./request-packages.js", import.meta.url));

export async function documents(): Promise<Figure[]> {
  return [
    await eventLoopShare(),
    ...(await stormOf("many", PACKING_ACCOUNTS, { SVC_DOCUMENTS_PER_MINUTE: "0" })),
    ...(await stormOf("one", 1, {})),
  ];
}

/**
 * One package after another, each of another proof or in another language, so that no certificate
 * is cached.
 */
async function eventLoopShare(): Promise<Figure> {
  const bench = sqliteBenchStore();
  const keys = await newKeys(bench, MEASURED_ACCOUNTS);
  const settings = { SVC_SEALS_PER_MINUTE: "0", SVC_DOCUMENTS_PER_MINUTE: "0" };
  return withService(bench, settings, async (service) => {
    const targets = (await Promise.all(keys.map((key) => anchoredProofs(service.url, key)))).flat();
    const download = async (language: string) => {
      for (const { url, key } of targets) {
        const answer = await fetch(`${url}?lang=${language}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        if (answer.status !== 200) throw new Error(`expected status 200 for a package, got ${answer.status}`);
        await answer.arrayBuffer();
      }
    };
    await download("en");
    const start = performance.now();
    const busy = await processorTime(service.pid, () => download("es"));
    // Without the time that the sandbox's jobs take meanwhile.
    const elapsedMs = performance.now() - start;
    const idle = await processorTime(service.pid, () => sleep(elapsedMs));
    return figure({
      id: "service.documents.event-loop-share",
      unit: "ms of processor time",
      ours: (busy.eventLoopMs - idle.eventLoopMs) / targets.length,
      reference: (busy.processMs - idle.processMs) / targets.length,
      referenceName: "all threads; a package with its certificate",
      bar: { atMost: 0.25 },
    });
  });
}

async function stormOf(
  name: string,
  accounts: number,
  settings: Readonly<Record<string, string>>,
): Promise<Figure[]> {
  const bench = sqliteBenchStore();
  const keys = await newKeys(bench, POSTING_ACCOUNTS);
  const packers = await newKeys(bench, accounts);
  const alone: number[] = [];
  const stormed: number[] = [];
  const asked: AskedPackages[] = [];
  await withService(bench, { SVC_SEALS_PER_MINUTE: "0", ...settings }, async (service) => {
    const { origin, pathname } = new URL(service.url);
    const targets = (await Promise.all(packers.map((key) => anchoredProofs(service.url, key)))).flat();
    const post = () =>
      measureLoad({
        origin,
        connections: CONNECTIONS,
        expectedStatus: 201,
        paths: [`${pathname}/proofs`],
        keys,
        perSecond: POSTS_PER_SECOND,
        warmUpSeconds: 2,
        seconds: SECONDS,
      });
    const storm = async (seconds: number): Promise<AskedPackages> =>
      JSON.parse(
        (
          await runChild(process.execPath, [
            program,
            JSON.stringify({ targets, perSecond: PACKAGES_PER_SECOND, seconds } satisfies PackagePlan),
          ])
        ).stdout,
      );
    await storm(5);
    for (let round = 0; round < ROUNDS; round++) {
      alone.push((await post()).p99Ms);
      // It begins before the posts are counted, and ends after them.
      const [packages, load] = await Promise.all([storm(SECONDS + 4), post()]);
      stormed.push(load.p99Ms);
      asked.push(packages);
    }
  });
  const served = median(asked.map(({ servedPerSecond }) => servedPerSecond));
  process.stderr.write(`storm of ${name}: ${JSON.stringify({ alone, stormed, asked })}\n`);
  const figures = [
    figure({
      id: `service.documents.post-p99-storm-of-${name}`,
      unit: "ms",
      ours: median(stormed),
      reference: median(alone),
      referenceName: `alone; ours beside ${PACKAGES_PER_SECOND} packages/s of ${accounts === 1 ? "one account" : `${accounts} accounts`}`,
      bar: { atMost: 2 },
    }),
  ];
  if (name !== "many") return figures;
  return [
    ...figures,
    figure({
      id: "service.documents.packages",
      unit: "packages/s",
      ours: served,
      reference: PACKAGES_PER_SECOND,
      referenceName: "requested; others get 503",
      bar: null,
    }),
    figure({
      id: "service.documents.first-byte-p99",
      unit: "ms",
      ours: median(asked.map(({ firstByteP99Ms }) => firstByteP99Ms)),
      reference: FIRST_BYTE_LIMIT_MS,
      referenceName: "limit of a package alone",
      bar: null,
    }),
  ];
}

async function newKeys(bench: BenchStore, count: number): Promise<string[]> {
  const store = await bench.open();
  const keys: string[] = [];
  for (let i = 0; i < count; i++) {
    const { accountId, key } = await newAccount(store);
    await store.accounts.addSeals(
      { id: randomUUID(), accountId, kind: "pack", amount: PROOFS_OF_EACH, cause: "bench", at: new Date() },
      auditEntry({ accountId, actor: { kind: "service" }, action: "seals.add" }),
    );
    keys.push(key);
  }
  await store.close();
  return keys;
}

/** Proofs with a seal, in a block of the sandbox's chain. */
async function anchoredProofs(baseUrl: string, key: string): Promise<PackageTarget[]> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const urls: string[] = [];
  for (let i = 0; i < PROOFS_OF_EACH; i++) {
    const hash = randomBytes(32).toString("hex");
    const name = `Contrato de arrendamiento ${i} (firmado).pdf`;
    const body = JSON.stringify({ hash, name, size: 482_133, qualified: true });
    const made = await fetch(`${baseUrl}/proofs`, { method: "POST", headers, body });
    if (made.status !== 201) throw new Error(`expected status 201 for a registration, got ${made.status}`);
    urls.push(`${baseUrl}/proofs/${((await made.json()) as { id: string }).id}`);
  }
  const deadline = performance.now() + ANCHOR_PATIENCE_MS;
  for (const url of urls) {
    for (;;) {
      const { state } = (await (await fetch(url, { headers })).json()) as { state: string };
      if (state === "anchored" || state === "confirmed") break;
      if (performance.now() > deadline) throw new Error(`a proof is still ${state}`);
      await sleep(500);
    }
  }
  return urls.map((url) => ({ url: `${url}/evidence.zip`, key }));
}
