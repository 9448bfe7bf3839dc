/**
 * The store on MongoDB without HTTP: registrations beside the bare driver's single inserts on the same server, by one
 * instance and by two, while one of them builds a batch, and after one was killed. What it takes on SQLite: `growth`.
 */

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { auditEntry } from "@svc-proof/service/audit/audit";
import { buildBatch } from "@svc-proof/service/batches/build-batch";
import type { Records } from "@svc-proof/service/records/records";
import { runChild } from "./child.js";
import { type Figure, figure, limitFigure } from "./figure.js";
import { median } from "./median.js";
import { scaled } from "./scale.js";
import { type BenchAccount, fillProofs, newAccount, newRegistration } from "./service/fill-store.js";
import type { RegisterPlan } from "./service/registering.js";
import { type MongodbBenchStore, mongodbBenchStore } from "./service/service-process.js";

const ROUNDS = 3;
const SECONDS = 4;
/** In each instance. */
const IN_FLIGHT = 64;
const FEW = 80;
const MANY = 600;
const LEAVES = 100_000;
const LIMIT_SECONDS = 15;
const KILLS = 10;
const ANSWER_SECONDS = 5;
/** Time in which the processes load their modules and connect, before all begin at the same moment. */
const LEAD_MS = 4_000;

const registering = fileURLToPath(new URL("./service/registering.js", import.meta.url));
const bareDriver = fileURLToPath(new URL("./service/bare-driver.js", import.meta.url));

export async function store(): Promise<Figure[]> {
  const bench = mongodbBenchStore();
  if (bench === null) return [];
  const records = await bench.open();
  try {
    const accounts: BenchAccount[] = [];
    while (accounts.length < scaled(MANY)) accounts.push(await newAccount(records));
    const few = accounts.slice(0, FEW);
    return [
      ...(await rates(bench, accounts)),
      ...(await batch(bench, records, accounts)),
      await kills(bench, records, few),
    ];
  } finally {
    await records.close();
    await bench.remove();
  }
}

/** Registrations per second of all instances together, each with accounts of its own list. */
async function register(
  { url }: MongodbBenchStore,
  seconds: number,
  ...instances: readonly (readonly BenchAccount[])[]
): Promise<number> {
  const startMs = Date.now() + LEAD_MS;
  const runs = instances.map((accounts) => {
    const plan = { url, accounts, inFlight: IN_FLIGHT, seconds, startMs, isSealed: false };
    return runChild(process.execPath, [registering, JSON.stringify(plan satisfies RegisterPlan)]);
  });
  return (await Promise.all(runs)).reduce((sum, { stdout }) => sum + Number(stdout), 0);
}

async function rates(bench: MongodbBenchStore, many: readonly BenchAccount[]): Promise<Figure[]> {
  const few = many.slice(0, FEW);
  const parts = [few.filter((_, i) => i % 2 === 0), few.filter((_, i) => i % 2 === 1)];
  const ways = {
    driver: async () =>
      Number((await runChild(process.execPath, [bareDriver, bench.serverUrl, String(SECONDS)])).stdout),
    one: () => register(bench, SECONDS, few),
    parted: () => register(bench, SECONDS, ...parts),
    shared: () => register(bench, SECONDS, few, few),
    oneOfMany: () => register(bench, SECONDS, many),
    sharedMany: () => register(bench, SECONDS, many, many),
  };
  const measured = Object.keys(ways).map((way) => [way as keyof typeof ways, [] as number[]] as const);
  for (let round = 0; round < scaled(ROUNDS); round++)
    for (const [way, perSecond] of measured) perSecond.push(await ways[way]());
  const of = Object.fromEntries(measured.map(([way, all]) => [way, median(all)])) as Record<
    keyof typeof ways,
    number
  >;
  const rate = (name: string, ours: number, reference: number, referenceName: string, atLeast?: number) =>
    figure({
      ...{ id: `store.mongodb.${name}`, unit: "proofs/s", ours, reference },
      ...{ referenceName, bar: atLeast === undefined ? null : { atLeast } },
    });
  const one = (accounts: number) => `one instance; ${accounts} accounts`;
  return [
    rate("driver", of.one, of.driver, `the driver's insertOne; ${FEW} accounts`, 0.5),
    rate("two-parted", of.parted, of.one, `${one(FEW)}; ours two with half of the accounts each`, 1.5),
    rate("two-shared-600", of.sharedMany, of.oneOfMany, `${one(MANY)}; ours two with all accounts each`, 1.2),
    rate("two-shared-80", of.shared, of.one, `${one(FEW)}; ours two with all accounts each`),
  ];
}

/** One instance registers, the other builds a batch of all that was queued before. */
async function batch(
  bench: MongodbBenchStore,
  records: Records,
  accounts: readonly BenchAccount[],
): Promise<Figure[]> {
  const build = async (batchMaxLeaves: number) => {
    const lease = await records.leases.acquire("batch", "bench", 3_600_000);
    const options = { lease: lease!, batchIntervalMs: 0, batchMaxLeaves, chainIds: [31_337] };
    return buildBatch(records.batches, options);
  };
  // What the rates have left in the queue.
  while ((await build(2 ** 20)) !== null);
  const leaves = scaled(LEAVES);
  await fillProofs(records, accounts[0]!, leaves);
  const seconds = Math.max(8, scaled(2 * LIMIT_SECONDS));
  const alone = await register(bench, seconds, accounts);
  const beside = register(bench, seconds, accounts);
  await sleep(LEAD_MS + 2_000);
  const begun = performance.now();
  const built = await build(leaves);
  const tookSeconds = (performance.now() - begun) / 1_000;
  if (built?.leafCount !== leaves) throw new Error("the batch was not built");
  return [
    limitFigure({
      id: "store.mongodb.batch-100k",
      unit: "s",
      ours: tookSeconds,
      limit: LIMIT_SECONDS,
      what: `${leaves} proofs while another instance registers`,
    }),
    figure({
      id: "store.mongodb.batch-100k-rate",
      unit: "proofs/s",
      ours: await beside,
      reference: alone,
      referenceName: `while no batch is built; both over ${seconds} s`,
      bar: null,
    }),
  ];
}

/** Of two instances on the same accounts one is killed at work. Its open transaction holds rows of accounts. */
async function kills(
  { url }: MongodbBenchStore,
  records: Records,
  accounts: readonly BenchAccount[],
): Promise<Figure> {
  for (const { accountId } of accounts) {
    const grant = { id: randomUUID(), accountId, kind: "pack" as const, amount: 1_000_000, cause: "bench" };
    const audit = auditEntry({ accountId, actor: { kind: "service" }, action: "account.seals" });
    await records.accounts.addSeals({ ...grant, at: new Date() }, audit);
  }
  let longestMs = 0;
  for (let kill = 0; kill < scaled(KILLS); kill++) {
    const startMs = Date.now() + LEAD_MS;
    const plan: RegisterPlan = { url, accounts, inFlight: IN_FLIGHT, seconds: 60, startMs, isSealed: true };
    const child = spawn(process.execPath, [registering, JSON.stringify(plan)], { stdio: "ignore" });
    const ended = once(child, "exit");
    await sleep(LEAD_MS + 1_000 + 100 * kill);
    child.kill("SIGKILL");
    await ended;
    const begun = performance.now();
    await Promise.all(accounts.map((account) => records.proofs.register(newRegistration(account, true))));
    longestMs = Math.max(longestMs, performance.now() - begun);
  }
  return limitFigure({
    id: "store.mongodb.after-kill",
    unit: "s",
    ours: longestMs / 1_000,
    limit: ANSWER_SECONDS,
    what: `longest of ${scaled(KILLS)} kills, until the other instance serves ${FEW} accounts`,
  });
}
