import { describe, expect, it } from "vitest";
import { BatchLoader } from "./batch-loader.js";

/** A server that answers on demand. */
function newServer(maxInFlight?: number) {
  const groups: { readonly queries: readonly number[]; answer(): void; fail(error: Error): void }[] = [];
  const loader = new BatchLoader<number, number>(
    (queries) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(queries.map((query) => 2 * query));
        groups.push({ queries, answer, fail: reject });
      }),
    maxInFlight === undefined ? {} : { maxInFlight },
  );
  return { loader, groups };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a batch loader", () => {
  it("groups the queries of one turn, and gives each its own answer", async () => {
    const { loader, groups } = newServer();
    const answers = [loader.load(1), Promise.resolve().then(() => loader.load(2)), loader.load(3)];
    await turn();
    expect(groups.map(({ queries }) => queries)).toEqual([[1, 3, 2]]);
    groups[0]!.answer();
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
  });

  it("lets queries wait while as many groups as allowed are in flight", async () => {
    const { loader, groups } = newServer(1);
    const first = loader.load(1);
    await turn();
    const later = [loader.load(2)];
    await turn();
    later.push(loader.load(3));
    await turn();
    expect(groups).toHaveLength(1);
    groups[0]!.answer();
    expect(await first).toBe(2);
    await turn();
    expect(groups.map(({ queries }) => queries)).toEqual([[1], [2, 3]]);
    groups[1]!.answer();
    expect(await Promise.all(later)).toEqual([4, 6]);
  });

  it("sends groups of at most 256", async () => {
    const { loader, groups } = newServer(3);
    const answers = Array.from({ length: 513 }, (_, i) => loader.load(i));
    await expect.poll(() => groups.length).toBe(3);
    expect(groups.map(({ queries }) => queries.length)).toEqual([256, 256, 1]);
    for (const group of groups) group.answer();
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 513 }, (_, i) => 2 * i));
  });

  it("rejects all queries of a group that fails, and not later ones", async () => {
    const { loader, groups } = newServer(1);
    const failed = [loader.load(1), loader.load(2)];
    await turn();
    const later = loader.load(3);
    groups[0]!.fail(new Error("gone"));
    for (const answer of failed) await expect(answer).rejects.toThrow("gone");
    await expect.poll(() => groups.length).toBe(2);
    groups[1]!.answer();
    expect(await later).toBe(6);
  });

  it("asks again for a query that was answered before, and for one that is being answered", async () => {
    const { loader, groups } = newServer();
    const answers = [loader.load(1), loader.load(1)];
    await turn();
    answers.push(loader.load(1));
    await turn();
    expect(groups.map(({ queries }) => queries)).toEqual([[1, 1], [1]]);
    for (const group of groups) group.answer();
    expect(await Promise.all(answers)).toEqual([2, 2, 2]);
  });

  it("sends the group that waits as soon as a full one before it has gone", async () => {
    const { loader, groups } = newServer(1);
    const answers = Array.from({ length: 257 }, (_, i) => loader.load(i));
    await turn();
    answers.push(loader.load(257));
    groups[0]!.answer();
    await expect.poll(() => groups.length).toBe(2);
    expect(groups[1]!.queries).toEqual([256, 257]);
    groups[1]!.answer();
    expect((await Promise.all(answers)).at(-1)).toBe(514);
  });

  it("goes on after a group whose loading throws before it promises anything", async () => {
    let isBroken = true;
    const loader = new BatchLoader<number, number>(
      (queries) => {
        if (isBroken) throw new Error("broken");
        return Promise.resolve(queries.map((query) => 2 * query));
      },
      { maxInFlight: 1 },
    );
    await expect(loader.load(1)).rejects.toThrow("broken");
    isBroken = false;
    expect(await loader.load(2)).toBe(4);
  });
});
