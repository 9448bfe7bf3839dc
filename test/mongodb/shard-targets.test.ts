/**
 * What the store sends to `proofs`, as the router of a cluster would see it: it sends a command to one shard only if the
 * command names the shard key or its beginning. A router itself is not available here.
 */
import { randomUUID } from "node:crypto";
import { type CommandStartedEvent, type Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { anyAudit, newAccount, newKey } from "../../service/src/records/account.testing.js";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import { newRegistration } from "../../service/src/records/registration.testing.js";
import { MongoAccess } from "../../service/src/store/mongodb/access/mongo-access.js";
import { MongoBatches } from "../../service/src/store/mongodb/batches/mongo-batches.js";
import { hexToBinary, ownUuidToBinary } from "../../service/src/store/mongodb/documents/binary.js";
import { collectionsOf } from "../../service/src/store/mongodb/documents/documents.js";
import { MongoProofs } from "../../service/src/store/mongodb/mongo-proofs.js";
import { ProofDecisions } from "../../service/src/store/mongodb/proofs/proof-decisions.js";
import { ReceiptLog } from "../../service/src/store/mongodb/registration/receipt-log.js";
import { MongoSeals } from "../../service/src/store/mongodb/seals/mongo-seals.js";
import { SealLedger } from "../../service/src/store/mongodb/seals/seal-ledger.js";
import { dropDatabase, newDatabaseUrl } from "./database-url.js";

const TIMEOUT_MS = 20_000;
const given = () => ({ receivedAt: new Date(), dailyLimit: 100 });
const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("on a cluster", () => {
  const url = newDatabaseUrl(serverUrl ?? "mongodb://127.0.0.1");
  const caller = { accountId: randomUUID(), keyId: randomUUID() };
  const account = ownUuidToBinary(caller.accountId);
  const sent: Document[] = [];
  let client: MongoClient;
  let access: MongoAccess;
  let decisions: ProofDecisions;
  let proofs: MongoProofs;

  beforeAll(async () => {
    const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    await store.accounts.createAccount(newAccount({ id: caller.accountId }), null, anyAudit());
    await store.accounts.createKey(newKey(caller.accountId, { id: caller.keyId }), 5, anyAudit());
    await store.close();
    client = await new MongoClient(url, { monitorCommands: true }).connect();
    client.on("commandStarted", ({ command }: CommandStartedEvent) => {
      if (Object.values(command)[0] === "proofs") sent.push(command);
    });
    access = new MongoAccess(collectionsOf(client.db()), TIMEOUT_MS);
    const receipts = new ReceiptLog(access);
    const batches = new MongoBatches(access, receipts);
    decisions = new ProofDecisions(access);
    const ledger = new SealLedger(access, decisions);
    const seals = new MongoSeals(access, ledger);
    proofs = new MongoProofs({ access, receipts, batches, decisions, ledger, seals });
  });
  afterAll(async () => {
    await proofs.close();
    await client.close();
    await dropDatabase(url);
  });
  beforeEach(() => {
    sent.length = 0;
  });

  const register = async () => {
    const result = await proofs.register(newRegistration(caller, given()));
    if (result.outcome !== "created") throw new Error(`expected a new proof, got ${result.outcome}`);
    return result.proof;
  };

  it("a list asks the account's shard", async () => {
    for (let i = 0; i < 3; i++) await register();
    sent.length = 0;
    const page = await proofs.list(caller.accountId, 2, null);
    await proofs.list(caller.accountId, 2, page.proofs.at(-1)!.id);
    expect(sent.map(({ find }) => find)).toEqual(["proofs", "proofs", "proofs"]);
    const [first, position, next] = sent.map(({ filter }) => filter as Document);
    expect(first).toEqual({ account, seq: { $gt: 0 } });
    expect(position).toMatchObject({ account: { $in: [account] } });
    expect(next).toEqual({ account, seq: { $lt: expect.any(Number) } });
  });

  it("a registration, a look-up by the owner and one by fingerprint name the account", async () => {
    const { id, hash } = await register();
    await proofs.findOwn(id, caller.accountId);
    await proofs.findFirst(hash);
    const documents = sent.flatMap((command) => (command["documents"] as Document[] | undefined) ?? []);
    expect(documents).toMatchObject([{ _id: ownUuidToBinary(id), account }]);
    const filters = sent.flatMap(({ filter }) => (filter as Document | undefined) ?? []);
    expect(filters).toHaveLength(2);
    for (const filter of filters) expect(filter["account"]).toEqual({ $in: [account] });
  });

  it("a tombstone is on the shard of the proof that it excludes, and in no list", async () => {
    const before = await proofs.list(caller.accountId, 100, null);
    const _id = ownUuidToBinary(randomUUID());
    await decisions.abandon([{ _id, account }]);
    const written = sent.flatMap((command) => (command["documents"] as Document[] | undefined) ?? []);
    expect(written).toEqual([{ _id, account, abandoned: true }]);
    const after = await proofs.list(caller.accountId, before.proofs.length, null);
    expect(after.proofs.map(({ id }) => id)).toEqual(before.proofs.map(({ id }) => id));
    expect(after.more).toBe(false);
  });

  it("a tombstone of a former release, without an account, still excludes its proof", async () => {
    const proof = ownUuidToBinary(randomUUID());
    const registration = newRegistration(caller, given());
    const { fingerprints } = access.collections;
    await access.collections.proofs.insertOne({ _id: proof, abandoned: true });
    await fingerprints.insertOne({ _id: hexToBinary(registration.hash), proof, account });
    expect(await proofs.register(registration)).toMatchObject({ outcome: "created" });
  });
});
