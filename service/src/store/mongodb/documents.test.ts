import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { ALL_TABLES, type AnyKey } from "../rows.js";
import { filterOf, idOf } from "./documents.js";

const tableOf = (name: string) => ALL_TABLES.find((table) => table.name === name)!;

it("names what a cluster distributes by, so that a router asks no more shards than it must", () => {
  const [proofs, secrets] = [tableOf("proofs"), tableOf("secrets")];
  const keys: AnyKey[] = [0, 1].map(() => [randomUUID(), randomUUID()]);
  const ids = keys.map((key) => idOf(proofs, key)!);
  const cells = (name: string) => ids.map((id) => (id as unknown as Record<string, unknown>)[name]);
  expect(filterOf(proofs, ids.slice(0, 1))).toEqual({
    _id: { $eq: ids[0] },
    "_id.account": { $eq: cells("account")[0] },
    "_id.id": { $eq: cells("id")[0] },
  });
  expect(filterOf(proofs, ids)).toEqual({
    _id: { $in: ids },
    "_id.account": { $in: cells("account") },
    "_id.id": { $in: cells("id") },
  });
  expect(filterOf(secrets, [idOf(secrets, ["a"])!])).toEqual({ _id: { $eq: "a" } });
});
