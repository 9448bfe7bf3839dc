/**
 * Whether response time distinguishes another account's proof from a missing one. Measures only the
 * look-up that every route with an id makes: the rest of a request is the same code for both, and
 * its noise would hide a difference. Look-ups of both kinds are mixed at random and compared by the
 * probability that one of a foreign proof takes longer than one of a missing proof (the area under
 * the ROC curve): 0.5 means that time reveals nothing.
 */
import { randomInt, randomUUID } from "node:crypto";
import type { Records } from "@svc-proof/service/records/records";
import { type Figure, figure } from "../figure.js";
import { fillProofs, newAccount } from "./fill-store.js";
import { type BenchStore, mongodbBenchStore, sqliteBenchStore } from "./service-process.js";

/** Of each kind. */
const LOOKUPS = 2_000;
const PROOFS = 200;
/**
 * Allowed deviation of the probability from 0.5. Seen on a busy machine: 0.41 to 0.52 for look-ups
 * of 9 µs, less than 1 µs between the medians. A store that reads the row of a foreign proof before
 * it refuses it was measured at 0.86 to 0.89.
 */
const TOLERANCE = 0.2;

export async function foreignProof(): Promise<Figure[]> {
  const figures = [await measure("sqlite", sqliteBenchStore())];
  const mongodb = mongodbBenchStore();
  if (mongodb !== null) figures.push(await measure("mongodb", mongodb));
  return figures;
}

async function measure(name: string, bench: BenchStore): Promise<Figure> {
  try {
    const store = await bench.open();
    const probability = await probabilityForeignSlower(store).finally(() => store.close());
    return figure({
      id: `service.${name}.foreign-proof`,
      unit: "probability",
      ours: 0.5 + Math.abs(probability - 0.5),
      reference: 0.5,
      referenceName: "chance; ours that a missing or foreign proof is slower",
      bar: { atMost: (0.5 + TOLERANCE) / 0.5 },
    });
  } finally {
    await bench.remove();
  }
}

/** @throws when a look-up finds a proof. */
async function probabilityForeignSlower(store: Records): Promise<number> {
  const owner = await newAccount(store);
  const caller = await newAccount(store);
  await fillProofs(store, owner, PROOFS);
  const foreign: string[] = [];
  for (let before: string | null = null; foreign.length < PROOFS; before = foreign.at(-1)!) {
    const { proofs } = await store.proofs.list(owner.accountId, 100, before);
    foreign.push(...proofs.map(({ id }) => id));
  }
  // The same shape as a proof's own identifier: only its end differs.
  const missing = foreign.map((id) => `${id.slice(0, 24)}${randomUUID().slice(24)}`);
  const times: { foreign: number[]; missing: number[] } = { foreign: [], missing: [] };
  while (times.foreign.length < LOOKUPS || times.missing.length < LOOKUPS) {
    const kind = randomInt(2) === 0 ? "foreign" : "missing";
    const id = (kind === "foreign" ? foreign : missing)[randomInt(PROOFS)]!;
    const start = performance.now();
    const proof = await store.proofs.findOwn(id, caller.accountId);
    const ms = performance.now() - start;
    if (proof !== null) throw new Error("a proof of another account was found");
    if (times[kind].length < LOOKUPS) times[kind].push(ms);
  }
  return probabilityLarger(times.foreign, times.missing);
}

/** The probability that one of `a` is larger than one of `b`, ties counted half (Mann and Whitney). */
function probabilityLarger(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((ms) => ({ ms, fromA: true })), ...b.map((ms) => ({ ms, fromA: false }))].sort(
    (x, y) => x.ms - y.ms,
  );
  let rankSum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]!.ms === all[start]!.ms) end++;
    for (let i = start; i < end; i++) if (all[i]!.fromA) rankSum += (start + end + 1) / 2;
    start = end;
  }
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
}
