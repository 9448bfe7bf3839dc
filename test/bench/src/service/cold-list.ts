/**
 * A page of 100 proofs in 100 batches, from an instance that has just opened the store, with empty
 * caches. Beside it, the same page with all proofs in one batch.
 */

import { buildBatch } from "@svc-proof/service/batches/build-batch";
import type { Records } from "@svc-proof/service/records/records";
import { type Figure, figure } from "../figure.js";
import { median } from "../median.js";
import { type BenchAccount, fillProofs, newAccount } from "./fill-store.js";
import { type BenchStore, mongodbBenchStore, sqliteBenchStore } from "./service-process.js";

const PAGE = 100;
const ROUNDS = 15;

export async function coldList(): Promise<Figure[]> {
  const figures = [await coldListOn("sqlite", sqliteBenchStore())];
  const mongodb = mongodbBenchStore();
  if (mongodb !== null) figures.push(await coldListOn("mongodb", mongodb));
  return figures;
}

async function coldListOn(name: string, bench: BenchStore): Promise<Figure> {
  try {
    const { scattered, together } = await fill(bench);
    const times: { scattered: number[]; together: number[] } = { scattered: [], together: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.scattered.push(await timedPage(bench, scattered, PAGE));
      times.together.push(await timedPage(bench, together, 1));
    }
    return figure({
      id: `service.${name}.cold-list`,
      unit: "ms",
      ours: median(times.scattered),
      reference: median(times.together),
      referenceName: `one batch; ours ${PAGE} batches, both just opened`,
      bar: null,
    });
  } finally {
    await bench.remove();
  }
}

async function fill(bench: BenchStore): Promise<{ scattered: BenchAccount; together: BenchAccount }> {
  const store = await bench.open();
  const scattered = await newAccount(store);
  const together = await newAccount(store);
  const lease = (await store.leases.acquire("batch", "bench", 3_600_000))!;
  const seal = () =>
    buildBatch(store.batches, { lease, batchIntervalMs: 0, batchMaxLeaves: 2 ** 20, chainIds: [31_337] });
  for (let i = 0; i < PAGE; i++) {
    await fillProofs(store, scattered, 1);
    await seal();
  }
  await fillProofs(store, together, PAGE);
  await seal();
  await store.close();
  return { scattered, together };
}

/** @throws unless the page is in exactly that many batches. */
async function timedPage(bench: BenchStore, { accountId }: BenchAccount, batches: number): Promise<number> {
  const store: Records = await bench.open();
  try {
    // The driver's first command on a connection is always slow.
    await store.proofs.countOfDay(accountId, new Date());
    const start = performance.now();
    const { proofs } = await store.proofs.list(accountId, PAGE, null);
    const elapsedMs = performance.now() - start;
    const numbers = new Set(proofs.map(({ batch }) => batch?.number));
    if (proofs.length !== PAGE || numbers.size !== batches) {
      throw new Error(
        `expected ${PAGE} proofs in ${batches} batches, got ${proofs.length} in ${numbers.size}`,
      );
    }
    return elapsedMs;
  } finally {
    await store.close();
  }
}
