import { beforeEach, expect, it } from "vitest";
import { newCaller } from "../../service/src/records/account.testing.js";
import { type Records, recordsOn } from "../../service/src/records/records.js";
import { newRegistration } from "../../service/src/records/registration.testing.js";
import { openMemoryStore } from "../../service/src/store/memory-store.testing.js";
import { utcDay } from "../../service/src/store/rates.js";
import type { Changeable, Store } from "../../service/src/store/store.js";
import { auditRows } from "./audit-rows.js";

let store: Store;
let records: Records;
let account: string;
let proof: { readonly id: string; readonly hash: string };

beforeEach(async () => {
  store = openMemoryStore();
  records = recordsOn(store);
  const caller = await newCaller(records);
  account = caller.accountId;
  for (let i = 0; i < 3; i++) {
    const asked = newRegistration(caller, { receivedAt: new Date(), dailyLimit: 10 });
    proof = asked;
    await records.proofs.register(asked);
  }
});

it("finds nothing in a store that is whole", async () => {
  expect(await auditRows(store, records)).toEqual([]);
});

const HARMS: readonly (readonly [string, (rows: Changeable) => Promise<unknown>])[] = [
  ["a proof that is lost", (rows) => rows.proofs.remove([account, proof.id])],
  ["a proof that nobody will batch", (rows) => rows.queue.remove([proof.id])],
  ["a fingerprint that is lost", (rows) => rows.fingerprints.remove([proof.hash])],
  [
    "a proof that was counted twice",
    (rows) => rows.days.count([account, utcDay(new Date()), ""], "proofs", 1, {}),
  ],
  ["seals that nobody gave", (rows) => rows.sealBalances.count([account, "pack"], "seals", 1, {})],
  ["space that nothing takes", (rows) => rows.custodySpace.count([account], "storedBytes", 1, {})],
];

it.each(HARMS)("finds %s", async (_, harm) => {
  await store.change("test.harm", harm);
  expect(await auditRows(store, records)).not.toEqual([]);
});
