/** Many registrations: killed at any moment, refused, aborted, limited. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, type Registered } from "@svc-proof/client";
import { openJournal } from "@svc-proof/client/node";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ApiService, randomHash, type TestAccount } from "../contract/api-service.js";
import { answer, cutRequest, FaultyProxy, loseAnswer, relay } from "./faulty-proxy.js";

const folder = mkdtempSync(join(tmpdir(), "svc-many-"));
let service: ApiService;
let proxy: FaultyProxy;
let account: TestAccount;
let client: Client;
beforeAll(async () => {
  service = await ApiService.start();
  proxy = await FaultyProxy.start(service.port);
});
afterAll(async () => {
  await proxy?.stop();
  await service?.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  account = await service.newAccount();
  client = createClient({ url: proxy.url, key: account.key });
  proxy.next();
});

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}
const listed = async () => (await collect(client.listAll())).map(({ id, hash }) => `${hash} ${id}`).sort();
const hashes = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => createHash("sha256").update(`${prefix}${index}`).digest("hex"));

test("killed at any moment and run again, every fingerprint is registered once, as the first run was told", async () => {
  const COUNT = 60;
  const prefix = randomHash();
  // Of another account: for these bytes each request without its key would make one more proof.
  const other = await service.newAccount();
  for (const hash of hashes(COUNT, prefix)) await service.newProof(other, hash);
  const path = join(folder, "killed.journal");
  const worker = join(import.meta.dirname, "register-worker.mjs");
  const printed = new Set<string>();
  let kills = 0;
  for (let isOver = false; !isOver; ) {
    const child = spawn(process.execPath, [worker, proxy.url, account.key, path, `${COUNT}`, prefix], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    const before = proxy.seen.length;
    const killAfter = kills < 6 ? 1 + ((kills * 7) % 9) : Number.POSITIVE_INFINITY;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    // By requests that arrived and not by time: kills fall before, between and after answers.
    const watch = setInterval(() => {
      if (proxy.seen.length - before >= killAfter) child.kill("SIGKILL");
    }, 1);
    const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
    clearInterval(watch);
    for (const line of output.split("\n").slice(0, -1)) printed.add(line);
    if (status === null) kills++;
    else {
      expect(status).toBe(0);
      isOver = true;
    }
  }
  expect(kills).toBeGreaterThan(3);
  expect(printed.size).toBe(COUNT);
  expect([...printed].sort()).toEqual(await listed());
}, 240_000);

test("lost answers and cut requests in between make nothing twice", async () => {
  const items = hashes(30, randomHash()).map((hash) => ({ hash }));
  const other = await service.newAccount();
  for (const { hash } of items) await service.newProof(other, hash);
  proxy.next(...Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? cutRequest : loseAnswer)));
  const found = await collect(client.registerMany(items, { concurrency: 4 }));
  expect(found.map(({ item, id }) => `${item.hash} ${id}`).sort()).toEqual(await listed());
});

test("equal items are one request, and all get the proof; a journal answers without any", async () => {
  const [first, second] = hashes(2, randomHash()) as [string, string];
  const items = [first, second, first, first].map((hash, index) => ({ hash, index }));
  const path = join(folder, "equal.journal");
  const owner = { url: client.url, key: account.key };
  const journal = await openJournal(path, owner);
  const found = await collect(client.registerMany(items, { journal }));
  await journal.close();
  expect(proxy.seen).toHaveLength(2);
  expect(found.map(({ item }) => item.index).sort()).toEqual([0, 1, 2, 3]);
  expect(found.filter(({ created }) => created)).toHaveLength(2);
  expect(new Set(found.map(({ id }) => id)).size).toBe(2);

  proxy.next();
  const again = await openJournal(path, owner);
  const progress: unknown[] = [];
  const onProgress = (one: unknown) => progress.push(one);
  const known = await collect(client.registerMany(items, { journal: again, onProgress }));
  await again.close();
  expect(proxy.seen).toEqual([]);
  expect(new Set(known.map(({ id }) => id))).toEqual(new Set(found.map(({ id }) => id)));
  expect(progress.at(-1)).toEqual({ created: 0, existing: 4, failed: 0 });
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(4);
});

test("a refusal of one is its own, a refusal of all ends it", async () => {
  const [good, long] = hashes(2, randomHash()) as [string, string];
  const items = [{ hash: good }, { hash: long, name: "x".repeat(300) }];
  const found: Registered[] = await collect(client.registerMany(items));
  expect(found.map(({ error }) => error?.code ?? null).sort()).toEqual(["invalid_request", null]);

  const limited = JSON.stringify({ error: { code: "quota_exceeded", message: "Used up." } });
  proxy.next(answer(429, limited, { "retry-after": "30000" }));
  const many = hashes(50, randomHash()).map((hash) => ({ hash }));
  await expect(collect(client.registerMany(many, { concurrency: 1 }))).rejects.toMatchObject({
    code: "quota_exceeded",
  });
  expect(proxy.seen).toHaveLength(1);
});

test("an abort, or a consumer that leaves, ends the requests", async () => {
  // Counted where they are sent: a busy server sees some of them after they were given up.
  let sent = 0;
  const counting: typeof fetch = (input, init) => {
    sent++;
    return fetch(input, init);
  };
  client = createClient({ url: proxy.url, key: account.key, fetch: counting });
  const abort = new AbortController();
  const items = hashes(100, randomHash()).map((hash) => ({ hash }));
  const reason = new Error("enough");
  const aborted = (async () => {
    for await (const _ of client.registerMany(items, { signal: abort.signal })) abort.abort(reason);
  })();
  await expect(aborted).rejects.toBe(reason);
  expect(sent).toBeLessThan(30);
  for await (const _ of client.registerMany(items)) break;
  const then = sent;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toBe(then);
});

test("a wrong fingerprint or number is a mistake of the caller", async () => {
  await expect(collect(client.registerMany([{ hash: "x" }]))).rejects.toThrow('"hash"');
  await expect(collect(client.registerMany([], { concurrency: 0 }))).rejects.toThrow('"concurrency"');
});

test("whatever the order of faults, the account has each fingerprint once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(cutRequest, loseAnswer, undefined), { maxLength: 12 }),
      fc.integer({ min: 1, max: 6 }),
      async (faults, concurrency) => {
        account = await service.newAccount();
        client = createClient({ url: proxy.url, key: account.key, retries: 12 });
        proxy.next(...faults.map((fault) => fault ?? relay));
        const items = hashes(6, randomHash()).map((hash) => ({ hash }));
        const found = await collect(client.registerMany(items, { concurrency }));
        expect(found.map(({ item, id }) => `${item.hash} ${id}`).sort()).toEqual(await listed());
      },
    ),
    { numRuns: 5 },
  );
});
