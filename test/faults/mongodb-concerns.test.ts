/**
 * The durability that the store requests, as the MongoDB server receives it: every transaction reads a snapshot and its
 * commit waits for the journals of a majority, as does every other write; every other read sees only data that cannot be
 * lost. Only counters of rate limits, and what tells which instances live, need neither.
 */

import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { anyAudit, newCaller } from "../../service/src/records/account.testing.js";
import { openMongodbRecords } from "../../service/src/records/records.js";
import { sealAll } from "../../service/src/records/sealing.testing.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoProxy, type SentCommand } from "./mongodb-proxy.js";
import { registration } from "./mongodb-workload.js";

const WRITES = ["insert", "update", "delete", "findAndModify", "createIndexes"];
const READS = ["find", "aggregate", "count", "distinct"];
const ENDS = ["commitTransaction", "abortTransaction"];
/** Commands that manage the connection itself, or the collections at the start: each start checks and repeats those. */
const OTHERS = [
  ...["hello", "isMaster", "ismaster", "ping", "endSessions", "killCursors", "getMore", ""],
  ...["listCollections", "create", "collMod", "dropIndexes"],
];
/** Collections of what need not outlive the server. */
const UNKEPT = ["rates", "instances"];

const TIMEOUT_MS = 20_000;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`the concerns of commands to MongoDB (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it("are majority and journal, whatever the URL says", async () => {
    const proxy = await MongoProxy.start(server!.port);
    const sent: SentCommand[] = [];
    proxy.watch = {
      asked: (command) => {
        sent.push(command);
        return true;
      },
    };
    const url = `mongodb://127.0.0.1:${proxy.port}/svc_test_concerns?directConnection=true&w=0&journal=false&readConcernLevel=local&readPreference=secondaryPreferred`;
    const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    const caller = await newCaller(store);
    const asked = registration(caller, { idempotencyKey: "order" });
    await store.proofs.register(asked);
    await store.proofs.register(registration(caller, { hash: asked.hash, idempotencyKey: "order-2" }));
    await store.proofs.register(registration(caller, { dailyLimit: 1, idempotencyKey: "order-3" }));
    await store.proofs.list(caller.accountId, 10, null);
    await store.proofs.countOfDay(caller.accountId, asked.receivedAt);
    await sealAll(store);
    await store.accounts.sealBalance(caller.accountId);
    await store.accounts.revokeKey(caller.keyId, null, new Date(), anyAudit());
    const lease = (await store.leases.acquire("anchor", randomUUID(), 60_000))!;
    await store.batches.takeUnfinished(lease);
    await store.leases.release(lease);
    await store.secret("list-cursor");
    const { window } = await store.rates.add("a", 2, 60_000);
    await store.rates.takeBack("a", 1, window);
    await store.close();
    await proxy.dispose();

    const known = [...WRITES, ...READS, ...ENDS, ...OTHERS];
    expect([...new Set(sent.map(({ name }) => name))].filter((name) => !known.includes(name))).toEqual([]);
    const those = (names: readonly string[]) =>
      sent.filter(({ name, collection }) => names.includes(name) && !UNKEPT.includes(String(collection)));
    const isInside = ({ body }: SentCommand) => body["autocommit"] === false;

    const inside = those([...WRITES, ...READS]).filter(isInside);
    const firsts = inside.filter(({ body }) => body["startTransaction"] === true);
    expect(firsts.length).toBeGreaterThan(5);
    for (const { body } of firsts) expect(body["readConcern"]).toMatchObject({ level: "snapshot" });
    const commits = those(["commitTransaction"]);
    expect(commits.length).toBeGreaterThan(5);
    for (const { body } of commits) expect(body["writeConcern"]).toMatchObject({ w: "majority", j: true });
    const written = new Set(
      inside.filter(({ name }) => WRITES.includes(name)).map(({ collection }) => collection),
    );
    for (const name of ["proofs", "fingerprints", "idempotencyKeys", "days", "queue", "portions", "batches"])
      expect(written).toContain(name);

    const outside = (names: readonly string[]) => those(names).filter((command) => !isInside(command));
    expect(new Set(outside(WRITES).map(({ name, collection }) => [name, collection].join(" ")))).toContain(
      "update meta",
    );
    for (const { name, collection, body } of outside(WRITES)) {
      const concern = { w: "majority", ...(name === "createIndexes" ? {} : { j: true }) };
      // An index is durable once committed.
      expect([name, collection, body["writeConcern"]]).toEqual([
        name,
        collection,
        expect.objectContaining(concern),
      ]);
    }
    expect(outside(READS).length).toBeGreaterThan(5);
    for (const { name, collection, body } of outside(READS))
      expect([name, collection, body["readConcern"]]).toEqual([name, collection, { level: "majority" }]);
    for (const { body } of those([...WRITES, ...READS]))
      expect(body["$readPreference"]?.mode ?? "primary").not.toMatch(/secondary|nearest/);

    const unkept = sent.filter(
      ({ name, collection }) => WRITES.includes(name) && UNKEPT.includes(String(collection)),
    );
    expect(unkept.length).toBeGreaterThan(0);
    for (const { name, body } of unkept)
      if (name !== "createIndexes") expect(body["writeConcern"]).toMatchObject({ w: 1 });
  });
});
