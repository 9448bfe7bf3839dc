/**
 * Commands about seals that reach MongoDB late: an abandoned payment takes effect once or not at
 * all, and of two answers of an authority the first to arrive counts.
 */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import type { Records } from "../../service/src/records/records.js";
import { expectBooks, grant, newToken, spend } from "../../service/src/records/seal-order.testing.js";
import type { ProofRecord, SealRecord } from "../../service/src/records/types.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { CommandHold } from "./command-hold.js";
import { MongoProxy, type SentCommand } from "./mongodb-proxy.js";
import { newCustomer, type SealCustomer } from "./seal-crashes.js";

const TIMEOUT_MS = 1_500;
/** For stores that must not time out. */
const PATIENCE_MS = 20_000;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`late commands about seals (${HOW_TO_PROVIDE})`, () => {
  let proxy: MongoProxy;
  let url: string;
  /** Reaches the server without the proxy. */
  let direct: Records;
  let delayed: Records;
  let customer: SealCustomer;
  let proof: ProofRecord;

  beforeEach(async () => {
    proxy = await MongoProxy.start(server!.port);
    url = newDatabaseUrl(server!.url);
    direct = await openMongodbRecords({ url, timeoutMs: PATIENCE_MS });
    customer = await newCustomer(direct, 2, 1);
    proof = (await direct.proofs.find(customer.proofs[0]!))!;
  });
  afterAll(() => server?.dispose());
  afterEach(async () => {
    await delayed.close();
    await direct.close();
    await proxy.dispose();
    await dropDatabase(url);
  });

  const openDelayed = async (timeoutMs: number): Promise<void> => {
    const through = `mongodb://127.0.0.1:${proxy.port}${new URL(url).pathname}?directConnection=true`;
    delayed = await openMongodbRecords({ url: through, timeoutMs });
  };
  const hold = (name: string, collection: string): CommandHold => {
    const held = new CommandHold((command) => command.name === name && command.collection === collection);
    proxy.watch = held;
    return held;
  };
  const arrivedLate = async (held: CommandHold): Promise<void> => {
    held.release();
    await expect.poll(() => held.answeredCount >= held.count).toBe(true);
  };
  const pay = async (): Promise<SealRecord> => {
    const result = await spend(direct, proof);
    if (result.outcome !== "spent") throw new Error(`a payment ended with ${result.outcome}`);
    return result.seal;
  };
  const refund = (seal: SealRecord) =>
    direct.seals.refund(seal, { id: randomUUID(), cause: "refund", at: new Date() });

  describe("a payment reported to its caller as failed", () => {
    let held: CommandHold;
    beforeEach(async () => {
      await openDelayed(TIMEOUT_MS);
      held = hold("update", "seal_accounts");
      await expect(spend(delayed, proof)).rejects.toThrow(StoreUnavailableError);
      expect(held.count).toBeGreaterThan(0);
    });

    it("that arrives after another payment of the proof changes nothing", async () => {
      const seal = await pay();
      await arrivedLate(held);
      expect(await direct.seals.find(proof.id)).toEqual(seal);
      expect(await expectBooks(direct, customer.accountId)).toBe(1);
    });

    it("that arrives after a grant changes nothing", async () => {
      await grant(direct, customer.accountId, 1);
      await arrivedLate(held);
      expect(await direct.seals.find(proof.id)).toBeNull();
      expect(await expectBooks(direct, customer.accountId)).toBe(3);
    });

    it("that arrives before anything else counts once: a repeated request finds it", async () => {
      await arrivedLate(held);
      expect((await spend(direct, proof)).outcome).toBe("existing");
      expect(await expectBooks(direct, customer.accountId)).toBe(1);
    });
  });

  it.each(["an issue", "a refund"])("an issue that arrives after %s changes nothing", async (what) => {
    await openDelayed(TIMEOUT_MS);
    const seal = await pay();
    const held = hold("update", "seals");
    const late = newToken();
    await expect(delayed.seals.issue(seal, late.token, late.response)).rejects.toThrow(StoreUnavailableError);
    const { token, response } = newToken();
    if (what === "an issue") await direct.seals.issue(seal, token, response);
    else await refund(seal);
    await arrivedLate(held);
    expect((await direct.seals.find(proof.id))?.token).toEqual(what === "an issue" ? token : undefined);
    expect(await expectBooks(direct, customer.accountId)).toBe(what === "an issue" ? 1 : 2);
  });

  it("a payment refunded before it is looked up is reported at once", async () => {
    await openDelayed(PATIENCE_MS);
    let changes = 0;
    let refunded: Promise<unknown> | null = null;
    // Entered, turned into a seal and removed: the reads come after that.
    proxy.watch = {
      asked: async ({ name, collection }: SentCommand) => {
        if (name === "update" && collection === "seal_accounts") changes++;
        if (name !== "find" || collection !== "seals" || changes < 2) return true;
        refunded ??= direct.seals.find(proof.id).then((seal) => refund(seal!));
        await refunded;
        return true;
      },
    };
    const result = await spend(delayed, proof);
    expect(result).toMatchObject({ outcome: "spent", seal: { proofId: proof.id, token: null } });
    expect(await direct.seals.find(proof.id)).toBeNull();
    expect(await delayed.seals.hold(proof.id, 1, new Date())).toBeNull();
    expect(await expectBooks(direct, customer.accountId)).toBe(2);
  });
});
