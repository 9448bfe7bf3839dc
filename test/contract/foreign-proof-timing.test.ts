/**
 * Another account's proof is told as one that does not exist: in the time that the answer takes, too. Requests for
 * both kinds are mixed at random and compared by the probability that one of a foreign proof takes longer than one of
 * a missing proof (the area under the ROC curve): 0.5 says that time tells nothing.
 */
import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiService, randomHash } from "./api-service.js";
import { testStores } from "./test-stores.js";

/** Of each kind: chance alone, on a busy machine, was seen to move the estimate by up to 0.02. */
const REQUESTS = 1_500;
const PROOFS = 200;
/** Five times that. One query more for a foreign proof would show as 0.65 and above. */
const TOLERANCE = 0.1;

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

describe.each(testStores)("on $name", ({ open }) => {
  let api: ApiService;
  let foreign: string[];
  let key: string;
  beforeAll(async () => {
    api = await ApiService.start({}, open);
    const owner = await api.newAccount();
    foreign = await Promise.all(
      Array.from({ length: PROOFS }, async () => (await api.newProof(owner, randomHash())).id),
    );
    ({ key } = await api.newAccount());
  });
  afterAll(() => api.stop());

  test("GET /proofs/{id}", async () => {
    // The same shape as a proof's own identifier: only the end of it differs.
    const missing = foreign.map((id) => `${id.slice(0, 24)}${randomUUID().slice(24)}`);
    const times: { foreign: number[]; missing: number[] } = { foreign: [], missing: [] };
    while (times.foreign.length < REQUESTS || times.missing.length < REQUESTS) {
      const kind = randomInt(2) === 0 ? "foreign" : "missing";
      const id = (kind === "foreign" ? foreign : missing)[randomInt(PROOFS)]!;
      const start = performance.now();
      const { statusCode } = await api.server.inject({
        url: `/api/v2/proofs/${id}`,
        headers: { authorization: `Bearer ${key}` },
      });
      const ms = performance.now() - start;
      expect(statusCode).toBe(404);
      if (times[kind].length < REQUESTS) times[kind].push(ms);
    }
    const probability = probabilityLarger(times.foreign, times.missing);
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[REQUESTS / 2]!;
    console.info(
      `foreign slower with probability ${probability.toFixed(3)}; medians ${median(times.foreign).toFixed(3)} and ${median(times.missing).toFixed(3)} ms`,
    );
    expect(Math.abs(probability - 0.5)).toBeLessThan(TOLERANCE);
  });
});
