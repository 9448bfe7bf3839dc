/**
 * What the server refuses in each collection. The documents that the store writes are those of its contract and fault
 * suites, which run with the same validators, and those of former releases in `test/fixtures/stores`.
 */
import { randomBytes } from "node:crypto";
import { Binary, type Db, type Document, MongoClient, ObjectId } from "mongodb";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openGridFsBlobs } from "../../service/src/clients/blobs/gridfs-blobs.js";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import { collectionsOf } from "../../service/src/store/mongodb/documents/documents.js";
import { dropDatabase, newDatabaseUrl } from "./database-url.js";

const TIMEOUT_MS = 20_000;
const DOCUMENT_VALIDATION_FAILURE = 121;
const serverUrl = inject("mongodbUrl");

const uuid = () => new Binary(randomBytes(16), Binary.SUBTYPE_UUID);
const hash = () => new Binary(randomBytes(32));
const now = new Date("2026-11-20T10:00:00.000Z");

function qualifiedToken() {
  const list = {
    sequenceNumber: 184,
    issued: "2026-03-26T02:00:31Z",
    nextUpdate: null,
    sha256: "ab".repeat(32),
  };
  const named = { territory: "ES", provider: "p", service: "s", status: "granted", since: list.issued };
  const entry = { ...named, list, snapshotSha256: "cd".repeat(32) };
  const qualification = { result: "qualified", code: "ok", entry };
  return {
    authority: "a",
    genTime: now,
    serialNumber: "0A",
    policyOid: "1.2.3",
    qualification,
    response: hash(),
  };
}

const newPerson = () => ({
  id: uuid(),
  email: "ana@example.org",
  role: "owner",
  language: "es",
  createdAt: now,
  lastSignInAt: null,
  enrolledBy: hash(),
  recoveryCodes: [hash()],
});

const newPasskey = () => ({
  id: "AAEC",
  person: uuid(),
  publicKey: hash(),
  counter: 0,
  transports: ["internal"],
  name: "phone",
  backedUp: true,
  createdAt: now,
  lastUsedAt: now,
});

const newOrder = () => ({
  seals: 10,
  plan: null,
  priceEur: 20,
  placedBy: "ana@example.org",
  placedAt: now,
  made: new ObjectId(),
  state: "open",
  settledAt: null,
});

const newWelcome = () => ({ id: uuid(), kind: "welcome", amount: 3, cause: "welcome", at: now });

const newFounded = () => ({
  plan: "free",
  createdAt: now,
  label: null,
  displayName: null,
  showsDisplayName: false,
  disabledAt: null,
  welcome: newWelcome(),
});

/** A document of each collection as the store writes it, and changes each of which makes it wrong. */
const DOCUMENTS: Readonly<Record<string, readonly [right: () => Document, wrong: Document][]>> = {
  accounts: [
    [
      () => ({ _id: uuid(), plan: "pro", createdAt: now, made: new ObjectId(), activeKeys: [uuid()] }),
      { plan: "gold", createdAt: "today", made: null, activeKeys: ["key"] },
    ],
    [
      () => ({
        _id: uuid(),
        ...newFounded(),
        made: new ObjectId(),
        activeKeys: [],
        version: 0,
        change: new ObjectId(),
        people: [newPerson()],
        formerPeople: [uuid()],
        refusedPeople: [uuid()],
        passkeys: [newPasskey()],
        orders: [{ id: uuid(), ...newOrder() }],
        deletion: null,
      }),
      {
        ...{ label: 1, displayName: 1, showsDisplayName: null, disabledAt: 1, version: -1, change: "c" },
        welcome: { ...newWelcome(), kind: "gift" },
        people: [{ ...newPerson(), role: "guest" }],
        formerPeople: ["a"],
        refusedPeople: null,
        passkeys: [{ ...newPasskey(), counter: -1 }],
        orders: [newOrder()],
        deletion: { at: now, overAt: now, stage: "half", emails: [], people: [] },
      },
    ],
    [
      () => ({
        _id: uuid(),
        plan: "free",
        createdAt: now,
        made: new ObjectId(),
        activeKeys: [],
        deletion: { at: now, overAt: now, stage: "begun", emails: ["ana@example.org"], people: [uuid()] },
      }),
      { deletion: true },
    ],
  ],
  api_keys: [
    [
      () => ({
        _id: uuid(),
        account: null,
        secretHash: hash(),
        createdAt: now,
        made: new ObjectId(),
        revokedAt: null,
      }),
      { account: "a", secretHash: "secret", createdAt: 1, revokedAt: false, name: null, lastUsedAt: 1 },
    ],
  ],
  seal_entries: [
    [
      () => ({ _id: uuid(), account: uuid(), kind: "pack", amount: -1, cause: "c", at: now }),
      { account: null, kind: "gift", amount: "1", cause: 1, at: null, proof: "p", refundOf: 1 },
    ],
  ],
  seal_accounts: [
    [
      () => ({ _id: uuid(), version: 1, welcome: 0, pack: 2, open: [] }),
      { version: "1", welcome: -1, pack: -1, open: [{ id: uuid() }] },
    ],
  ],
  seals: [
    [
      () => ({
        _id: uuid(),
        account: uuid(),
        spend: uuid(),
        kind: "welcome",
        hash: hash(),
        state: "pending",
        requestedAt: now,
        tries: 0,
        claim: null,
        claimedUntil: now,
        dueAt: now,
        token: null,
        refund: null,
      }),
      { state: "lost", tries: -1, token: { authority: "a" }, refund: { id: uuid() }, dueAt: null, kind: "x" },
    ],
    [
      () => ({
        _id: uuid(),
        account: uuid(),
        spend: uuid(),
        kind: "pack",
        hash: hash(),
        state: "issued",
        requestedAt: now,
        tries: 1,
        claim: null,
        claimedUntil: now,
        token: qualifiedToken(),
        refund: null,
        isStamped: true,
      }),
      {
        token: { ...qualifiedToken(), qualification: { result: "granted", code: "ok", entry: null } },
        isStamped: false,
      },
    ],
  ],
  proofs: [
    [
      () => ({
        _id: uuid(),
        account: uuid(),
        certificateId: uuid(),
        hash: hash(),
        name: "a.pdf",
        metadata: null,
        size: null,
        mimeType: "application/pdf",
        receivedAt: now,
        first: true,
        seq: 1,
      }),
      { account: null, hash: "00", name: null, size: -1, receivedAt: 0, first: 1, seq: "1", abandoned: true },
    ],
    [() => ({ _id: uuid(), abandoned: true }), { abandoned: false, seq: 1 }],
  ],
  fingerprints: [[() => ({ _id: hash(), proof: uuid(), account: uuid() }), { proof: null, account: "a" }]],
  idempotency_keys: [[() => ({ _id: hash(), proof: uuid() }), { proof: "p" }]],
  daily_proofs: [
    [
      () => ({ _id: "a/1", used: 0, open: [uuid()], expiresAt: now }),
      { used: -1, open: null, expiresAt: 1, asked: [] },
    ],
  ],
  queue_pages: [
    [() => ({ _id: 1, first: 1, count: 1, entries: [hash()] }), { first: "1", count: -1, entries: [1] }],
  ],
  batches: [
    [() => ({ _id: 1, state: "open", sealingToken: 1 }), { state: "shut", sealingToken: null }],
    [
      () => ({
        _id: 1,
        state: "made",
        sealingToken: 1,
        anchoringToken: 1,
        id: uuid(),
        root: hash(),
        firstSeq: 1,
        lastSeq: 2,
        createdAt: now,
        anchors: [
          {
            chainId: 1,
            state: "anchored",
            reopened: false,
            inclusion: { txHash: hash(), blockNumber: 1, blockHash: hash(), blockTimestamp: now },
          },
        ],
        anchorsVersion: 1,
        attempts: [],
        attestingToken: 1,
        bitcoin: {
          state: "pending",
          blockHeight: null,
          timestamp: null,
          submittedAt: null,
          tries: 0,
          dueAt: now,
        },
      }),
      {
        root: null,
        firstSeq: -1,
        anchors: [{ chainId: 1, state: "lost", reopened: false, inclusion: null }],
        anchorsVersion: -1,
        attempts: [{ nonce: 1 }],
        bitcoin: { state: "x" },
      },
    ],
  ],
  chains: [[() => ({ _id: 1, genesisHash: hash() }), { genesisHash: "0x00" }]],
  stamps: [[() => ({ _id: hash(), set: null, made: new ObjectId() }), { set: -1, made: now }]],
  stamp_sets: [
    [() => ({ _id: 1, state: "open", token: 1 }), { state: "shut", token: -1 }],
    [
      () => ({
        _id: 1,
        state: "made",
        token: 1,
        root: hash(),
        members: hash(),
        createdAt: now,
        isMarked: false,
        bitcoin: {
          state: "pending",
          blockHeight: null,
          timestamp: null,
          submittedAt: null,
          tries: 0,
          dueAt: now,
        },
      }),
      { token: null, root: "00", members: [], createdAt: 1, isMarked: 1, bitcoin: { state: "x" } },
    ],
  ],
  witnesses: [
    [
      () => ({ _id: "b/1/h", absence: null, tries: 1, dueAt: now, document: hash() }),
      { absence: "lost", tries: -1, dueAt: null, document: "{}" },
    ],
  ],
  revocation_chains: [
    [
      () => ({
        _id: hash(),
        certificates: hash(),
        wanted: [now],
        tries: 0,
        retryAt: null,
        dueAt: now,
        version: 0,
      }),
      { certificates: [], wanted: [1], tries: -1, retryAt: 0, dueAt: null, version: -1 },
    ],
  ],
  revocation_answers: [
    [
      () => ({ _id: "c:0:1", chain: hash(), position: 0, fetchedAt: now, kind: "crl", file: hash() }),
      { chain: "c", position: -1, fetchedAt: 1, kind: "html", file: "f" },
    ],
  ],
  revocation_files: [[() => ({ _id: hash(), bytes: hash() }), { bytes: "" }]],
  witness_progress: [[() => ({ _id: "progress", batch: 1 }), { batch: -1 }]],
  tiles: [[() => ({ _id: "1/1/0/0", values: hash() }), { values: "00" }]],
  block_headers: [
    [() => ({ _id: 1, run: hash(), sizeBytes: 80, token: 1 }), { run: [], sizeBytes: -1, token: null }],
  ],
  originals: [
    [
      () => ({
        _id: uuid(),
        account: uuid(),
        object: null,
        sizeBytes: 0,
        fileName: null,
        mimeType: null,
        storedAt: null,
        custodyKey: null,
        wrappedKey: null,
        uploads: [{ object: uuid(), expiresAt: now }],
        garbage: [],
      }),
      { object: "o", sizeBytes: -1, wrappedKey: "key", uploads: [{ object: uuid() }], garbage: ["g"] },
    ],
  ],
  custody_accounts: [
    [
      () => ({ _id: uuid(), version: 1, uploads: [] }),
      { version: null, uploads: [{ object: uuid(), proof: uuid(), reservedBytes: -1, expiresAt: now }] },
    ],
  ],
  custody_downloads: [
    [() => ({ _id: "a/1", downloads: [uuid()], expiresAt: now }), { downloads: [1], expiresAt: null }],
  ],
  leases: [
    [
      () => ({ _id: "job", holder: null, token: 1, expiresAt: now }),
      { holder: 1, token: -1, expiresAt: "soon" },
    ],
  ],
  rates: [
    [
      () => ({
        _id: "ip",
        total: 1,
        at: now,
        endsAt: now,
        found: { [new ObjectId().toHexString()]: { update: 1, total: 0 } },
      }),
      { total: -1, at: null, endsAt: 1, found: { process: { update: 1, total: 0 } } },
    ],
  ],
  trust_snapshots: [
    [
      () => ({ _id: "newest", sha256: hash(), checkedAt: now, bytes: hash() }),
      { sha256: "00", checkedAt: 1, bytes: "text" },
    ],
  ],
  secrets: [[() => ({ _id: "cursor", bytes: hash() }), { bytes: "secret" }]],
  migrations: [[() => ({ _id: 1_000, appliedAt: now }), { appliedAt: null }]],
  tokens: [
    [
      () => ({
        _id: hash(),
        purpose: "invitation",
        email: "ana@example.org",
        account: uuid(),
        role: "reader",
        person: null,
        createdAt: now,
        made: new ObjectId(),
        expiresAt: now,
      }),
      { purpose: "other", email: 1, account: "a", role: "guest", person: "p", expiresAt: 1, claim: true },
    ],
    [
      () => ({
        _id: hash(),
        purpose: "sign-up",
        email: "ana@example.org",
        account: null,
        role: null,
        person: null,
        createdAt: now,
        made: new ObjectId(),
        expiresAt: now,
        claim: { id: new ObjectId(), account: uuid(), person: newPerson(), founded: newFounded() },
      }),
      { claim: { id: new ObjectId(), account: uuid(), person: newPerson() } },
    ],
  ],
  sessions: [
    [
      () => ({
        _id: uuid(),
        secretHash: hash(),
        person: uuid(),
        account: uuid(),
        method: "recovery-code",
        createdAt: now,
        made: new ObjectId(),
        lastSeenAt: now,
        authenticatedAt: now,
        expiresAt: now,
        userAgent: "Mozilla/5.0",
      }),
      { secretHash: "secret", person: null, account: null, method: "password", expiresAt: null },
    ],
  ],
  audit_entries: [
    [
      () => ({
        _id: uuid(),
        account: null,
        seq: 1,
        at: now,
        actor: { kind: "person", id: uuid(), email: "ana@example.org" },
        action: "key.create",
        subject: null,
        details: "{}",
      }),
      { account: "a", seq: "1", at: 0, actor: { kind: "nobody", id: null, email: null }, details: {} },
    ],
  ],
  orders: [
    [
      () => ({ _id: uuid(), account: uuid(), ...newOrder(), seals: null, plan: "pro", state: "granted" }),
      { account: null, seals: -1, plan: "gold", priceEur: "1", placedBy: null, state: "lost", settledAt: 1 },
    ],
  ],
  "blobs.files": [
    [
      () => ({ _id: "name", length: 1, chunkSize: 1, uploadDate: now, filename: "name" }),
      { length: -1, chunkSize: "1", uploadDate: 1, filename: null },
    ],
  ],
  "blobs.chunks": [
    [
      () => ({ _id: new ObjectId(), files_id: "name", n: 0, data: hash() }),
      { files_id: 1, n: -1, data: "text" },
    ],
  ],
};

describe.skipIf(serverUrl === null)("the server's validators", () => {
  const url = newDatabaseUrl(serverUrl ?? "mongodb://127.0.0.1");
  let client: MongoClient;
  let db: Db;
  beforeAll(async () => {
    await (await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS })).close();
    await (await openGridFsBlobs({ url, timeoutMs: TIMEOUT_MS })).close();
    client = await MongoClient.connect(url);
    db = client.db();
  });
  afterAll(async () => {
    await client.close();
    await dropDatabase(url);
  });

  const refusal = (write: Promise<unknown>) =>
    expect(write).rejects.toMatchObject({ code: DOCUMENT_VALIDATION_FAILURE });

  it("are tested in every collection of the database", async () => {
    const stored = await db.listCollections({}, { nameOnly: true }).toArray();
    const own = Object.values(collectionsOf(db)).map(({ collectionName }) => collectionName);
    const names = [...own, "blobs.files", "blobs.chunks"].toSorted();
    expect(Object.keys(DOCUMENTS).toSorted()).toEqual(names);
    expect(stored.map(({ name }) => name).toSorted()).toEqual(names);
  });

  describe.each(Object.entries(DOCUMENTS))("of %s", (name, kinds) => {
    const collection = () => db.collection<Document>(name);

    it.each(kinds)("accept the shape that the store writes (%#)", async (right) => {
      const document = right();
      await collection().insertOne(document);
      await collection().deleteOne({ _id: document["_id"] });
    });

    it.each(kinds)(
      "refuse each wrong value, a missing field and an unknown one (%#)",
      async (right, wrong) => {
        for (const [field, value] of Object.entries(wrong)) {
          await refusal(collection().insertOne({ ...right(), [field]: value }));
        }
        await refusal(collection().insertOne({ ...right(), added: 1 }));
        const { _id, ...rest } = right();
        for (const field of Object.keys(rest)) {
          const { [field]: _, ...lacking } = rest;
          if (isOptional(name, field)) continue;
          await refusal(collection().insertOne({ _id, ...lacking }));
        }
      },
    );

    it.each(kinds)("refuse an update that leaves a wrong document (%#)", async (right) => {
      const document = right();
      const filter = { _id: document["_id"] };
      await collection().insertOne(document);
      await refusal(collection().updateOne(filter, { $set: { added: 1 } }));
      await refusal(collection().updateMany(filter, [{ $set: { added: 1 } }]));
      await refusal(collection().replaceOne(filter, { added: 1 }));
      expect(await collection().findOne(filter)).toEqual(document);
      await collection().deleteOne(filter);
    });
  });

  it("are set again at the next start where an administrator removed or changed them", async () => {
    await db.command({ collMod: "secrets", validator: {} });
    await db.command({ collMod: "tiles", validator: { $jsonSchema: { required: ["nothing"] } } });
    await (await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS })).close();
    await refusal(
      db.collection<{ _id: string; bytes: string }>("secrets").insertOne({ _id: "x", bytes: "text" }),
    );
    await db
      .collection<{ _id: string; values: Binary }>("tiles")
      .insertOne({ _id: "2/1/0/0", values: hash() });
  });
});

/** Fields that documents of former releases lack, or that go once nothing is due. */
function isOptional(collection: string, field: string): boolean {
  const fields: Readonly<Record<string, readonly string[]>> = {
    accounts: [
      ...["version", "change", "label", "displayName", "showsDisplayName", "disabledAt", "welcome", "people"],
      ...["formerPeople", "refusedPeople", "passkeys", "orders", "deletion"],
    ],
    api_keys: ["name", "lastUsedAt"],
    tokens: ["claim"],
    seal_entries: ["proof", "refundOf"],
    seals: ["dueAt", "isStamped"],
    revocation_chains: ["dueAt"],
    witnesses: ["dueAt"],
    batches: ["bitcoin", "attestingToken"],
    rates: ["found"],
  };
  return fields[collection]?.includes(field) ?? false;
}
