/**
 * A process that sells seals on MongoDB dies before and after each of its writes, one run for each:
 * nothing more of it arrives. Dying before it reads leaves what the write before it left. The survivors finish its work, the books
 * agree, and nothing acknowledged is lost. A moment is a command on a collection and its count,
 * such as "insert seals 2": the order between commands changes from run to run, so a total count
 * would miss some and repeat others.
 */
import { afterAll, describe, expect, it } from "vitest";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoProxy, type SentCommand } from "./mongodb-proxy.js";
import { expectSettled, newCustomer, type SealCustomer } from "./seal-crashes.js";
import { sellSeals } from "./seal-worker.mjs";
import { parseSealLines, type SealWorkerOutput } from "./seal-worker-output.js";

/** Fewer than are requested, so that the last ones are contested. */
const SEALS = 3;
const PROOFS = 2;
/** Concurrent lives: each spends most of its time in the second before undecided work is abandoned. */
const LANES = 3;
/** For one command on a busy machine. */
const TIMEOUT_MS = 10_000;
const WRITE = /^(?:insert|update|delete|findAndModify)$/;
/** The driver's own commands, unrelated to the data. */
const DRIVERS = /^(?:hello|ismaster|endSessions)$/i;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`a process that dies while it sells seals (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it.each(["asked", "answered"] as const)(
    "at each of its writes that is %s",
    async (when) => {
      const moments = new Moments();
      const lanes = Array.from({ length: LANES }, () => liveAgainAndAgain(when, moments));
      const deaths = (await Promise.all(lanes)).flat();
      // Payments, seals, refunds, copies of entries: the run included all of them.
      for (const command of [
        ...["update seal_accounts", "insert seals", "update seals", "insert seal_entries", "insert proofs"],
      ]) {
        expect(deaths).toContain(`${command} 1`);
      }
      expect(deaths.length).toBeGreaterThan(20);
    },
    300_000,
  );
});

/** The moments that any life has met so far. Each is given out once, to die at. */
class Moments {
  readonly #met = new Set<string>();
  readonly #untried: string[] = [];

  add(met: Iterable<string>): void {
    for (const moment of met) {
      if (this.#met.has(moment)) continue;
      this.#met.add(moment);
      this.#untried.push(moment);
    }
  }

  take(): string | undefined {
    return this.#untried.shift();
  }
}

/**
 * Lives once to the end, then dies at one moment after another, on a database of its own. Returns
 * the moments at which it died.
 */
async function liveAgainAndAgain(when: "asked" | "answered", moments: Moments): Promise<readonly string[]> {
  const deaths: string[] = [];
  const url = newDatabaseUrl(server!.url);
  const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
  for (let fatal: string | null | undefined = null; fatal !== undefined; fatal = moments.take()) {
    const customer = await newCustomer(store, SEALS, PROOFS);
    const life = await live(url, customer, when, fatal);
    try {
      await expectSettled(store, customer, life.told);
    } catch (error) {
      throw new Error(`after ${fatal}: ${String(error)}`, { cause: error });
    }
    await life.buried;
    moments.add(life.met);
    if (fatal !== null && life.hasDied) deaths.push(fatal);
    else expect(life.told.isDone).toBe(true);
  }
  await store.close();
  await dropDatabase(url);
  return deaths;
}

/**
 * Sells seals until the fatal moment's command or its answer is about to arrive. From then on
 * nothing of it passes: its commands fail at once, and its output no longer counts. Not every life
 * meets every moment.
 */
async function live(
  url: string,
  { accountId, keyId, proofs }: SealCustomer,
  when: "asked" | "answered",
  fatal: string | null,
): Promise<{ told: SealWorkerOutput; met: ReadonlySet<string>; hasDied: boolean; buried: Promise<void> }> {
  const proxy = await MongoProxy.start(server!.port);
  const through = `mongodb://127.0.0.1:${proxy.port}${new URL(url).pathname}?directConnection=true`;
  const mortal = await openMongodbRecords({ url: through, timeoutMs: TIMEOUT_MS });
  const counts = new Map<string, number>();
  const met = new Set<string>();
  let hasDied = false;
  let die = (): void => {};
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const passes = (command: SentCommand, at: "asked" | "answered"): true | "refused" => {
    if (hasDied) return DRIVERS.test(command.name) || "refused";
    if (at !== when || !WRITE.test(command.name)) return true;
    const kind = `${command.name} ${String(command.collection)}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const moment = `${kind} ${count}`;
    met.add(moment);
    if (moment !== fatal) return true;
    hasDied = true;
    die();
    return "refused";
  };
  let underWay = 0;
  proxy.watch = {
    asked: (command) => {
      const passage = passes(command, "asked");
      if (passage === true) underWay++;
      return passage;
    },
    answered: (command) => {
      underWay--;
      return passes(command, "answered");
    },
  };
  const lines: string[] = [];
  const selling = sellSeals(mortal, { caller: { accountId, keyId }, proofs, rounds: 1 }, (line) =>
    lines.push(line),
  ).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
  });
  await Promise.race([selling, died]);
  const told = parseSealLines([...lines]);
  // Commands that had arrived still take effect: the books are consistent only afterwards.
  await expect.poll(() => underWay, { timeout: TIMEOUT_MS, interval: 2 }).toBe(0);
  const bury = async () => {
    await selling;
    await mortal.close();
    await proxy.dispose();
  };
  return { told, met, hasDied, buried: bury() };
}
