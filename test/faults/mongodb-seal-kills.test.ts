/**
 * The MongoDB server is killed and restarted on its files at seeded moments while seals are sold,
 * issued and refunded. Each time it forgets which retries of the driver it has seen. Nothing
 * acknowledged is lost, no seal is issued twice, and the books agree after each kill.
 */
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import type { Records } from "../../service/src/records/records.js";
import { auditBooks } from "../../service/src/seals/audit-books.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { expectSettled, newCustomer, type SealCustomer } from "./seal-crashes.js";
import { sellSeals } from "./seal-worker.mjs";
import { parseSealLines } from "./seal-worker-output.js";

/** Milliseconds of work before each kill, drawn from the seed of the run. */
const LIVES_MS = fc.sample(fc.integer({ min: 1, max: 350 }), 6);
/** Of the customer of each life. */
const SEALS = 40;
const PROOFS = 8;
const TIMEOUT_MS = 5_000;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`a killed MongoDB server (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it(`loses no seal and no balance in ${LIVES_MS.length} kills`, async () => {
    const url = server!.urlOf("svc_test_seal_kills");
    const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    const lives: { customer: SealCustomer; lines: string[] }[] = [];
    for (const lifeMs of LIVES_MS) {
      const customer = await newCustomer(store, SEALS, PROOFS);
      const lines: string[] = [];
      lives.push({ customer, lines });
      let isAlive = true;
      const selling = (async () => {
        while (isAlive) await sell(store, customer, lines);
      })();
      await expect.poll(() => lines.length).toBeGreaterThan(0);
      await sleep(lifeMs);
      await server!.kill();
      isAlive = false;
      await server!.restart();
      await selling;
      await expect.poll(() => store.ping().then(() => "answers", String)).toBe("answers");
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
    expect(told.reduce((sum, { paid }) => sum + paid.size, 0)).toBeGreaterThan(LIVES_MS.length);
    expect(told.reduce((sum, { refunded }) => sum + refunded.size, 0)).toBeGreaterThan(0);
    expect(issued.size).toBeGreaterThan(0);
    for (const [i, { customer }] of lives.entries()) await expectSettled(survivor, customer, told[i]!);
    await survivor.close();
  });
});

/** One round, which ends early if the server does not answer. */
async function sell(store: Records, customer: SealCustomer, lines: string[]): Promise<void> {
  const { accountId, keyId, proofs } = customer;
  try {
    const work = { caller: { accountId, keyId }, proofs, rounds: 1 };
    await sellSeals(store, work, (line) => void (line === "done" || lines.push(line)));
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
  }
}
