import { type Db, MongoServerError } from "mongodb";
import { expect, it } from "vitest";
import { setValidators } from "./prepare.js";

const UNAUTHORIZED = 13;
const NAMESPACE_EXISTS = 48;
const WANTED = new Map([
  ["tiles", { bsonType: "object" }],
  ["secrets", { bsonType: "object" }],
]);

/** A server that records commands, and refuses each by the code given for it. */
function newServer(codes: { readonly create?: number; readonly collMod?: number }, standing: object[] = []) {
  const asked: string[] = [];
  const answer = async (command: "create" | "collMod", name: string) => {
    asked.push(`${command} ${name}`);
    const code = codes[command];
    if (code !== undefined) throw new MongoServerError({ message: "refused", code });
  };
  const db = {
    databaseName: "svc",
    listCollections: () => ({ toArray: async () => standing }),
    createCollection: (name: string) => answer("create", name),
    command: ({ collMod }: { collMod: string }) => answer("collMod", collMod),
  } as unknown as Db;
  return { db, asked };
}

it("sets only what differs", async () => {
  const standing = [
    { name: "tiles", options: { validator: { $jsonSchema: { bsonType: "object" } } } },
    { name: "secrets", options: {} },
  ];
  const { db, asked } = newServer({}, standing);
  await setValidators(db, WANTED, undefined);
  expect(asked).toEqual(["collMod secrets"]);
});

it("creates collections with their validators, for which a user needs no right of an administrator", async () => {
  const { db, asked } = newServer({ collMod: UNAUTHORIZED });
  await setValidators(db, WANTED, { warn: () => expect.unreachable() });
  expect(asked).toEqual(["create tiles", "create secrets"]);
});

it("sets the validator of a collection that another process creates meanwhile", async () => {
  const { db, asked } = newServer({ create: NAMESPACE_EXISTS });
  await setValidators(db, WANTED, undefined);
  expect(asked).toEqual(["create tiles", "create secrets", "collMod tiles", "collMod secrets"]);
});

it("lists the commands for an administrator where the user may not set a validator, and goes on", async () => {
  const warnings: unknown[] = [];
  const { db, asked } = newServer({ collMod: UNAUTHORIZED }, [{ name: "tiles" }, { name: "secrets" }]);
  await setValidators(db, WANTED, { warn: (details) => warnings.push(details) });
  expect(asked).toEqual(["collMod tiles", "collMod secrets"]);
  expect(warnings).toMatchObject([
    {
      commands: [
        'db.getSiblingDB("svc").runCommand({"collMod":"tiles","validator":{"$jsonSchema":{"bsonType":"object"}}})',
        'db.getSiblingDB("svc").runCommand({"collMod":"secrets","validator":{"$jsonSchema":{"bsonType":"object"}}})',
      ],
      err: { code: UNAUTHORIZED },
    },
  ]);
});

it("throws what is no lack of rights", async () => {
  const { db } = newServer({ create: 189 });
  await expect(setValidators(db, WANTED, undefined)).rejects.toMatchObject({ code: 189 });
});
