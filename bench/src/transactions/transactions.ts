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
const SECONDS = 4;
const IN_FLIGHT = 64;
const ACCOUNTS = 80;

type Way = RegisterPlan["way"];
const WAYS: readonly Way[] = ["store", "tables", "late", "early"];

/** Registrations of many accounts in one process, of one account in one process, of one account in two. */
const KINDS = ["many", "one", "two"] as const;
type Kind = (typeof KINDS)[number];

export async function transactions(): Promise<Figure[]> {
  const bench = mongodbBenchStore();
  if (bench === null) return [];
  const store = await bench.open();
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => newAccount(store)));
  await store.close();
  const databases: Record<Way, string> = {
    store: bench.url,
    tables: otherDatabase(bench.url),
    late: otherDatabase(bench.url),
    early: otherDatabase(bench.url),
  };
  const runs = new Map<string, Registered[]>();
  const driver: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      driver.push(await bareDriver(bench.serverUrl));
      for (const kind of KINDS) {
        for (const way of WAYS) {
          const plan = {
            way,
            url: databases[way],
            accounts: kind === "many" ? accounts : accounts.slice(0, 1),
            inFlight: IN_FLIGHT,
            seconds: SECONDS,
          };
          const run = await measureRegistering(plan, kind === "two" ? 2 : 1);
          runs.set(`${way} ${kind}`, [...(runs.get(`${way} ${kind}`) ?? []), run]);
        }
      }
    }
  } finally {
    await dropDatabase(databases.tables);
    await dropDatabase(databases.late);
    await dropDatabase(databases.early);
    await bench.remove();
  }
  const of = (way: Way, kind: Kind, value: (run: Registered) => number) =>
    median(runs.get(`${way} ${kind}`)!.map(value));
  return WAYS.flatMap((way) => figuresOf(way, median(driver), of));
}

function figuresOf(
  way: Way,
  driver: number,
  of: (way: Way, kind: Kind, value: (run: Registered) => number) => number,
): Figure[] {
  const rate = ({ perSecond }: Registered) => perSecond;
  const p99 = ({ p99Ms }: Registered) => p99Ms;
  const id = way === "store" ? "transactions.none" : `transactions.${way}`;
  const isCandidate = way !== "store";
  const figures = [
    figure({
      id: `${id}.driver`,
      unit: "proofs/s",
      ours: of(way, "many", rate),
      reference: driver,
      referenceName: "the bare driver's insertOne, 64 in flight, same write concern",
      bar: isCandidate ? { atLeast: 0.5 } : null,
    }),
    figure({
      id: `${id}.two-instances`,
      unit: "proofs/s",
      ours: of(way, "two", rate),
      reference: of(way, "one", rate),
      referenceName: "one instance; the same account, 64 in flight in each instance",
      bar: isCandidate ? { atLeast: 0.7 } : null,
    }),
  ];
  if (!isCandidate) return figures;
  for (const kind of KINDS) {
    figures.push(
      figure({
        id: `${id}.p99-${kind}`,
        unit: "ms",
        ours: of(way, kind, p99),
        reference: of("store", kind, p99),
        referenceName: `the store; ${NAMES[kind]}`,
        bar: { atMost: 1 },
      }),
      figure({
        id: `${id}.rate-${kind}`,
        unit: "proofs/s",
        ours: of(way, kind, rate),
        reference: of("store", kind, rate),
        referenceName: `the store; ${NAMES[kind]}`,
        bar: null,
      }),
    );
  }
  if (way === "tables") return figures;
  const tries = ({ transactionsPerCommit }: Registered) => transactionsPerCommit!;
  figures.push(
    figure({
      id: `${id}.begun`,
      unit: "begun for a commit",
      ours: of(way, "two", tries),
      reference: of(way, "one", tries),
      referenceName: "one instance; ours on two, the worse of both",
      bar: null,
    }),
  );
  return figures;
}

const NAMES: Readonly<Record<Kind, string>> = {
  many: "80 accounts",
  one: "one account",
  two: "one account, two instances",
};

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
