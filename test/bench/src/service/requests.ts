/**
 * Requests over HTTP: the service beside a bare hapi route and, on MongoDB, beside the bare driver. 64 connections; the
 * rivals take turns, each round in full before the next.
 */
import { fileURLToPath } from "node:url";
import { runChild } from "../child.js";
import { type Figure, figure } from "../figure.js";
import { median } from "../median.js";
import { fillProofs, newAccount } from "./fill-store.js";
import { type Load, measureLoad } from "./measure-load.js";
import { startServer } from "./server-process.js";
import { type BenchStore, mongodbBenchStore, sqliteBenchStore } from "./service-process.js";

const ROUNDS = 3;
const SECONDS = 6;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 64;
/** The plan allows 5,000 proofs a day: enough accounts for all rounds at any rate of this machine. */
const ACCOUNTS = 80;
/** Proofs that are read in turn. */
const PROOFS = 1000;

export async function requests(): Promise<Figure[]> {
  const figures = await besideHapi("sqlite", sqliteBenchStore());
  const mongodb = mongodbBenchStore();
  if (mongodb !== null) figures.push(...(await besideHapi("mongodb", mongodb, mongodb.serverUrl)));
  return figures;
}

/** @param serverUrl of MongoDB, if the bare driver is measured too. */
async function besideHapi(name: string, bench: BenchStore, serverUrl?: string): Promise<Figure[]> {
  const { keys, reader, ids } = await prepare(bench);
  const service = await bench.serve();
  const answer = await (
    await fetch(`${service.url}/proofs/${ids[0]}`, { headers: { authorization: `Bearer ${reader}` } })
  ).text();
  const bare = await startServer("test/bench/dist/service/bare-hapi.js", {}, [answer]);
  const driver: number[] = [];
  const loads = { post: [] as Load[], barePost: [] as Load[], get: [] as Load[], bareGet: [] as Load[] };
  const plan = { connections: CONNECTIONS, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS };
  const { origin, pathname } = new URL(service.url);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const post = { ...plan, keys, expectedStatus: 201 as const };
      const get = { ...plan, keys: [reader], expectedStatus: 200 as const };
      loads.post.push(await measureLoad({ ...post, origin, paths: [`${pathname}/proofs`] }));
      loads.barePost.push(await measureLoad({ ...post, origin: bare.url, paths: ["/proofs"] }));
      loads.get.push(
        await measureLoad({ ...get, origin, paths: ids.map((id) => `${pathname}/proofs/${id}`) }),
      );
      loads.bareGet.push(
        await measureLoad({ ...get, origin: bare.url, paths: ids.map((id) => `/proofs/${id}`) }),
      );
      if (serverUrl !== undefined) driver.push(await bareDriver(serverUrl));
    }
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
    await bench.remove();
  }

  const rate = (of: readonly Load[]) => median(of.map((load) => load.perSecond));
  const p99 = (of: readonly Load[]) => median(of.map((load) => load.p99Ms));
  const onSqlite = serverUrl === undefined;
  const hapi = "a bare hapi route";
  return [
    figure({
      id: `service.${name}.post`,
      unit: "requests/s",
      ours: rate(loads.post),
      reference: rate(loads.barePost),
      referenceName: hapi,
      bar: onSqlite ? { atLeast: 0.4 } : null,
    }),
    ...(onSqlite
      ? []
      : [
          figure({
            id: `service.${name}.post-driver`,
            unit: "proofs/s",
            ours: rate(loads.post),
            reference: median(driver),
            referenceName: "the driver's insertOne, same write concern",
            bar: { atLeast: 0.5 },
          }),
        ]),
    figure({
      id: `service.${name}.post-p99`,
      unit: "ms",
      ours: p99(loads.post),
      reference: p99(loads.barePost),
      referenceName: hapi,
      bar: { atMost: 3 },
    }),
    figure({
      id: `service.${name}.get`,
      unit: "requests/s",
      ours: rate(loads.get),
      reference: rate(loads.bareGet),
      referenceName: hapi,
      bar: onSqlite ? { atLeast: 0.4 } : null,
    }),
  ];
}

async function prepare(bench: BenchStore): Promise<{ keys: string[]; reader: string; ids: string[] }> {
  const store = await bench.open();
  try {
    const keys: string[] = [];
    for (let i = 0; i < ACCOUNTS; i++) keys.push((await newAccount(store)).key);
    const reader = await newAccount(store);
    await fillProofs(store, reader, PROOFS);
    const ids: string[] = [];
    let before: string | null = null;
    do {
      const page = await store.proofs.list(reader.accountId, 100, before);
      ids.push(...page.proofs.map((proof) => proof.id));
      before = page.more ? ids.at(-1)! : null;
    } while (before !== null);
    return { keys, reader: reader.key, ids };
  } finally {
    await store.close();
  }
}

async function bareDriver(serverUrl: string): Promise<number> {
  const program = fileURLToPath(new URL("./bare-driver.js", import.meta.url));
  return Number((await runChild(process.execPath, [program, serverUrl, String(SECONDS)])).stdout);
}
