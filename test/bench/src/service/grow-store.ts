/**
 * A process of its own: fills a SQLite store with 2 × 10^6 proofs, measures the cost of a proof
 * there and in a store of 10^4, in turns, and prints a `Growth` as JSON. What was there before is in batches.
 */

import { rmSync } from "node:fs";
import { buildBatch } from "@svc-proof/service/batches/build-batch";
import { openSqliteRecords, type Records } from "@svc-proof/service/records/records";
import { median } from "../median.js";
import { scaled } from "../scale.js";
import { databaseBytes } from "./database-bytes.js";
import { type BenchAccount, fillProofs, newAccount } from "./fill-store.js";

/** Cost of one proof. */
interface Cost {
  readonly microseconds: number;
  readonly bytes: number;
}

export interface Growth {
  readonly atStart: Cost;
  readonly atEnd: Cost;
  /** The account of 10^6 proofs. */
  readonly large: BenchAccount;
  /** The account of 10^3 proofs. */
  readonly small: BenchAccount;
}

/** Proofs per measurement; the stores take turns, so that other load affects both alike. */
const MEASURED = scaled(20_000);
const ROUNDS = 5;

const databasePath = process.argv[2]!;
const smallPath = `${databasePath}.small`;
const store = await openSqliteRecords(databasePath);
const large = await newAccount(store);
const small = await newAccount(store);
const other = await newAccount(store);
let filled = 0;

async function fill(account: BenchAccount, proofs: number): Promise<void> {
  await fillProofs(store, account, proofs);
  filled += proofs;
}

/** Microseconds of a proof. */
async function timed(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return ((performance.now() - start) * 1000) / MEASURED;
}

function removeSmall(): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${smallPath}${ending}`, { force: true });
}

/** In a store of its own, around 10^4 proofs. */
async function measureSmall(): Promise<Cost> {
  removeSmall();
  const fresh = await openSqliteRecords(smallPath);
  const account = await newAccount(fresh);
  await fillProofs(fresh, account, scaled(5_000));
  await batchAll(fresh);
  const microseconds = await timed(() => fillProofs(fresh, account, MEASURED));
  await batchAll(fresh);
  await fresh.close();
  return { microseconds, bytes: databaseBytes(smallPath) / (scaled(5_000) + MEASURED) };
}

/** Makes batches of all that is queued: the queue is short in a service, too. */
async function batchAll(store: Records): Promise<void> {
  const lease = await store.leases.acquire("batch", "bench", 3_600_000);
  const options = { lease: lease!, batchIntervalMs: 0, batchMaxLeaves: 2 ** 20, chainIds: [31_337] };
  while ((await buildBatch(store.batches, options)) !== null);
}

await fill(small, 1_000);
await fill(large, scaled(1_000_000));
await fill(other, scaled(980_000));
await batchAll(store);
const costs: { start: Cost[]; end: number[] } = { start: [], end: [] };
for (let round = 0; round < ROUNDS; round++) {
  costs.start.push(await measureSmall());
  costs.end.push(await timed(() => fill(other, MEASURED)));
}
removeSmall();
await batchAll(store);
await store.close();
const bytes = databaseBytes(databasePath) / filled;
const growth: Growth = {
  atStart: {
    microseconds: median(costs.start.map(({ microseconds }) => microseconds)),
    bytes: costs.start[0]!.bytes,
  },
  atEnd: { microseconds: median(costs.end), bytes },
  large,
  small,
};
process.stdout.write(JSON.stringify(growth));
