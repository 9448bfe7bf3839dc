import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { FairQueue, QueueFullError, Refusals } from "./limits.js";

describe("fair queue", () => {
  /** Work that ends on demand. */
  function held() {
    let end!: (value: number) => void;
    let fail!: (error: Error) => void;
    const result = new Promise<number>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
    return { work: () => result, end, fail };
  }

  test("some run, some wait, and one more is refused", async () => {
    const queue = new FairQueue(2, 3);
    const jobs = Array.from({ length: 5 }, held);
    const begun: number[] = [];
    const results = jobs.map(({ work }, i) =>
      queue.run("a", () => {
        begun.push(i);
        return work();
      }),
    );
    expect([begun, queue.length, queue.isFullFor("a")]).toEqual([[0, 1], 3, true]);
    await expect(queue.run("a", async () => 9)).rejects.toThrow(QueueFullError);
    jobs[1]!.end(1);
    await results[1];
    expect([begun, queue.length, queue.isFullFor("a")]).toEqual([[0, 1, 2], 2, false]);
    for (const [i, { end }] of jobs.entries()) end(i);
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
    expect([begun, queue.length]).toEqual([[0, 1, 2, 3, 4], 0]);
  });

  test("failed work frees its place like any other", async () => {
    const queue = new FairQueue(1, 1);
    const first = held();
    const failed = queue.run("a", first.work);
    const second = queue.run("a", async () => 2);
    expect(queue.isFullFor("a")).toBe(true);
    first.fail(new Error("no"));
    await expect(failed).rejects.toThrow("no");
    expect(await second).toBe(2);
    expect(await queue.run("a", async () => 3)).toBe(3);
  });

  test("without room to wait, work that cannot run at once is refused", async () => {
    const queue = new FairQueue(1, 0);
    const first = held();
    const running = queue.run("a", first.work);
    await expect(queue.run("a", async () => 2)).rejects.toThrow(QueueFullError);
    first.end(1);
    expect(await running).toBe(1);
    expect(await queue.run("a", async () => 2)).toBe(2);
  });

  test("accounts have their turns one after the other", async () => {
    const queue = new FairQueue(1, 10);
    const order: string[] = [];
    const run = (account: string, name: string) => queue.run(account, async () => void order.push(name));
    await Promise.all([
      ...["a1", "a2", "a3", "a4"].map((name) => run("a", name)),
      ...["b1", "b2"].map((name) => run("b", name)),
      run("c", "c1"),
    ]);
    expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  test("in a full queue the newest task of who waits with most gives way, until all wait with as many", async () => {
    const queue = new FairQueue(1, 4);
    const outcome = new Map<string, string>();
    const run = (account: string, name: string) =>
      queue
        .run(account, async () => {})
        .then(
          () => outcome.set(name, "done"),
          (error: unknown) => outcome.set(name, (error as Error).name),
        );
    const all = ["a0", "a1", "a2", "a3", "a4", "b1", "b2", "b3", "c1"].map((name) => run(name[0]!, name));
    expect(queue.length).toBe(4);
    await Promise.all(all);
    expect(
      [...outcome]
        .filter(([, how]) => how === "QueueFullError")
        .map(([name]) => name)
        .sort(),
    ).toEqual(["a2", "a3", "a4", "b3"]);
    expect(queue.length).toBe(0);
  });

  test("the number of accounts is not bounded by the length: one that waits with as few as others is refused", async () => {
    const queue = new FairQueue(1, 2);
    const first = held();
    const running = queue.run("a", first.work);
    const waiting = [queue.run("b", async () => 2), queue.run("c", async () => 3)];
    expect(queue.isFullFor("d")).toBe(true);
    await expect(queue.run("d", async () => 4)).rejects.toThrow(QueueFullError);
    first.end(1);
    expect(await Promise.all([running, ...waiting])).toEqual([1, 2, 3]);
  });
});

describe("refusals", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("remembers a refusal until its end, and the later of two", () => {
    const refusals = new Refusals(10);
    expect(refusals.leftMs("a")).toBeNull();
    refusals.remember("a", 1_000);
    vi.advanceTimersByTime(400);
    expect(refusals.leftMs("a")).toBe(600);
    expect(refusals.leftMs("b")).toBeNull();
    refusals.remember("a", 1_000);
    vi.advanceTimersByTime(999);
    expect(refusals.leftMs("a")).toBe(1);
    vi.advanceTimersByTime(1);
    expect(refusals.leftMs("a")).toBeNull();
  });

  it("forgets the oldest beyond its bound, and no other", () => {
    const refusals = new Refusals(2);
    for (const key of ["a", "b", "a", "c"]) refusals.remember(key, 1_000);
    expect(["a", "b", "c"].map((key) => refusals.leftMs(key))).toEqual([1_000, null, 1_000]);
  });
});
