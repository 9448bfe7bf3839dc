/**
 * A process of its own: fills a SQLite store with 2 × 10^6 proofs, seals them, and prints what a proof cost at 10^4 and
 * at the end: a `Growth` as JSON.
 */
import { statSync } from "node:fs";
import { sealBatch } from "@svc-proof/service/batches/seal-batch";
import { openSqliteStore } from "@svc-proof/service/store/sqlite/sqlite-store";
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

/** Around 10^4 proofs, and around 2 × 10^6: enough of them for many checkpoints of the write-ahead log. */
const AT_START = 20_000;
const AT_END = 100_000;

const databasePath = process.argv[2]!;
const store = await openSqliteStore(databasePath);
const warmUp = await newAccount(store);
const large = await newAccount(store);
const small = await newAccount(store);
const other = await newAccount(store);
let filled = 0;

/** Time of so many proofs more; bytes of all there are, since pages of an index fill and split in waves. */
async function measure(account: BenchAccount, proofs: number): Promise<Cost> {
  const start = performance.now();
  await fill(account, proofs);
  return {
    microseconds: ((performance.now() - start) * 1000) / proofs,
    bytes: statSync(databasePath).size / filled,
  };
}

async function fill(account: BenchAccount, proofs: number): Promise<void> {
  await fillProofs(store, account, proofs);
  filled += proofs;
}

async function sealAll(): Promise<void> {
  const lease = await store.leases.acquire("batch", "bench", 3_600_000);
  const options = { lease: lease!, batchIntervalMs: 0, batchMaxLeaves: 2 ** 20, chainId: 31_337 };
  while ((await sealBatch(store.batches, options)) !== null);
}

// The program's own warming-up must not be counted as cheapness of size: a proof at 10^4 is measured warm.
await fill(small, 1_000);
await fill(warmUp, 4_000);
const atStart = await measure(large, AT_START);
await fill(large, 1_000_000 - AT_START);
await fill(other, 980_000);
const atEnd = await measure(other, AT_END);
await sealAll();
await store.close();
const growth: Growth = { atStart, atEnd, large, small };
process.stdout.write(JSON.stringify(growth));
