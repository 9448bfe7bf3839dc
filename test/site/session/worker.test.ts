/**
 * A worker that cannot be loaded, crashes or hangs is reported and replaced, and its failure is
 * never a result.
 */
import type { ServerResponse } from "node:http";
import type { Worker } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { chromiumPath } from "../browser.js";
import { batchOf } from "./batch.js";
import { openSessionSite, type SessionPage, type SessionSite } from "./session-page.js";

const [fox, dog] = batchOf(["The quick brown fox", "jumps over the lazy dog"]) as [
  ReturnType<typeof batchOf>[number],
  ReturnType<typeof batchOf>[number],
];
const PROOF = { name: "proof.json", content: fox.proofJson };
const ORIGINAL = { name: "original.txt", content: fox.content };

describe.skipIf(chromiumPath === null)("a worker", () => {
  let site: SessionSite;
  let session: SessionPage;

  // A browser for each test, with no cached script from the previous one.
  beforeEach(async () => {
    site = await openSessionSite();
    session = await site.open();
    return () => site.close();
  }, 60_000);

  /** Serves other code instead of a script, which is named by the beginning of its file name. */
  function replaceScript(name: string, code: string, status = 200): void {
    site.host.intercept = (path: string, response: ServerResponse) => {
      if (!path.startsWith(`assets/${name}`)) return false;
      response.writeHead(status, { "content-type": "text/javascript", "cache-control": "no-store" });
      response.end(code);
      return true;
    };
  }
  /** The worker that hashes, which starts with its first file. */
  async function hasher(): Promise<Worker> {
    await session.page.waitForFunction(() => window.workers.length === 2);
    return session.page.workers()[1]!;
  }
  /** Starts both workers. */
  async function warmUp(): Promise<void> {
    await session.choose({ name: "first.txt", content: "first" });
    await session.settled(1);
    await session.page.evaluate(() => window.session.clear());
    await session.settled(0);
  }
  const workerCount = () => session.page.evaluate(() => window.workers.length);
  const firstId = async () => (await session.items())[0]!.id;

  test.each([
    ["is missing", "", 404],
    ["is damaged", "this is not code", 200],
  ])("whose script %s is reported missing, and tried again", async (_, code, status) => {
    replaceScript("worker", code, status);
    await session.choose(PROOF);
    const [item] = await session.settled(1);
    expect(item).toMatchObject({ phase: "refused", problem: { code: "verifier_not_loaded" }, report: null });
    site.host.intercept = () => false;
    await session.page.evaluate((id) => window.session.retry(id), await firstId());
    const [again] = await session.settled(1);
    expect(again).toMatchObject({
      phase: "done",
      problem: null,
      report: { checks: [{ status: "passed" }, {}, {}, {}, {}, {}] },
    });
    // Once more by itself, then on the user's request.
    expect(await workerCount()).toBe(3);
  });

  test("that crashes on one file is replaced, and the others are verified", async () => {
    await warmUp();
    await session.choose(PROOF);
    await session.settled(1);
    await (await hasher()).evaluate(() => {
      Blob.prototype.stream = () => {
        setTimeout(() => {
          throw new Error("out of memory");
        });
        return new ReadableStream();
      };
    });
    await session.choose(ORIGINAL);
    const items = await session.settled(2);
    expect(items).toMatchObject([
      { title: "proof.json", phase: "done" },
      { title: "original.txt", phase: "refused", problem: { code: "verifier_crashed" }, report: null },
    ]);
    await session.choose({ name: "another.json", content: dog.proofJson });
    expect(await session.settled(3)).toMatchObject([
      {},
      {},
      { title: "another.json", phase: "done", problem: null },
    ]);
    await session.page.evaluate((id) => window.session.retry(id), items[1]!.id);
    const [withOriginal] = await session.settled(2);
    expect(withOriginal!.report?.checks.find(({ id }) => id === "content")?.code).toBe("ok");
    expect(await workerCount()).toBe(3);
  });

  test("that hangs is detected by its silence", async () => {
    await warmUp();
    await session.page.clock.install();
    await session.choose(PROOF);
    await session.page.clock.runFor(1000);
    await (await hasher()).evaluate(() => {
      Blob.prototype.stream = () => {
        for (;;);
      };
    });
    await session.choose(ORIGINAL);
    await session.page.waitForFunction(() => window.session.arrivingCount.value === 0);
    await session.page.clock.runFor(100);
    // As many pings as needed, one second apart.
    await session.page.clock.runFor(40_000);
    expect((await session.items()).map(({ phase, problem }) => [phase, problem?.code])).toContainEqual([
      "refused",
      "verifier_unresponsive",
    ]);
    await session.choose({ name: "another.json", content: dog.proofJson });
    await session.page.waitForFunction(() => window.session.arrivingCount.value === 0);
    await session.page.clock.runFor(100);
    expect((await session.items()).map(({ title, phase }) => [title, phase])).toContainEqual([
      "another.json",
      "done",
    ]);
    // It only hashes: the worker that reads proofs kept running.
    expect(await workerCount()).toBe(2);
  });
});
