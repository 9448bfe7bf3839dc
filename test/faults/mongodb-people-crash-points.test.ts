/**
 * A process that works with people, keys, orders and accounts on MongoDB dies before each of its writes, one run for
 * each: nothing more of it arrives. Whoever looks then finds each act done whole or not at all, with its entry in the
 * audit trail, and another instance goes on. Each state of the data is between two of its writes.
 */
import { afterAll, describe, expect, it } from "vitest";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import type { Records } from "../../service/src/records/records.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoProxy } from "./mongodb-proxy.js";
import { expectFinished, expectWhole } from "./people-crashes.js";
import { actsOf, type PeoplePlan, preparePeople } from "./people-worker.mjs";

/** For one command on a busy machine. */
const TIMEOUT_MS = 10_000;
const WRITE = /^(?:insert|update|delete|findAndModify)$/;
/** The driver's own commands, unrelated to the data. */
const DRIVERS = /^(?:hello|ismaster|endSessions)$/i;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`a process that dies while it works with people (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it("before each of its writes", async () => {
    const url = newDatabaseUrl(server!.url);
    const survivor = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    const deaths: string[] = [];
    for (let fatal = 1; ; fatal++) {
      const plan = await preparePeople(survivor);
      const { told, death } = await live(url, plan, fatal);
      try {
        await expectWhole(survivor, { plan, told }, "first");
        await expectFinished(survivor, { plan, told });
      } catch (error) {
        throw new Error(`after ${fatal}, ${death}: ${String(error)}`, { cause: error });
      }
      if (death === null) break;
      deaths.push(death);
    }
    await survivor.close();
    await dropDatabase(url);
    // The moments included all acts.
    for (const command of [
      ...["insert audit_entries", "update tokens", "insert accounts", "update accounts", "delete tokens"],
      ...["insert api_keys", "insert orders", "insert sessions", "findAndModify tokens", "delete sessions"],
      ...["update proofs", "update seal_accounts", "insert seal_entries", "delete api_keys"],
    ]) {
      expect(deaths).toContain(command);
    }
    expect(deaths.length).toBeGreaterThan(40);
  }, 600_000);
});

/**
 * Does the acts of a round until the fatal write is about to arrive. From then on nothing of it passes.
 *
 * @param fatal the number of the write.
 * @returns what was told before, and the command; null if it lived to the end.
 */
async function live(
  url: string,
  plan: PeoplePlan,
  fatal: number,
): Promise<{ readonly told: ReadonlySet<string>; readonly death: string | null }> {
  const proxy = await MongoProxy.start(server!.port);
  const through = `mongodb://127.0.0.1:${proxy.port}${new URL(url).pathname}?directConnection=true`;
  const mortal = await openMongodbRecords({ url: through, timeoutMs: TIMEOUT_MS });
  let count = 0;
  let death: string | null = null;
  let underWay = 0;
  proxy.watch = {
    asked: ({ name, collection }) => {
      if (death !== null) return DRIVERS.test(name) || "refused";
      if (WRITE.test(name) && ++count === fatal) {
        death = `${name} ${String(collection)}`;
        return "refused";
      }
      underWay++;
      return true;
    },
    answered: () => {
      underWay--;
      return true;
    },
  };
  const told = new Set<string>();
  await actAll(mortal, plan, told).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
  });
  // Commands that had arrived still take effect.
  await expect.poll(() => underWay, { timeout: TIMEOUT_MS, interval: 2 }).toBe(0);
  await mortal.close();
  await proxy.dispose();
  return { told, death };
}

async function actAll(store: Records, plan: PeoplePlan, told: Set<string>): Promise<void> {
  for (const [name, act] of Object.entries(actsOf(store, plan))) {
    await act();
    told.add(name);
  }
}
