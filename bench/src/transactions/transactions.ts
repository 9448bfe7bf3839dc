/**
 * Registration by the store beside registration in multi-document transactions, in the store's own layer and without
 * HTTP: what decision 006 rests on. The rivals take turns, each round in full before the next.
 */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { MongoClient } from "mongodb";
import { runChild } from "../child.js";
import { type Figure, figure } from "../figure.js";
import { median } from "../median.js";
import { newAccount } from "../service/fill-store.js";
import { mongodbBenchStore } from "../service/service-process.js";
import { measureRegistering, type Registered, type RegisterPlan } from "./measure-registering.js";

const ROUNDS = 3;
const SECONDS = 5;
const IN_FLIGHT = 64;
const ACCOUNTS = 80;

type Way = RegisterPlan["way"];
const WAYS: readonly Way[] = ["store", "transactions"];

/** Many accounts from one process, one account from one process, one account from two. */
const KINDS = ["many", "one", "two"] as const;
type Kind = (typeof KINDS)[number];

export async function transactions(): Promise<Figure[]> {
  const bench = mongodbBenchStore();
  if (bench === null) return [];
  const runs = new Map<string, Registered[]>();
  const driver: number[] = [];
  const store = await bench.open();
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => newAccount(store)));
  await store.close();
  const databases = { store: bench.url, transactions: otherDatabase(bench.url) };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      driver.push(await bareDriver(bench.serverUrl));
      for (const kind of KINDS) {
        for (const way of WAYS) {
          const plan = {
            way,
            url: databases[way],
            accounts: kind === "many" ? accounts : accounts.slice(0, 1),
            // 64 connections in all.
            inFlight: kind === "two" ? IN_FLIGHT / 2 : IN_FLIGHT,
            seconds: SECONDS,
          };
          const run = await measureRegistering(plan, kind === "two" ? 2 : 1);
          runs.set(`${way} ${kind}`, [...(runs.get(`${way} ${kind}`) ?? []), run]);
        }
      }
    }
  } finally {
    await dropDatabase(databases.transactions);
    await bench.remove();
  }
  const of = (way: Way, kind: Kind, value: (run: Registered) => number) =>
    median(runs.get(`${way} ${kind}`)!.map(value));
  const rate = ({ perSecond }: Registered) => perSecond;
  const p99 = ({ p99Ms }: Registered) => p99Ms;
  const figures = WAYS.flatMap((way) => [
    figure({
      id: `${way}.register-driver`,
      unit: "proofs/s",
      ours: of(way, "many", rate),
      reference: median(driver),
      referenceName: "the bare driver's insertOne, 64 in flight, same write concern",
      bar: way === "transactions" ? { atLeast: 0.5 } : null,
    }),
    figure({
      id: `${way}.two-instances`,
      unit: "proofs/s",
      ours: of(way, "two", rate),
      reference: of(way, "one", rate),
      referenceName: "one instance on the same account, 64 in flight",
      bar: way === "transactions" ? { atLeast: 0.7 } : null,
    }),
  ]);
  for (const kind of KINDS) {
    figures.push(
      figure({
        id: `transactions.p99-${kind}`,
        unit: "ms",
        ours: of("transactions", kind, p99),
        reference: of("store", kind, p99),
        referenceName: "the store",
        bar: { atMost: 1 },
      }),
      figure({
        id: `transactions.rate-${kind}`,
        unit: "proofs/s",
        ours: of("transactions", kind, rate),
        reference: of("store", kind, rate),
        referenceName: "the store",
        bar: null,
      }),
    );
  }
  return [
    ...figures,
    figure({
      id: "transactions.begun-two",
      unit: "transactions",
      ours: of("transactions", "two", ({ transactionsPerCommit }) => transactionsPerCommit!),
      reference: of("transactions", "one", ({ transactionsPerCommit }) => transactionsPerCommit!),
      referenceName: "transactions begun for each committed, on one instance",
      bar: null,
    }),
  ];
}

function otherDatabase(url: string): string {
  const other = new URL(url);
  other.pathname = `/svc_bench_${randomBytes(6).toString("hex")}`;
  return other.href;
}

async function dropDatabase(url: string): Promise<void> {
  const client = new MongoClient(url);
  await client.db().dropDatabase();
  await client.close();
}

async function bareDriver(serverUrl: string): Promise<number> {
  const program = fileURLToPath(new URL("../service/bare-driver.js", import.meta.url));
  return Number((await runChild(process.execPath, [program, serverUrl, String(SECONDS)])).stdout);
}
