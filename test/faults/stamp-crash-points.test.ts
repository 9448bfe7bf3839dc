/**
 * The process dies at every single step of gathering stamps, one run for each: before the k-th call to the store, and so after
 * the previous call took effect.
 */

import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLog } from "../../service/src/log.js";
import { gatherStamps } from "../../service/src/opentimestamps/stamps.js";
import { openSqliteRecords, type Records } from "../../service/src/records/records.js";
import { newToken, spend } from "../../service/src/records/seal-order.testing.js";
import type { Lease } from "../../service/src/records/types.js";
import { Crash, Fuse } from "./fuse.js";
import { newCustomer } from "./seal-crashes.js";

const SEALS = 3;
const LEASE_MS = 600_000;
const never = new AbortController().signal;
const silent = createLog("silent");

/** The digests of the tokens of some seals that were issued just now. */
async function issueSeals(store: Records): Promise<string[]> {
  const { proofs } = await newCustomer(store, SEALS, SEALS);
  const digests: string[] = [];
  for (const id of proofs) {
    const paid = await spend(store, (await store.proofs.find(id))!);
    if (paid.outcome !== "spent") throw new Error(`the seal was not paid: ${paid.outcome}`);
    const { token, response } = newToken();
    await store.seals.issue(paid.seal, token, response);
    digests.push(createHash("sha256").update(response).digest("hex"));
  }
  return digests;
}

const gather = async (store: Pick<Records, "seals" | "stamps">, lease: Lease) => {
  while ((await gatherStamps(store, lease, silent, never)) > 0);
};

test("before any call: each token is in one set, and in no other", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-stamp-crashes-"));
  const open = (name: string) => openSqliteRecords(join(folder, `${name}.sqlite`));
  try {
    let fatalCall = 1;
    for (let crashed = true; crashed; fatalCall++) {
      const name = `before-call-${fatalCall}`;
      let store = await open(name);
      const digests = await issueSeals(store);
      // A header of an anchor's block waits too.
      const header = "ab".repeat(32);
      await store.stamps.request([header]);
      const fuse = new Fuse(fatalCall);
      const lease = (await store.leases.acquire("attest", "the process that dies", LEASE_MS))!;
      const mortal = { seals: fuse.guard(store.seals), stamps: fuse.guard(store.stamps) };
      crashed = await gather(mortal, lease).then(
        () => false,
        (error) => {
          if (!(error instanceof Crash)) throw error;
          return true;
        },
      );
      await store.leases.release(lease);
      await store.close();

      store = await open(name);
      const successor = (await store.leases.acquire("attest", "its successor", LEASE_MS))!;
      await gather(store, successor);
      expect(await store.seals.unstamped(10)).toEqual([]);
      expect(await store.stamps.peek(successor, 10)).toBeNull();
      const sets = (await store.stamps.takeDue(successor, new Date(), 10)).map(({ set }) => set.number);
      for (const digest of [...digests, header]) {
        const stamp = await store.stamps.find(digest);
        if (stamp === null || stamp === "waiting") throw new Error(`${name}: ${digest} is ${stamp}`);
        expect(stamp.members[stamp.index]!.digest).toBe(digest);
        expect(sets).toContain(stamp.set.number);
        // Whatever else is in its set was asked for.
        for (const other of stamp.members) expect([...digests, header]).toContain(other.digest);
      }
      // One step in Bitcoin for all of them, unless the process died between two sets.
      expect(sets.length).toBeLessThanOrEqual(2);
      await store.close();
    }
    // Each seal is read, and looking, requesting, marking and making the set take a call each.
    expect(fatalCall).toBeGreaterThan(SEALS + 4);
  } finally {
    await rm(folder, { recursive: true });
  }
});
