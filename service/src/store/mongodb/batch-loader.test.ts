import { describe, expect, it } from "vitest";
import { BatchLoader } from "./batch-loader.js";

/** A server that answers when it is told to. */
function newServer(maxUnderWay?: number) {
  const groups: { readonly questions: readonly number[]; answer(): void; fail(error: Error): void }[] = [];
  const asked = new BatchLoader<number, number>(
    (questions) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(questions.map((question) => 2 * question));
        groups.push({ questions, answer, fail: reject });
      }),
    maxUnderWay === undefined ? {} : { maxUnderWay },
  );
  return { asked, groups };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("questions that are asked together", () => {
  it("are those of one turn, each with the answer to itself", async () => {
    const { asked, groups } = newServer();
    const answers = [asked.ask(1), Promise.resolve().then(() => asked.ask(2)), asked.ask(3)];
    await turn();
    expect(groups.map(({ questions }) => questions)).toEqual([[1, 3, 2]]);
    groups[0]!.answer();
    expect(await Promise.all(answers)).toEqual([2, 4, 6]);
  });

  it("wait while as many groups as may be are under way, and are asked after they came", async () => {
    const { asked, groups } = newServer(1);
    const first = asked.ask(1);
    await turn();
    const later = [asked.ask(2)];
    await turn();
    later.push(asked.ask(3));
    await turn();
    expect(groups).toHaveLength(1);
    groups[0]!.answer();
    expect(await first).toBe(2);
    await turn();
    expect(groups.map(({ questions }) => questions)).toEqual([[1], [2, 3]]);
    groups[1]!.answer();
    expect(await Promise.all(later)).toEqual([4, 6]);
  });

  it("leave in groups of 256 at most", async () => {
    const { asked, groups } = newServer(3);
    const answers = Array.from({ length: 513 }, (_, i) => asked.ask(i));
    await expect.poll(() => groups.length).toBe(3);
    expect(groups.map(({ questions }) => questions.length)).toEqual([256, 256, 1]);
    for (const group of groups) group.answer();
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 513 }, (_, i) => 2 * i));
  });

  it("fail together, and not those after them", async () => {
    const { asked, groups } = newServer(1);
    const failed = [asked.ask(1), asked.ask(2)];
    await turn();
    const later = asked.ask(3);
    groups[0]!.fail(new Error("gone"));
    for (const answer of failed) await expect(answer).rejects.toThrow("gone");
    await expect.poll(() => groups.length).toBe(2);
    groups[1]!.answer();
    expect(await later).toBe(6);
  });
});
