/** The queue and the batch that is made of it: from its first proof on, and from where an earlier run was killed. */
import { randomBytes, randomUUID } from "node:crypto";
import { v7 } from "uuid";
import type { Changeable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { newAccount } from "./account.testing.js";
import { auditAnchors } from "./anchors-audit.testing.js";
import { insertLease, lease, successor, takeOver } from "./former-lease.testing.js";
import { packEntries, portionsOf } from "./portions.js";
import { newRegistration, randomHash } from "./registration.testing.js";
import type { AnyRule, Scene } from "./rule-pairs.testing.js";
import type { QueueSlice } from "./types.js";

const AT = new Date("2026-03-01T12:00:00.000Z");
const account = newAccount();
const asked = newRegistration(
  { accountId: account.id, keyId: "" },
  { receivedAt: AT, dailyLimit: 1, origin: "web", keyId: null },
);

const newProof = (): Row<"proofs"> => ({
  ...{ account: account.id, id: v7(), certificate: randomUUID(), hash: randomHash(), name: "file" },
  ...{ size: null, mimeType: "a/b", receivedAt: AT, isFirst: true, isWeb: true, metadata: null },
});
const proofs = [newProof(), newProof(), newProof()] as const;
const queued = proofs.map(({ id, hash }) => ({ proof: id, hash }));
const ids = queued.map(({ proof }) => proof);

/** @param moved leaves of the batch that is being built. @param end the slice has the proofs before it. */
const sliceOf = (moved: number, end: number, by = lease): QueueSlice => ({
  ...{
    batchNumber: 1,
    count: end,
    oldestReceivedAt: AT,
    mark: { lease: by, moved, rest: queued.slice(moved, end) },
  },
});

function commit(slice: QueueSlice): AnyRule {
  const batch = {
    id: randomUUID(),
    root: randomHash(),
    leafCount: slice.count,
    createdAt: AT,
    chainIds: [1],
  };
  return ({ batches }) => batches.commit(slice, batch);
}

function write(slice: QueueSlice): AnyRule {
  const values = new Uint8Array(randomBytes(32));
  return ({ batches }) => batches.writeTiles(slice, [{ level: 0, index: 0, values }]);
}

/** What a run that was killed has left. */
async function insertBuilding(rows: Changeable, moved: number): Promise<void> {
  const ends = { first: ids[0]!, last: ids[moved - 1]! };
  const cells = { root: null, chains: [], leafCount: moved, ...ends };
  await rows.batches.insert({ number: 1, id: building, state: "building", createdAt: AT, ...cells });
  await rows.drafts.insert({ batch: 1, firstLeaf: 0, entries: packEntries(queued.slice(0, moved)) });
  await rows.portions.insert(...portionsOf(1, 0, ids.slice(0, moved)));
}
const building = randomUUID();

export const queueScenes: readonly Scene[] = [0, 2].map((moved) => ({
  name: `a queue of which ${moved} are leaves`,
  tables: {
    ...{ leases: [], accounts: [], proofs: [account.id], fingerprints: [], queue: [] },
    ...{ portions: [], drafts: [], tiles: [], batches: [], anchors: [], attestations: [] },
  },
  prepare: async (rows) => {
    await insertLease(rows);
    await rows.accounts.insert({ ...account, deletedAt: null, eraseDueAt: null, deletionEntry: null });
    await rows.proofs.insert(...proofs);
    await rows.queue.insert(...queued.slice(moved));
    if (moved > 0) await insertBuilding(rows, moved);
  },
  rules: {
    "all made": commit(sliceOf(moved, 3)),
    "some made": commit(sliceOf(moved, 2)),
    "made as if nothing was moved": commit(sliceOf(0, 1)),
    "tiles written": write(sliceOf(moved, 3)),
    "other tiles written": write(sliceOf(moved, 2)),
    registered: ({ proofs }) => proofs.register(asked),
    "taken over": takeOver,
    "made by a successor": commit(sliceOf(moved, 3, successor)),
    "tiles of a successor": write(sliceOf(moved, 3, successor)),
  },
  queries: {
    queue: ({ batches }) => batches.peekQueue(lease, 10),
    unfinished: ({ witnesses }) => witnesses.unfinished(),
    batches: ({ witnesses }) => witnesses.batchesAfter(0, 10),
    proof: ({ proofs }) => proofs.find(ids[0]!),
    list: ({ proofs }) => proofs.list(account.id, 10, null),
  },
  faults: auditAnchors,
}));
