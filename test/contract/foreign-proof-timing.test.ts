/**
 * Another account's proof is told as one that does not exist: in the time that it takes, too. Measured is the look-up
 * that every route with an id makes, by itself: what surrounds it in a request is the same code for both, and its noise
 * would hide a difference. Look-ups of both kinds are mixed at random and compared by the probability that one of a
 * foreign proof takes longer than one of a missing proof (the area under the ROC curve): 0.5 says that time tells nothing.
 */
import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiService, randomHash, type TestAccount } from "./api-service.js";
import { describeStores } from "./test-stores.js";

/** Of each kind. */
const LOOKUPS = 2_000;
const PROOFS = 200;
/**
 * Seen on a busy machine: 0.41 to 0.52 for look-ups of 9 µs, less than 1 µs between the medians. A store that reads the
 * row of a foreign proof before it refuses it was measured at 0.86 to 0.89.
 */
const TOLERANCE = 0.2;

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

describeStores("on $name", ({ open }) => {
  let api: ApiService;
  let foreign: string[];
  let caller: TestAccount;
  beforeAll(async () => {
    api = await ApiService.start({}, open);
    const owner = await api.newAccount();
    foreign = await Promise.all(
      Array.from({ length: PROOFS }, async () => (await api.newProof(owner, randomHash())).id),
    );
    caller = await api.newAccount();
  });
  afterAll(() => api.stop());

  test("findOwn", async () => {
    // The same shape as a proof's own identifier: only the end of it differs.
    const missing = foreign.map((id) => `${id.slice(0, 24)}${randomUUID().slice(24)}`);
    const times: { foreign: number[]; missing: number[] } = { foreign: [], missing: [] };
    while (times.foreign.length < LOOKUPS || times.missing.length < LOOKUPS) {
      const kind = randomInt(2) === 0 ? "foreign" : "missing";
      const id = (kind === "foreign" ? foreign : missing)[randomInt(PROOFS)]!;
      const start = performance.now();
      const proof = await api.store.proofs.findOwn(id, caller.id);
      const ms = performance.now() - start;
      expect(proof).toBeNull();
      if (times[kind].length < LOOKUPS) times[kind].push(ms);
    }
    const probability = probabilityLarger(times.foreign, times.missing);
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[LOOKUPS / 2]!;
    console.info(
      `foreign slower with probability ${probability.toFixed(3)}; medians ${median(times.foreign).toFixed(4)} and ${median(times.missing).toFixed(4)} ms`,
    );
    expect(Math.abs(probability - 0.5)).toBeLessThan(TOLERANCE);
  });
});
