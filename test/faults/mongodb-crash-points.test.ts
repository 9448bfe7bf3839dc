/**
 * A process that works on MongoDB dies before each command that writes, and before the answer to each commit, one run for
 * each: nothing more of it passes, and its open transaction stays at the server. What was told is done, nothing is half
 * done or done twice, and another instance goes on. CI takes one in so many, and one of each kind.
 *
 * A transaction shows nothing before its commit, so dying before a read leaves what dying after the write before it left.
 */

import { afterAll, describe, expect, it } from "vitest";
import { openMongodbRecords, type Records } from "../../service/src/records/records.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { STRIDE } from "../../shared/src/testing/extent.testing.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoProxy, type SentCommand } from "./mongodb-proxy.js";
import { MongoWorkload } from "./mongodb-workload.js";
import { expectFinished, expectWhole } from "./people-crashes.js";
import { actsOf, preparePeople } from "./people-worker.mjs";
import { expectSettled, newCustomer } from "./seal-crashes.js";
import { sellSeals } from "./seal-worker.mjs";
import { parseSealLines } from "./seal-worker-output.js";

/** Lives of each work beside each other, on a database each: most wait until the transaction of the dead is ended. */
const LANES = 8;
/** For a busy machine; less than the minute in which the server itself would end the transaction of the dead. */
const TIMEOUT_MS = 20_000;
const WRITE = /^(?:insert|update|delete|findAndModify|commitTransaction)$/;
/** The driver's own commands, unrelated to the data. */
const DRIVERS = /^(?:hello|ismaster)$/i;
/** Collections of what need not survive, which are written beside the work. */
const UNKEPT = ["instances", "meta", "rates"];

/** Whether it dies at this moment, the nth of its life. */
type IsFatal = (moment: string, nth: number) => boolean;

interface Life {
  /** Works until it dies. */
  work(mortal: Records): Promise<void>;
  /** Expects that nothing is lost or half done, and that another instance goes on. */
  audit(survivor: Records): Promise<void>;
}

interface Work {
  readonly what: string;
  prepare(survivor: Records, url: string): Promise<Life>;
  /** Writes that are among those that it died at. */
  readonly writes: readonly string[];
}

const WORKS: readonly Work[] = [
  {
    what: "registers proofs",
    prepare: async (survivor, url) => {
      const workload = await MongoWorkload.create(survivor);
      return {
        work: async (mortal) => {
          for (let group = 0; group < 3; group++) await workload.send(mortal, 8);
        },
        audit: async (survivor) => {
          await workload.settle(survivor);
          await workload.expectBooks(survivor, url);
        },
      };
    },
    writes: [
      ...["insert proofs", "insert fingerprints", "insert laterProofs", "insert idempotencyKeys"],
      ...["insert queue", "insert days", "update days"],
    ],
  },
  {
    what: "works with people, keys, orders and accounts",
    prepare: async (survivor) => {
      const plan = await preparePeople(survivor);
      const told = new Set<string>();
      return {
        work: async (mortal) => {
          for (const [name, act] of Object.entries(actsOf(mortal, plan))) {
            await act();
            told.add(name);
          }
        },
        audit: async (survivor) => {
          await expectWhole(survivor, { plan, told }, "exact");
          await expectFinished(survivor, { plan, told });
        },
      };
    },
    writes: [
      ...["insert auditEntries", "insert accounts", "update accounts", "delete tokens", "insert people"],
      ...["insert apiKeys", "insert orders", "update orders", "insert sessions", "delete sessions"],
      ...["insert sealEntries", "delete people", "update proofs"],
    ],
  },
  {
    what: "sells seals",
    prepare: async (survivor) => {
      // Fewer than are asked for, so that the last ones are contested.
      const customer = await newCustomer(survivor, 3, 2);
      const { accountId, keyId, proofs } = customer;
      const lines: string[] = [];
      return {
        work: (mortal) =>
          sellSeals(mortal, { caller: { accountId, keyId }, proofs, rounds: 1 }, (line) => {
            lines.push(line);
          }),
        audit: (survivor) => expectSettled(survivor, customer, parseSealLines(lines)),
      };
    },
    writes: ["insert seals", "update seals", "delete seals", "insert sealEntries"],
  },
];

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`a process that dies (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it.each(WORKS)(
    "while it $what",
    async ({ prepare, writes }) => {
      const moments = [...writes, "commitTransaction", "the answer to commitTransaction"];
      const deaths: string[] = [];
      let last = 0;
      let hasLived = false;
      const oneInSoMany = (): IsFatal | null => {
        if (hasLived) return null;
        last += STRIDE;
        const fatal = last;
        return (_, nth) => nth === fatal;
      };
      const liveOn = async (next: () => IsFatal | null) => {
        const url = newDatabaseUrl(server!.url);
        const survivor = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
        for (let isFatal = next(); isFatal !== null; isFatal = next()) {
          const life = await prepare(survivor, url);
          const death = await live(url, life, isFatal);
          try {
            await life.audit(survivor);
          } catch (error) {
            throw new Error(`after ${death?.nth}, ${death?.moment}: ${String(error)}`, { cause: error });
          }
          if (death === null) hasLived = true;
          else deaths.push(death.moment);
        }
        await survivor.close();
        await dropDatabase(url);
      };
      await Promise.all(Array.from({ length: LANES }, () => liveOn(oneInSoMany)));
      const left = moments.filter((moment) => !deaths.includes(moment));
      const oneOfEachKind = (): IsFatal | null => {
        const kind = left.pop();
        return kind === undefined ? null : (moment) => moment === kind;
      };
      await Promise.all(Array.from({ length: Math.min(LANES, left.length) }, () => liveOn(oneOfEachKind)));
      for (const moment of moments) expect(deaths).toContain(moment);
    },
    600_000,
  );
});

/**
 * Works until the fatal moment: a write that is about to arrive, or the answer to a commit. From then on nothing passes.
 *
 * @returns what it was; null if it lived to the end.
 */
async function live(
  url: string,
  { work }: Life,
  isFatal: IsFatal,
): Promise<{ readonly moment: string; readonly nth: number } | null> {
  const proxy = await MongoProxy.start(server!.port);
  const through = `mongodb://127.0.0.1:${proxy.port}${new URL(url).pathname}?directConnection=true`;
  const mortal = await openMongodbRecords({ url: through, timeoutMs: TIMEOUT_MS });
  let nth = 0;
  let death: { readonly moment: string; readonly nth: number } | null = null;
  let underWay = 0;
  const passes = (command: SentCommand, moment: string, isMoment: boolean): true | "refused" => {
    if (death !== null) return DRIVERS.test(command.name) || "refused";
    if (isMoment && isFatal(moment, ++nth)) death = { moment, nth };
    return death === null || "refused";
  };
  proxy.watch = {
    asked: (command) => {
      const { name, collection } = command;
      const isMoment = WRITE.test(name) && !UNKEPT.includes(String(collection));
      const moment = name === "commitTransaction" ? name : `${name} ${String(collection)}`;
      const passage = passes(command, moment, isMoment);
      if (passage === true) underWay++;
      return passage;
    },
    answered: (command) => {
      underWay--;
      const { name } = command;
      return passes(command, `the answer to ${name}`, name === "commitTransaction");
    },
  };
  await work(mortal).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
  });
  // Commands that had arrived still take effect.
  await expect.poll(() => underWay, { interval: 2 }).toBe(0);
  await mortal.close();
  await proxy.dispose();
  return death;
}
