/**
 * Searches of an account of 10^5 proofs: the page of a search that finds at once, one that looks at all it may look at, and
 * all pages to the end. How long the event loop is held by one of them is what other requests wait.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Records } from "@svc-proof/service/records/records";
import type { ProofQuery } from "@svc-proof/service/records/types";
import { type Figure, limitFigure } from "../figure.js";
import { median } from "../median.js";
import { type BenchAccount, fillBatches, newAccount } from "./fill-store.js";
import { type BenchStore, mongodbBenchStore, sqliteBenchStore } from "./service-process.js";

const PROOFS = 100_000;
const PAGE = 50;
const ROUNDS = 5;
const ANY: ProofQuery = { text: null, hash: null, from: null, until: null, state: null, origin: null };

export async function search(): Promise<Figure[]> {
  const figures = await searchOn("sqlite", sqliteBenchStore(), { page: 100, all: 1_000, held: 20 });
  const mongodb = mongodbBenchStore();
  if (mongodb !== null)
    figures.push(...(await searchOn("mongodb", mongodb, { page: 1_500, all: 10_000, held: 100 })));
  return figures;
}

/** In milliseconds. */
interface Limits {
  readonly page: number;
  readonly all: number;
  readonly held: number;
}

async function searchOn(name: string, bench: BenchStore, limits: Limits): Promise<Figure[]> {
  try {
    const store = await bench.open();
    const account = await newAccount(store);
    const from = new Date();
    await fillBatches(store, account, PROOFS);
    const until = new Date();
    const { proofs } = await store.proofs.search(account.accountId, ANY, PAGE, null);
    const hash = proofs.at(-1)!.hash;
    const page = (query: Partial<ProofQuery>) => timed(() => onePage(store, account, query));
    const times = {
      first: await page({}),
      fingerprint: await page({ hash }),
      dates: await page({ from, until }),
      queued: await page({ state: "queued" }),
      none: await page({ text: "no such name" }),
      all: await timed(() => everyPage(store, account, { text: "no such name" })),
    };
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let round = 0; round < ROUNDS; round++) await onePage(store, account, { text: "no such name" });
    delay.disable();
    await store.close();
    const told = (id: string, ours: number, limit: number, what: string) =>
      limitFigure({ id: `service.${name}.search-${id}`, unit: "ms", ours, limit, what });
    return [
      told("first", times.first, limits.page, "a page of 50 without conditions, of 10^5 proofs"),
      told("fingerprint", times.fingerprint, limits.page, "one fingerprint of 10^5"),
      told("dates", times.dates, limits.page, "the first page of two dates"),
      told("queued", times.queued, limits.page, "a state that no proof has"),
      told("none", times.none, limits.page, "a name that no proof has: all that one call looks at"),
      told("all", times.all, limits.all, "the same name to the end of 10^5 proofs, call by call"),
      told("held", delay.percentile(99) / 1e6, limits.held, "p99 of the event loop's delay meanwhile"),
    ];
  } finally {
    await bench.remove();
  }
}

function onePage(store: Records, { accountId }: BenchAccount, query: Partial<ProofQuery>) {
  return store.proofs.search(accountId, { ...ANY, ...query }, PAGE, null);
}

async function everyPage(
  store: Records,
  { accountId }: BenchAccount,
  query: Partial<ProofQuery>,
): Promise<void> {
  for (let before: string | null = null; ; ) {
    const { next } = await store.proofs.search(accountId, { ...ANY, ...query }, PAGE, before);
    if (next === null) return;
    before = next;
  }
}

/** Milliseconds: the median of some rounds, after one that is not counted. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  await run();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  return median(times);
}
