/**
 * A process that sells seals on MongoDB and dies before each single one of its commands, and after each of its writes, one
 * run for each: nothing more of it arrives. The survivors finish what it left, the books agree, and nothing that it
 * acknowledged is lost.
 */
import { afterAll, describe, expect, it } from "vitest";
import { openMongoStore } from "../../service/src/store/mongodb/mongo-store.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoProxy, type SentCommand } from "./mongodb-proxy.js";
import { expectSettled, newCustomer, type SealCustomer } from "./seal-crashes.js";
import { parseSealLines, type SealTold } from "./seal-told.js";
import { sellSeals } from "./seal-worker.mjs";

/** Fewer than are asked for, so that the last are contested. */
const SEALS = 3;
const PROOFS = 2;
/** Lives at the same time: most of each is the second after which what is undecided is given up. */
const LANES = 3;
/** For one question on a busy machine. */
const TIMEOUT_MS = 10_000;
const WRITE = /^(?:insert|update|delete|findAndModify)$/;
const OURS = /^(?:insert|update|delete|findAndModify|find|aggregate|getMore)$/;
/** Of the driver's own, which say nothing about the data. */
const DRIVERS = /^(?:hello|ismaster|endSessions)$/i;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`a process that dies while it sells seals (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it.each([
    ["asked", OURS, 40],
    ["answered", WRITE, 20],
  ] as const)(
    "at each of its commands that is %s",
    async (when, fatalNames, least) => {
      const lanes = Array.from({ length: LANES }, (_, i) => liveAgainAndAgain(when, fatalNames, i + 1));
      const commands = (await Promise.all(lanes)).flat();
      // Payments, seals, refunds, copies of entries: the run went through all of them.
      for (const command of [
        ...["update seal_accounts", "insert seals", "update seals", "insert seal_entries", "insert proofs"],
      ]) {
        expect(commands).toContain(command);
      }
      expect(commands.length).toBeGreaterThan(least);
    },
    300_000,
  );
});

/** Dies at the command of that number, and at every one so many `LANES` later, on a database of its own. Returns at which. */
async function liveAgainAndAgain(
  when: "asked" | "answered",
  fatalNames: RegExp,
  first: number,
): Promise<readonly string[]> {
  const commands: string[] = [];
  const url = newDatabaseUrl(server!.url);
  const store = await openMongoStore({ url, timeoutMs: TIMEOUT_MS });
  for (let fatal = first; ; fatal += LANES) {
    const customer = await newCustomer(store, SEALS, PROOFS);
    const life = await live(url, customer, when, fatalNames, fatal);
    try {
      await expectSettled(store, customer, life.told);
    } catch (error) {
      throw new Error(`after command ${fatal}, ${life.fatalCommand}: ${String(error)}`, { cause: error });
    }
    await life.buried;
    if (life.told.isDone) break;
    commands.push(life.fatalCommand);
  }
  await store.close();
  await dropDatabase(url);
  return commands;
}

/**
 * Sells seals until the n-th command is about to arrive, or its answer is; nothing of it passes from then on. It is told so,
 * rather than left to wait: what it says from then on does not count.
 */
async function live(
  url: string,
  { accountId, keyId, proofs }: SealCustomer,
  when: "asked" | "answered",
  fatalNames: RegExp,
  fatal: number,
): Promise<{ told: SealTold; fatalCommand: string; buried: Promise<void> }> {
  const proxy = await MongoProxy.start(server!.port);
  const through = `mongodb://127.0.0.1:${proxy.port}${new URL(url).pathname}?directConnection=true`;
  const mortal = await openMongoStore({ url: through, timeoutMs: TIMEOUT_MS });
  let count = 0;
  let fatalCommand = "";
  let die = (): void => {};
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const passes = (command: SentCommand, at: "asked" | "answered"): true | "refused" => {
    if (fatalCommand !== "") return DRIVERS.test(command.name) || "refused";
    if (at !== when || !fatalNames.test(command.name) || ++count < fatal) return true;
    fatalCommand = `${command.name} ${String(command.collection)}`;
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
  // What had arrived takes effect yet: the books are of one moment only once it has.
  await expect.poll(() => underWay, { timeout: TIMEOUT_MS, interval: 2 }).toBe(0);
  const bury = async () => {
    await selling;
    await mortal.close();
    await proxy.dispose();
  };
  return { told, fatalCommand, buried: bury() };
}
