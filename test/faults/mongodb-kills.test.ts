/**
 * The MongoDB server is killed and restarted on its files at seeded moments while proofs are registered, seals are sold,
 * and people, keys, orders and accounts are worked with. Each time it forgets which retries of the driver it has seen.
 * Everything acknowledged exists once, nothing is half done, and everything else can be asked for again.
 */

import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { NOW, newToken } from "../../service/src/records/people.testing.js";
import { openMongodbRecords, type Records } from "../../service/src/records/records.js";
import { auditBooks } from "../../service/src/seals/books.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoProxy } from "./mongodb-proxy.js";
import { MongoWorkload } from "./mongodb-workload.js";
import { expectFinished, expectWhole, type PeopleRound, parsePeopleLines } from "./people-crashes.js";
import { workWithPeople } from "./people-worker.mjs";
import { expectSettled, newCustomer, type SealCustomer } from "./seal-crashes.js";
import { sellSeals } from "./seal-worker.mjs";
import { parseSealLines } from "./seal-worker-output.js";

/** Milliseconds of work before each kill, drawn from the seed of the run. */
const livesMs = (count: number) => fc.sample(fc.integer({ min: 1, max: 350 }), count);
const TIMEOUT_MS = 5_000;
const PARALLEL = 24;
const WORKERS = 2;
/** Of the customer of each life. */
const SEALS = 40;
const PROOFS = 8;

const server: MongoServer | null = await startMongoServer({ isKilled: true });

/** Works until the server is killed, this long after the work has begun, and waits until it answers again. */
async function live(
  store: Records,
  lifeMs: number,
  workOnce: () => Promise<unknown>,
  hasBegun: () => boolean,
): Promise<void> {
  let isAlive = true;
  const working = (async () => {
    while (isAlive) await orRefused(workOnce());
  })();
  await expect.poll(hasBegun).toBe(true);
  await sleep(lifeMs);
  await server!.kill();
  isAlive = false;
  await server!.restart();
  await working;
  await expect.poll(() => store.ping().then(() => "answers", String)).toBe("answers");
}

/** Work ends early if the server does not answer. */
const orRefused = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
  });

describe.skipIf(server === null)(`a killed MongoDB server (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it("loses no proof that was acknowledged, and makes none twice", async () => {
    const url = server!.urlOf("svc_test_kills");
    const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    const workload = await MongoWorkload.create(store);
    for (const lifeMs of livesMs(3)) {
      const before = workload.acknowledged;
      await live(
        store,
        lifeMs,
        () => workload.send(store, PARALLEL),
        () => workload.acknowledged > before,
      );
    }
    await workload.settle(store);
    await workload.expectBooks(store, url);
    await store.close();
  });

  it("tells a change whose commit it took and did not answer as undecided, and never as a duplicate", async () => {
    const url = server!.urlOf("svc_test_lost_answers");
    const direct = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    const proxy = await MongoProxy.start(server!.port);
    const through = `mongodb://127.0.0.1:${proxy.port}/svc_test_lost_answers?directConnection=true`;
    const store = await openMongodbRecords({ url: through, timeoutMs: TIMEOUT_MS });
    const token = newToken({ purpose: "sign-up" });
    let isLost = false;
    proxy.watch = {
      answered: async ({ name }) => {
        if (name !== "commitTransaction" || isLost) return true;
        isLost = true;
        await server!.restart();
        return false;
      },
    };
    const told = await store.people.putToken(token).then(
      () => "stored",
      (error: unknown) => (error instanceof StoreUnavailableError && error.isUndecided ? "undecided" : error),
    );
    expect(isLost).toBe(true);
    expect(["stored", "undecided"]).toContain(told);
    await expect.poll(() => direct.ping().then(() => "answers", String)).toBe("answers");
    expect(await direct.people.findToken(token.secretHash, "sign-up", NOW)).not.toBeNull();
    await Promise.all([store.close(), direct.close()]);
    await proxy.dispose();
  });

  it("leaves nothing of people and orders half done", async () => {
    const url = server!.urlOf("svc_test_people_kills");
    const rounds: PeopleRound[] = [];
    /** In which the kills came. */
    const last: PeopleRound[] = [];
    const lives = livesMs(4);
    for (const lifeMs of lives) {
      const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
      const all = Array.from({ length: WORKERS }, (): string[] => []);
      const workOnce = () =>
        Promise.all(all.map((lines) => orRefused(workWithPeople(store, 1, (line) => void lines.push(line)))));
      await live(store, lifeMs, workOnce, () => all.every((lines) => lines.length > 0));
      // Abandoned commands end with their driver.
      await store.close();
      for (const lines of all) {
        const lived = parsePeopleLines(lines);
        rounds.push(...lived);
        last.push(lived.at(-1)!);
      }
    }
    const survivor = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    for (const round of rounds) await expectWhole(survivor, round, "exact");
    for (const round of last) await expectFinished(survivor, round);
    await survivor.close();
    expect(rounds.length).toBeGreaterThanOrEqual(lives.length * WORKERS);
  });

  it("loses no seal and no balance, and issues no seal twice", async () => {
    const url = server!.urlOf("svc_test_seal_kills");
    const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    const lives: { customer: SealCustomer; lines: string[] }[] = [];
    const moments = livesMs(6);
    for (const lifeMs of moments) {
      const customer = await newCustomer(store, SEALS, PROOFS);
      const lines: string[] = [];
      lives.push({ customer, lines });
      const { accountId, keyId, proofs } = customer;
      const work = { caller: { accountId, keyId }, proofs, rounds: 1 };
      const tell = (line: string) => void (line === "done" || lines.push(line));
      await live(
        store,
        lifeMs,
        () => sellSeals(store, work, tell),
        () => lines.length > 0,
      );
      for (const { customer } of lives) {
        const books = await store.seals.books(customer.accountId);
        expect(auditBooks(books), `after ${lifeMs} ms`).toEqual([]);
      }
    }
    // Abandoned commands may still be running. They end with their driver.
    await store.close();
    const issued = new Map<string, string>();
    for (const line of lives.flatMap(({ lines }) => lines)) {
      const [word, proofId = "", serialNumber = ""] = line.split(" ");
      if (word !== "issued") continue;
      expect(issued.get(proofId) ?? serialNumber, "a seal is issued once").toBe(serialNumber);
      issued.set(proofId, serialNumber);
    }
    const survivor = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    const told = lives.map(({ lines }) => parseSealLines(lines));
    expect(told.reduce((sum, { paid }) => sum + paid.size, 0)).toBeGreaterThan(moments.length);
    expect(told.reduce((sum, { refunded }) => sum + refunded.size, 0)).toBeGreaterThan(0);
    expect(issued.size).toBeGreaterThan(0);
    for (const [i, { customer }] of lives.entries()) await expectSettled(survivor, customer, told[i]!);
    await survivor.close();
  });
});
