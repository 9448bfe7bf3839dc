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
/** What a dead process waits for is never answered: it ends by this. */
const DEAD_TIMEOUT_MS = 20_000;
const WRITE = /^(?:insert|update|delete|findAndModify)$/;
const OURS = /^(?:insert|update|delete|findAndModify|find|aggregate|getMore)$/;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`a process that dies while it sells seals (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it.each([
    ["asked", OURS, 40],
    ["answered", WRITE, 20],
  ] as const)(
    "at each of its commands that is %s",
    async (when, fatalNames, least) => {
      const commands = new Set<string>();
      const dead: Promise<unknown>[] = [];
      const url = newDatabaseUrl(server!.url);
      const store = await openMongoStore({ url, timeoutMs: 10_000 });
      let fatal = 1;
      for (; ; fatal++) {
        const customer = await newCustomer(store, SEALS, PROOFS);
        const life = await live(url, customer, when, fatalNames, fatal);
        dead.push(life.buried);
        try {
          await expectSettled(store, customer, life.told);
        } catch (error) {
          throw new Error(`after command ${fatal}, ${life.fatalCommand}: ${String(error)}`, { cause: error });
        }
        if (life.told.isDone) break;
        commands.add(life.fatalCommand);
      }
      await Promise.all(dead);
      await store.close();
      await dropDatabase(url);
      // Payments, seals, refunds, copies of entries: the run went through all of them.
      for (const command of [
        ...["update seal_accounts", "insert seals", "update seals", "insert seal_entries", "insert proofs"],
      ]) {
        expect([...commands]).toContain(command);
      }
      expect(fatal).toBeGreaterThan(least);
    },
    900_000,
  );
});

/** Sells seals until the n-th command is about to arrive, or its answer is; nothing of it passes from then on. */
async function live(
  url: string,
  { accountId, keyId, proofs }: SealCustomer,
  when: "asked" | "answered",
  fatalNames: RegExp,
  fatal: number,
): Promise<{ told: SealTold; fatalCommand: string; buried: Promise<void> }> {
  const proxy = await MongoProxy.start(server!.port);
  const through = `mongodb://127.0.0.1:${proxy.port}${new URL(url).pathname}?directConnection=true`;
  const mortal = await openMongoStore({ url: through, timeoutMs: DEAD_TIMEOUT_MS });
  let count = 0;
  let fatalCommand = "";
  let die = (): void => {};
  const died = new Promise<void>((resolve) => {
    die = resolve;
  });
  const passes = (command: SentCommand, at: "asked" | "answered"): boolean => {
    if (fatalCommand !== "") return false;
    if (at !== when || !fatalNames.test(command.name) || ++count < fatal) return true;
    fatalCommand = `${command.name} ${String(command.collection)}`;
    die();
    return false;
  };
  proxy.watch = {
    asked: (command) => passes(command, "asked"),
    answered: (command) => passes(command, "answered"),
  };
  const lines: string[] = [];
  const selling = sellSeals(mortal, { caller: { accountId, keyId }, proofs, rounds: 1 }, (line) =>
    lines.push(line),
  ).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
  });
  await Promise.race([selling, died]);
  const told = parseSealLines([...lines]);
  const bury = async () => {
    await proxy.dispose();
    await selling;
    await mortal.close();
  };
  return { told, fatalCommand, buried: bury() };
}
