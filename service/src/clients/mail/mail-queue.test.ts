import { expect, it } from "vitest";
import type { Mail } from "./mail.js";
import { MailQueue, type MailResult } from "./mail-queue.js";

const MAIL: Mail = { to: "ana@example.org", subject: "Hello", text: "…" };

function queueOf(send: (mail: Mail) => Promise<void>, waitsMs: readonly number[] = [1, 1]) {
  const results: MailResult[] = [];
  const errors: unknown[] = [];
  const queue = new MailQueue({
    send,
    waitsMs,
    onResult: (result) => results.push(result),
    onError: (error) => errors.push(error),
  });
  return { queue, results, errors };
}

it("sends after the caller has gone on, and again after a failure", async () => {
  const sent: Mail[] = [];
  let tries = 0;
  const { queue, results, errors } = queueOf(async (mail) => {
    tries++;
    if (tries === 1) throw new Error("busy");
    sent.push(mail);
  });
  queue.put(async () => MAIL);
  expect(tries).toBe(0);
  await queue.idle();
  expect([sent, results, errors.length]).toEqual([[MAIL], ["sent"], 1]);
});

it("gives up after its tries, and says so", async () => {
  let tries = 0;
  const { queue, results } = queueOf(async () => {
    tries++;
    throw new Error("no");
  });
  queue.put(async () => MAIL);
  await queue.idle();
  expect([tries, results]).toEqual([3, ["failed"]]);
});

it("sends nothing when there is nobody to write to", async () => {
  const { queue, results } = queueOf(() => Promise.reject(new Error("sent")));
  queue.put(async () => null);
  await queue.idle();
  expect(results).toEqual([]);
});

it("is bounded, and at most two are under way", async () => {
  let underWay = 0;
  let most = 0;
  const { queue, results } = queueOf(async () => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
  });
  for (let count = 0; count < 1_100; count++) queue.put(async () => MAIL);
  expect(results).toEqual(Array(100).fill("dropped"));
  await queue.idle();
  expect([most, results.filter((result) => result === "sent").length]).toEqual([2, 1_000]);
});

it("closes during a wait for the next try", async () => {
  const { queue, results } = queueOf(() => Promise.reject(new Error("no")), [3_600_000]);
  queue.put(async () => MAIL);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await queue.close();
  queue.put(async () => MAIL);
  expect(results).toEqual(["failed", "dropped"]);
});

it("goes on with the next mails while one waits for its next try", async () => {
  const sent: string[] = [];
  const { queue, results } = queueOf(
    async ({ to }) => {
      if (to.startsWith("no-one")) throw new Error("greylisted");
      sent.push(to);
    },
    [3_600_000],
  );
  for (let count = 0; count < 4; count++)
    queue.put(async () => ({ ...MAIL, to: `no-one-${count}@example.org` }));
  queue.put(async () => MAIL);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toEqual([MAIL.to]);
  await queue.close();
  expect(results).toEqual(["sent", ...Array(4).fill("failed")]);
});

it("counts the mails that wait for their next try towards its bound", async () => {
  const { queue, results } = queueOf(() => Promise.reject(new Error("busy")), [3_600_000]);
  for (let count = 0; count < 1_000; count++) queue.put(async () => MAIL);
  await new Promise((resolve) => setTimeout(resolve, 50));
  queue.put(async () => MAIL);
  expect(results).toEqual(["dropped"]);
  await queue.close();
});

it("does not try again what the server refuses for good", async () => {
  let tries = 0;
  const { queue, results } = queueOf(async () => {
    tries++;
    throw Object.assign(new Error("no such user"), { responseCode: 550 });
  });
  queue.put(async () => MAIL);
  await queue.idle();
  expect([tries, results]).toEqual([1, ["failed"]]);
});
