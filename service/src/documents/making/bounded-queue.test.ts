import { expect, test } from "vitest";
import { BoundedQueue, QueueFullError } from "./bounded-queue.js";

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
  const queue = new BoundedQueue(2, 3);
  const jobs = Array.from({ length: 5 }, held);
  const begun: number[] = [];
  const results = jobs.map(({ work }, i) =>
    queue.run(() => {
      begun.push(i);
      return work();
    }),
  );
  expect([begun, queue.length, queue.isFull]).toEqual([[0, 1], 3, true]);
  await expect(queue.run(async () => 9)).rejects.toThrow(QueueFullError);
  jobs[1]!.end(1);
  await results[1];
  expect([begun, queue.length, queue.isFull]).toEqual([[0, 1, 2], 2, false]);
  for (const [i, { end }] of jobs.entries()) end(i);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
  expect([begun, queue.length]).toEqual([[0, 1, 2, 3, 4], 0]);
});

test("failed work frees its place like any other", async () => {
  const queue = new BoundedQueue(1, 1);
  const first = held();
  const failed = queue.run(first.work);
  const second = queue.run(async () => 2);
  expect(queue.isFull).toBe(true);
  first.fail(new Error("no"));
  await expect(failed).rejects.toThrow("no");
  expect(await second).toBe(2);
  expect(await queue.run(async () => 3)).toBe(3);
});

test("without room to wait, work that cannot run at once is refused", async () => {
  const queue = new BoundedQueue(1, 0);
  const first = held();
  const running = queue.run(first.work);
  await expect(queue.run(async () => 2)).rejects.toThrow(QueueFullError);
  first.end(1);
  expect(await running).toBe(1);
  expect(await queue.run(async () => 2)).toBe(2);
});
