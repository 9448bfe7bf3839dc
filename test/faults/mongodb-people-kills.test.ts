/**
 * The MongoDB server is killed and restarted on its files at seeded moments while people, keys, orders and accounts are
 * worked with. Each act is done whole or not at all, what was told is done, and the service goes on.
 */
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import type { Records } from "../../service/src/records/records.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { expectFinished, expectWhole, type PeopleRound, parsePeopleLines } from "./people-crashes.js";
import { workWithPeople } from "./people-worker.mjs";

/** Milliseconds of work before each kill, drawn from the seed of the run. */
const LIVES_MS = fc.sample(fc.integer({ min: 1, max: 400 }), 6);
const WORKERS = 2;
const TIMEOUT_MS = 5_000;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`a killed MongoDB server (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it(`leaves nothing of people and orders half done in ${LIVES_MS.length} kills`, async () => {
    const url = server!.urlOf("svc_test_people_kills");
    const rounds: PeopleRound[] = [];
    /** In which the kills came. */
    const last: PeopleRound[] = [];
    for (const lifeMs of LIVES_MS) {
      const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
      const all = Array.from({ length: WORKERS }, (): string[] => []);
      let isAlive = true;
      const working = all.map(async (lines) => {
        while (isAlive) await workOnce(store, lines);
      });
      await expect.poll(() => all.every((lines) => lines.length > 0)).toBe(true);
      await sleep(lifeMs);
      await server!.kill();
      isAlive = false;
      await server!.restart();
      await Promise.all(working);
      await expect.poll(() => store.ping().then(() => "answers", String)).toBe("answers");
      // Abandoned commands end with their driver.
      await store.close();
      for (const lines of all) {
        const lived = parsePeopleLines(lines);
        rounds.push(...lived);
        last.push(lived.at(-1)!);
      }
    }
    const survivor = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    for (const round of rounds) await expectWhole(survivor, round, "first");
    for (const round of last) await expectFinished(survivor, round);
    await survivor.close();
    expect(rounds.length).toBeGreaterThanOrEqual(LIVES_MS.length * WORKERS);
  }, 240_000);
});

/** One round, which ends early if the server does not answer. */
async function workOnce(store: Records, lines: string[]): Promise<void> {
  await workWithPeople(store, 1, (line) => void lines.push(line)).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
  });
}
