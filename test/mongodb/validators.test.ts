/**
 * What the server refuses in each collection: values of another type, and documents that lack a column. The rows that the
 * rules write are those of the contract and fault suites, which run with the same validators.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { type Db, type Document, MongoClient, ObjectId } from "mongodb";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openGridFsBlobs } from "../../service/src/clients/gridfs.js";
import { cellsOf, idOf } from "../../service/src/store/mongodb/documents.js";
import { openMongodb } from "../../service/src/store/mongodb/engine.js";
import {
  ALL_TABLES,
  type AnyRow,
  type Base,
  type Cell,
  keyOf,
  type Table,
} from "../../service/src/store/rows.js";
import { dropDatabase, newDatabaseUrl } from "./database-url.js";

const TIMEOUT_MS = 20_000;
const DOCUMENT_VALIDATION_FAILURE = 121;
/** What the engine itself keeps: its version, which instances live, and counters that need not survive. */
const WITHOUT_VALIDATOR = ["instances", "meta", "rates"];
const serverUrl = inject("mongodbUrl");

const CELLS: Readonly<Record<Base, () => Cell>> = {
  uuid: randomUUID,
  ref: randomUUID,
  hash: () => randomBytes(32).toString("hex"),
  text: () => randomBytes(8).toString("hex"),
  int: () => randomBytes(4).readUInt32LE(),
  time: () => new Date(),
  flag: () => true,
  bytes: () => randomBytes(9),
  json: () => ({ a: [null, "b"] }),
};
/** In MongoDB, of a type that no column of this type may have. */
const wrongOf = (base: Base): unknown => (["uuid", "ref", "hash", "bytes"].includes(base) ? "text" : [1]);

/** A document with a new key. @param makesNull whether each column that may be null is null. */
function documentOf(table: Table, makesNull: boolean): Document {
  const row: AnyRow = Object.fromEntries(
    table.columns.map(({ name, type, base }) => [
      name,
      makesNull && type.endsWith("?") ? null : CELLS[base](),
    ]),
  );
  return { _id: idOf(table, keyOf(table, row)), ...cellsOf(table, row), revision: 0 };
}

/** The columns outside the key. */
const columnsOf = ({ columns, rule: { key } }: Table) => columns.filter(({ name }) => !key.includes(name));

/** Of the two collections of GridFS: a document, and changes each of which makes it wrong. */
const BLOBS: Readonly<Record<string, readonly [right: () => Document, wrong: Document]>> = {
  "blobs.files": [
    () => ({ _id: randomUUID(), length: 1, chunkSize: 1, uploadDate: new Date(), filename: "name" }),
    { length: -1, chunkSize: "1", uploadDate: 1, filename: null, added: 1 },
  ],
  "blobs.chunks": [
    () => ({ _id: new ObjectId(), files_id: "name", n: 0, data: randomBytes(32) }),
    { files_id: 1, n: -1, data: "text", added: 1 },
  ],
};

describe.skipIf(serverUrl === null)("the server's validators", () => {
  const url = newDatabaseUrl(serverUrl ?? "mongodb://127.0.0.1");
  const open = () => openMongodb({ url, timeoutMs: TIMEOUT_MS });
  let client: MongoClient;
  let db: Db;
  beforeAll(async () => {
    const store = await open();
    await store.counters.add("a", 1, 60_000);
    await store.close();
    await (await openGridFsBlobs({ url, timeoutMs: TIMEOUT_MS })).close();
    client = await MongoClient.connect(url);
    db = client.db();
  });
  afterAll(async () => {
    await client.close();
    await dropDatabase(url);
  });

  const refusal = (write: Promise<unknown>, what: string) =>
    expect(write, what).rejects.toMatchObject({ code: DOCUMENT_VALIDATION_FAILURE });
  const without = (document: Document, field: string) =>
    Object.fromEntries(Object.entries(document).filter(([name]) => name !== field));

  it("are set for every collection of rows and blobs", async () => {
    const stored = await db.listCollections({}, { nameOnly: false }).toArray();
    const guarded = stored.filter((one) => "options" in one && one.options?.["validator"] !== undefined);
    const names = [...ALL_TABLES.map(({ name }) => name), ...Object.keys(BLOBS)].toSorted();
    expect(guarded.map(({ name }) => name).toSorted()).toEqual(names);
    expect(stored.map(({ name }) => name).toSorted()).toEqual([...names, ...WITHOUT_VALIDATOR].toSorted());
  });

  describe.each(ALL_TABLES.map((table) => [table.name, table] as const))("of %s", (name, table) => {
    const collection = () => db.collection<Document>(name);

    it("let in what the engine writes, and columns of a later release", async () => {
      for (const makesNull of [true, false]) {
        const document: Document = { ...documentOf(table, makesNull), ofALaterRelease: 1 };
        await collection().insertOne(document);
        const written = await collection().updateOne({ _id: document["_id"] }, { $inc: { revision: 1 } });
        expect(written.modifiedCount).toBe(1);
        await collection().deleteOne({ _id: document["_id"] });
      }
    });

    it("refuse values of another type, and documents that lack a column", async () => {
      const document = documentOf(table, false);
      for (const { name: column, type, base } of columnsOf(table)) {
        await refusal(collection().insertOne({ ...document, [column]: wrongOf(base) }), column);
        if (type.endsWith("?")) continue;
        await refusal(collection().insertOne({ ...document, [column]: null }), column);
        await refusal(collection().insertOne(without(document, column)), column);
      }
      await refusal(collection().insertOne(without(document, "revision")), "revision");
      const { key, columns } = table.rule;
      for (const column of key) {
        const base = columns[column]!.replace("?", "") as Base;
        const _id = key.length === 1 ? wrongOf(base) : { ...document["_id"], [column]: wrongOf(base) };
        if (!Array.isArray(_id)) await refusal(collection().insertOne({ ...document, _id }), column);
        if (key.length === 1) continue;
        await refusal(
          collection().insertOne({ ...document, _id: without(document["_id"], column) as never }),
          column,
        );
      }
    });

    it("refuse an update that leaves a wrong document", async () => {
      const document = documentOf(table, false);
      const filter = { _id: document["_id"] };
      await collection().insertOne(document);
      for (const { name: column, base } of [
        ...columnsOf(table),
        { name: "revision", base: "int" as const },
      ]) {
        const $set = { [column]: wrongOf(base) };
        await refusal(collection().updateOne(filter, { $set }), column);
        await refusal(collection().updateMany(filter, [{ $set }]), column);
      }
      await refusal(collection().replaceOne(filter, { added: 1 }), "replaced");
      expect(await collection().findOne(filter, { promoteBuffers: false })).toMatchObject({ revision: 0 });
      await collection().deleteOne(filter);
    });
  });

  it.each(Object.entries(BLOBS))(
    "of %s refuse wrong values, and missing fields",
    async (name, [right, wrong]) => {
      const collection = db.collection<Document>(name);
      const document = right();
      await collection.insertOne(document);
      await collection.deleteOne({ _id: document["_id"] });
      for (const [field, value] of Object.entries(wrong))
        await refusal(collection.insertOne({ ...right(), [field]: value }), field);
      for (const field of Object.keys(without(right(), "_id")))
        await refusal(collection.insertOne(without(right(), field)), field);
    },
  );

  it("are set again at the next start where an administrator removed or changed them", async () => {
    await db.command({ collMod: "secrets", validator: {} });
    await db.command({ collMod: "tiles", validator: { $jsonSchema: { required: ["nothing"] } } });
    await (await open()).close();
    const secrets = db.collection<Document>("secrets");
    await refusal(secrets.insertOne({ _id: "x" as never, bytes: "text", revision: 0 }), "secrets");
    const tiles = ALL_TABLES.find(({ name }) => name === "tiles")!;
    await db.collection<Document>("tiles").insertOne(documentOf(tiles, false));
  });
});
