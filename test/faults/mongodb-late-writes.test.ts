/**
 * Commands to MongoDB that arrive late, or whose answers do: abandoned writes must not appear
 * later, completed writes must be reported, and nobody waits for what is left behind.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { newCaller } from "../../service/src/records/account.testing.js";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import type { Records } from "../../service/src/records/records.js";
import type { Caller } from "../../service/src/records/registration.testing.js";
import { sealAll } from "../../service/src/records/sealing.testing.js";
import type { ProofRecord, RegistrationResult } from "../../service/src/records/types.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { CommandHold } from "./command-hold.js";
import { MongoProxy, type SentCommand } from "./mongodb-proxy.js";
import { registration } from "./mongodb-workload.js";

const TIMEOUT_MS = 1_500;
/** For stores that must not time out. */
const PATIENCE_MS = 20_000;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`late writes to MongoDB (${HOW_TO_PROVIDE})`, () => {
  let proxy: MongoProxy;
  let database: string;
  let admin: MongoClient;
  /** Reaches the server without the proxy. */
  let direct: Records;
  let delayed: Records;

  beforeEach(async () => {
    proxy = await MongoProxy.start(server!.port);
    database = `svc_test_${proxy.port}`;
    admin = await new MongoClient(server!.url).connect();
    direct = await openMongodbRecords({ url: server!.urlOf(database), timeoutMs: PATIENCE_MS });
  });
  afterAll(() => server?.dispose());
  afterEach(async () => {
    await delayed.close();
    await direct.close();
    await proxy.dispose();
    await admin.db(database).dropDatabase();
    await admin.close();
  });

  const openDelayed = async (timeoutMs: number): Promise<void> => {
    const url = `mongodb://127.0.0.1:${proxy.port}/${database}?directConnection=true`;
    delayed = await openMongodbRecords({ url, timeoutMs });
  };
  const proofs = () => admin.db(database).collection("proofs");
  const countProofs = () => proofs().countDocuments({ seq: { $exists: true } });

  describe("an insertion of proofs that is held back until another instance has abandoned the proof", () => {
    let caller: Caller;
    let held: CommandHold;
    beforeEach(async () => {
      await openDelayed(PATIENCE_MS);
      caller = await newCaller(direct);
      held = new CommandHold(isInsertionOfProofs);
      proxy.watch = held;
    });

    it("does not make a second first registrant", async () => {
      const other = await newCaller(direct);
      const asked = registration(caller);
      const late = delayed.proofs.register(asked);
      await held.arrived();
      const early = createdOf(await direct.proofs.register(registration(other, { hash: asked.hash })));
      expect(early.firstRegistrant).toBe(true);
      held.release();
      const made = createdOf(await late);
      expect(made.firstRegistrant).toBe(false);
      expect(made.id).not.toBe(asked.id);
      expect(await direct.proofs.find(asked.id)).toBeNull();
      expect((await direct.proofs.findFirst(asked.hash))?.accountId).toBe(other.accountId);
      expect(await countProofs()).toBe(2);
    });

    it("does not exceed the day's limit", async () => {
      const late = delayed.proofs.register(registration(caller, { dailyLimit: 1 }));
      await held.arrived();
      const asked = registration(caller, { dailyLimit: 1 });
      expect(createdOf(await direct.proofs.register(asked)).id).toBe(asked.id);
      held.release();
      expect(await late).toEqual({ outcome: "quota_exceeded", used: 1 });
      expect(await countProofs()).toBe(1);
      expect(await direct.proofs.countOfDay(caller.accountId, asked.receivedAt)).toBe(1);
    });
  });

  it("an insertion that arrives after it was abandoned creates nothing", async () => {
    await openDelayed(TIMEOUT_MS);
    const caller = await newCaller(direct);
    const held = new CommandHold(isInsertionOfProofs);
    proxy.watch = held;
    const asked = [0, 1, 2].map((i) => registration(caller, { idempotencyKey: `order-${i}`, dailyLimit: 3 }));
    const answers = await Promise.allSettled(asked.map((each) => delayed.proofs.register(each)));
    for (const answer of answers) {
      const reason: unknown = answer.status === "rejected" ? answer.reason : answer.value;
      expect(reason).toBeInstanceOf(StoreUnavailableError);
      expect(reason).toHaveProperty("proofId", null);
    }
    const heldCount = held.count;
    expect(heldCount).toBeGreaterThan(0);
    held.release();
    await expect.poll(() => held.answeredCount).toBeGreaterThanOrEqual(heldCount);
    expect(await countProofs()).toBe(0);
    const again = await Promise.all(
      asked.map(({ idempotencyKey, hash }) =>
        direct.proofs.register(registration(caller, { idempotencyKey, hash, dailyLimit: 3 })),
      ),
    );
    for (const result of again) expect(createdOf(result).firstRegistrant).toBe(true);
    expect(await direct.proofs.register(registration(caller, { dailyLimit: 3 }))).toEqual({
      outcome: "quota_exceeded",
      used: 3,
    });
    expect(await countProofs()).toBe(3);
    const leaves = [...(await sealAll(direct)).values()];
    for (const result of again) expect(leaves).toContain(createdOf(result).id);
  });

  it("a proof whose answers are all lost is reported to the caller", async () => {
    await openDelayed(TIMEOUT_MS);
    const caller = await newCaller(direct);
    proxy.watch = { answered: (command) => !isInsertionInto("proofs", command) };
    const asked = registration(caller);
    const error = await delayed.proofs.register(asked).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(error).toHaveProperty("proofId", asked.id);
    expect((await direct.proofs.find(asked.id))?.hash).toBe(asked.hash);
  });

  it("a proof whose insertion is not answered is looked up and acknowledged, after its time limit", async () => {
    await openDelayed(TIMEOUT_MS);
    const caller = await newCaller(direct);
    proxy.watch = { answered: (command) => !isInsertionOfProofs(command) };
    const asked = registration(caller);
    expect(createdOf(await delayed.proofs.register(asked)).id).toBe(asked.id);
    expect(await countProofs()).toBe(1);
  });

  it.each([0.15, 0.22, 0.3, 0.45, 0.6])(
    "commands that take %d of the time-out each: an unanswered request creates nothing later",
    async (part) => {
      await openDelayed(TIMEOUT_MS);
      const caller = await newCaller(direct);
      let underWay = 0;
      proxy.watch = {
        asked: async () => {
          underWay++;
          await sleep(TIMEOUT_MS * part);
          underWay--;
          return true;
        },
      };
      const answers = await Promise.allSettled(
        [0, 1].map(async (i) => {
          // Two groups: the second waits for the first.
          await sleep(i * 50);
          return delayed.proofs.register(registration(caller, { idempotencyKey: `order-${i}` }));
        }),
      );
      const told = answers.map((answer) => {
        if (answer.status === "fulfilled") return createdOf(answer.value).id;
        expect(answer.reason).toBeInstanceOf(StoreUnavailableError);
        return (answer.reason as StoreUnavailableError).proofId;
      });
      // Until everything in transit has arrived.
      await delayed.close();
      await expect.poll(() => underWay).toBe(0);
      // The server answers this after everything that came before.
      await newCaller(direct);
      const made = await direct.proofs.list(caller.accountId, 10, null);
      for (const { id } of made.proofs) expect(told).toContain(id);
      for (const [i, answer] of answers.entries()) {
        if (answer.status === "fulfilled") expect(made.proofs.map(({ id }) => id)).toContain(told[i]);
      }
    },
  );

  it("claims of a failed group block no other request", async () => {
    await openDelayed(TIMEOUT_MS);
    const caller = await newCaller(direct);
    const other = await newCaller(direct);
    const asked = registration(caller, { idempotencyKey: "order" });
    proxy.watch = { asked: (command) => command.name !== "update" || command.collection !== "daily_proofs" };
    await expect(delayed.proofs.register(asked)).rejects.toThrow(StoreUnavailableError);
    const claims = () =>
      Promise.all(
        ["fingerprints", "idempotency_keys"].map((name) =>
          admin.db(database).collection(name).countDocuments(),
        ),
      );
    await expect.poll(claims).toEqual([0, 0]);
    createdOf(await direct.proofs.register(registration(other, { hash: asked.hash })));
    createdOf(await direct.proofs.register(registration(caller, { idempotencyKey: "order" })));
  });
});

function isInsertionInto(collection: string, command: SentCommand): boolean {
  return command.name === "insert" && command.collection === collection;
}

/** Tombstones go into the same collection. */
function isInsertionOfProofs(command: SentCommand): boolean {
  return isInsertionInto("proofs", command) && command.documents.some((document) => "seq" in document);
}

function createdOf(result: RegistrationResult): ProofRecord {
  if (result.outcome !== "created")
    throw new Error(`a proof was to be created, got ${JSON.stringify(result)}`);
  return result.proof;
}
