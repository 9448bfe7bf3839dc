import { beforeEach, expect, test } from "vitest";
import { ApiError } from "./errors.js";
import type { Proof, ProofPage } from "./types.js";
import { type ProofReader, waitForMany } from "./wait.js";

const FAST = { intervalMs: 1, timeoutMs: 5_000 };

/** An account, newest first. */
let account: Proof[] = [];
let requests = { pages: 0, proofs: 0 };
let onPage = () => {};
const reader: ProofReader = {
  async get(id) {
    requests.proofs++;
    const found = account.find((proof) => proof.id === id);
    if (found === undefined) {
      const none = { requestId: null, retryAfterSeconds: null, details: {} };
      throw new ApiError({ code: "not_found", status: 404, message: `no ${id}`, ...none });
    }
    return found;
  },
  async page(cursor): Promise<ProofPage> {
    requests.pages++;
    onPage();
    const start = Number(cursor ?? 0);
    const data = account.slice(start, start + 100);
    return { data, next_cursor: start + 100 < account.length ? `${start + 100}` : null };
  },
};
const proofs = (count: number, state: Proof["state"], prefix: string): Proof[] =>
  Array.from(
    { length: count },
    (_, index) => ({ id: `${prefix}${index}`, state, bitcoin: { state: "pending" } }) as Proof,
  );
const idsOf = (some: readonly Proof[]) => some.map(({ id }) => id);
async function collect(source: AsyncIterable<Proof>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of source) ids.push(id);
  return ids;
}

beforeEach(() => {
  requests = { pages: 0, proofs: 0 };
  onPage = () => {};
});

test("many are read by pages, and each is yielded once", async () => {
  account = proofs(1_000, "anchored", "a");
  const reached = await collect(waitForMany(reader, idsOf(account), "anchored", FAST));
  expect(new Set(reached).size).toBe(1_000);
  expect(reached).toHaveLength(1_000);
  expect(requests).toEqual({ pages: 10, proofs: 0 });
});

test("those that come later are yielded when they come", async () => {
  account = [...proofs(50, "queued", "late"), ...proofs(50, "confirmed", "early")];
  onPage = () => {
    if (requests.pages === 3) account = account.map((proof) => ({ ...proof, state: "anchored" }));
  };
  const progress: unknown[] = [];
  const options = { ...FAST, onProgress: (one: unknown) => progress.push(one) };
  const reached = await collect(waitForMany(reader, idsOf(account), "anchored", options));
  expect(reached.slice(0, 50).every((id) => id.startsWith("early"))).toBe(true);
  expect(reached).toHaveLength(100);
  expect(requests).toEqual({ pages: 3, proofs: 0 });
  expect(progress.at(-1)).toEqual({ reached: 100, waiting: 0 });
});

test("a few are read one by one, and so is what lies behind many newer proofs", async () => {
  account = [...proofs(5_000, "queued", "newer"), ...proofs(20, "anchored", "old")];
  await collect(waitForMany(reader, ["old3", "old4"], "anchored", FAST));
  expect(requests).toEqual({ pages: 0, proofs: 2 });
  requests = { pages: 0, proofs: 0 };
  await collect(waitForMany(reader, idsOf(account.slice(5_000)), "anchored", FAST));
  expect(requests).toEqual({ pages: 8, proofs: 20 });
});

test("thousands behind newer ones are worth more pages", async () => {
  account = [...proofs(5_000, "queued", "newer"), ...proofs(1_000, "anchored", "old")];
  await collect(waitForMany(reader, idsOf(account.slice(5_000)), "anchored", FAST));
  expect(requests).toEqual({ pages: 60, proofs: 0 });
});

test("one that does not exist is an error, none at all is the end", async () => {
  account = proofs(10, "anchored", "a");
  await expect(collect(waitForMany(reader, ["a1", "b"], "anchored", FAST))).rejects.toThrow("no b");
  expect(await collect(waitForMany(reader, [], "anchored", FAST))).toEqual([]);
});

test("what does not come in time is named, what came before was yielded", async () => {
  account = [...proofs(2, "anchored", "a"), ...proofs(2, "queued", "b")];
  const yielded: string[] = [];
  const waiting = (async () => {
    const options = { intervalMs: 1, timeoutMs: 20 };
    for await (const { id } of waitForMany(reader, idsOf(account), "anchored", options)) yielded.push(id);
  })();
  await expect(waiting).rejects.toMatchObject({ name: "WaitTimeoutError", waiting: ["b0", "b1"] });
  expect(yielded).toEqual(["a0", "a1"]);
});

test("an abort ends the wait, and an unknown state is a mistake of the caller", async () => {
  account = proofs(10, "queued", "a");
  const reason = new Error("enough");
  const options = { signal: AbortSignal.timeout(1), intervalMs: 60_000 };
  await expect(collect(waitForMany(reader, idsOf(account), "anchored", options))).rejects.toMatchObject({
    name: "TimeoutError",
  });
  const aborted = { signal: AbortSignal.abort(reason), intervalMs: 60_000 };
  await expect(collect(waitForMany(reader, idsOf(account), "anchored", aborted))).rejects.toBe(reason);
  await expect(collect(waitForMany(reader, [], "verified" as never, FAST))).rejects.toThrow('"state"');
  await expect(collect(waitForMany(reader, [], "anchored", { intervalMs: 0 }))).rejects.toThrow(RangeError);
});

test("one that the account does not have ends the wait, or is told while the others are waited for", async () => {
  account = proofs(3, "anchored", "a");
  const ids = ["other", ...idsOf(account)];
  await expect(collect(waitForMany(reader, ids, "anchored", FAST))).rejects.toThrow("no other");
  const missing: string[] = [];
  const options = { ...FAST, onMissing: (id: string) => missing.push(id) };
  expect(await collect(waitForMany(reader, ids, "anchored", options))).toEqual(idsOf(account));
  expect(missing).toEqual(["other"]);
});
