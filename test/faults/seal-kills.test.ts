/**
 * A process that sells seals on SQLite, killed at seeded moments, again and again on the same file:
 * the next one continues, nothing acknowledged is lost, and the books agree after each kill.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "../../service/src/compile-service.testing.js";
import { openSqliteRecords } from "../../service/src/records/records.js";
import { auditBooks } from "../../service/src/seals/books.js";
import { expectSettled, newCustomer, type SealCustomer } from "./seal-crashes.js";
import { parseSealLines, type SealWorkerOutput } from "./seal-worker-output.js";

/** Milliseconds of work before each kill, drawn from the seed of the run. */
const LIVES_MS = fc.sample(fc.integer({ min: 1, max: 120 }), 15);
const SEALS = 60;
const PROOFS = 20;

const SELLER = `
  const { openSqliteRecords } = await import(${JSON.stringify(new URL("records/records.js", COMPILED_SERVICE).href)});
  const { sellSeals } = await import(${JSON.stringify(new URL("seal-worker.mjs", import.meta.url).href)});
  const { path, work } = JSON.parse(process.argv[1]);
  const store = await openSqliteRecords(path);
  console.log("ready");
  await sellSeals(store, work, console.log);
  setInterval(() => {}, 1_000);
`;

beforeAll(compileService);

it(`loses no seal and no balance in ${LIVES_MS.length} kills`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-seal-kills-"));
  const path = join(folder, "service.sqlite");
  let store = await openSqliteRecords(path);
  const customer = await newCustomer(store, SEALS, PROOFS);
  const paid = new Map<string, string>();
  const issued = new Map<string, string>();
  const refunded = new Set<string>();
  for (const lifeMs of LIVES_MS) {
    await store.close();
    const told = await live(path, customer, lifeMs);
    for (const [spendId, proofId] of told.paid) paid.set(spendId, proofId);
    for (const [proofId, serial] of told.issued) {
      expect(issued.get(proofId) ?? serial, "a seal is issued once").toBe(serial);
      issued.set(proofId, serial);
    }
    for (const spendId of told.refunded) refunded.add(spendId);
    store = await openSqliteRecords(path);
    const books = await store.seals.books(customer.accountId);
    expect(auditBooks(books), `after ${lifeMs} ms`).toEqual([]);
  }
  expect(paid.size, "the load was real").toBeGreaterThan(LIVES_MS.length);
  expect(refunded.size).toBeGreaterThan(0);
  expect(issued.size).toBeGreaterThan(0);
  await expectSettled(store, customer, { paid, issued, refunded, isDone: true });
  await store.close();
  await rm(folder, { recursive: true });
});

/** Runs a worker, and kills it this long after it began. */
async function live(path: string, customer: SealCustomer, lifeMs: number): Promise<SealWorkerOutput> {
  const { accountId, keyId, proofs } = customer;
  const work = { caller: { accountId, keyId }, proofs, rounds: 1_000 };
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", SELLER, JSON.stringify({ path, work })],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(child, "close");
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => {
    output += bytes;
  });
  await expect.poll(() => output).toContain("ready");
  await sleep(lifeMs);
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  // The last line may be incomplete.
  return parseSealLines(output.split("\n").slice(1, -1));
}
