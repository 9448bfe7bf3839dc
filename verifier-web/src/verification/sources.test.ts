import { SourceError } from "@svc-proof/verifier-lib/source";
import { describe, expect, test } from "vitest";
import { Answers } from "./sources.js";

const { signal } = new AbortController();

test("asks each question once and answers repeats from memory, failures too", async () => {
  const answers = new Answers();
  let askedCount = 0;
  const ask = answers.of("one", "ask", signal);
  const question = () => {
    askedCount++;
    return Promise.resolve("a block");
  };
  expect(await ask("block 1", question)).toBe("a block");
  expect(await ask("block 1", question)).toBe("a block");
  await expect(
    ask("block 2", () => Promise.reject(new SourceError("source_timeout", "late"))),
  ).rejects.toThrow("late");
  expect(askedCount).toBe(1);

  const recall = answers.of("one", "recall", signal);
  expect(await recall("block 1", question)).toBe("a block");
  await expect(recall("block 2", question)).rejects.toMatchObject({ code: "source_timeout" });
  await expect(recall("block 3", question)).rejects.toMatchObject({ code: "source_unreachable" });
  await expect(answers.of("two", "recall", signal)("block 1", question)).rejects.toThrow(SourceError);
  expect(askedCount).toBe(1);
});

test("items of one request share the question that they have in common", async () => {
  const answers = new Answers();
  let askedCount = 0;
  const question = () => {
    askedCount++;
    return new Promise((resolve) => setTimeout(resolve, 5, "a block"));
  };
  const each = Array.from({ length: 100 }, () => answers.of("one", "ask", new AbortController().signal));
  expect(new Set(await Promise.all(each.map((ask) => ask("block 1", question))))).toEqual(
    new Set(["a block"]),
  );
  expect(askedCount).toBe(1);
});

describe("an item that is cancelled", () => {
  /** A question that ends only when its task is cancelled. */
  const untilCancelled = ({ signal: of }: AbortController) =>
    new Promise<string>((_, reject) => of.addEventListener("abort", () => reject(of.reason)));

  test("takes no answer from the others: the next asks, and the rest wait for it", async () => {
    const answers = new Answers();
    const first = new AbortController();
    let askedCount = 0;
    const question = async () => {
      askedCount++;
      await Promise.resolve();
      return "a block";
    };
    const cancelled = answers.of("one", "ask", first.signal)("block 1", () => untilCancelled(first));
    const waiting = [1, 2, 3].map(() => answers.of("one", "ask", signal)("block 1", question));
    first.abort();
    await expect(cancelled).rejects.toThrow();
    expect(await Promise.all(waiting)).toEqual(["a block", "a block", "a block"]);
    expect(askedCount).toBe(1);
  });

  test("leaves no answer to recall", async () => {
    const answers = new Answers();
    const task = new AbortController();
    const asked = answers.of("one", "ask", task.signal)("block 1", () => untilCancelled(task));
    task.abort();
    await expect(asked).rejects.toThrow();
    const recalled = answers.of("one", "recall", signal)("block 1", () => Promise.resolve("a block"));
    await expect(recalled).rejects.toMatchObject({ code: "source_unreachable" });
  });
});
