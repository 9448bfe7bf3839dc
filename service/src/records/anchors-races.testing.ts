/** Rules on the queue, batches, anchors, attestations, stamps, headers and witnesses, each beside each of the same rows. */
import { randomBytes, randomUUID } from "node:crypto";
import { v7 } from "uuid";
import type { OpenedTwice } from "../store/port-contract.testing.js";
import { insertBatch, type NewBatch } from "./anchors.js";
import { auditAnchors } from "./anchors-audit.testing.js";
import { insertLease, lease, successor, takeOver } from "./former-lease.testing.js";
import { underLease } from "./leases.js";
import { queueScenes } from "./queue-races.testing.js";
import { randomHash } from "./registration.testing.js";
import { type AnyRule, describeRulePairs, type Scene } from "./rule-pairs.testing.js";
import type { Attestation, BitcoinState, Inclusion, WitnessRecord } from "./types.js";

const AT = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date(AT.getTime() + 1_000);
const CHAIN = 31_337;
const FROM = `0x${"7".repeat(40)}`;
const chainHash = () => `0x${randomHash()}`;

/** Without leaves, which these rules do not ask for. */
const newBatch = (number: number, chainIds: readonly number[] = [CHAIN]): NewBatch => ({
  ...{ number, id: randomUUID(), root: randomHash(), leafCount: 0, createdAt: AT, chainIds },
  ...{ first: v7(), last: v7() },
});
const [first, second] = [newBatch(1, [CHAIN, 1]), newBatch(2)];
const inclusion = (blockNumber: number): Inclusion => ({
  ...{ txHash: chainHash(), blockNumber, blockHash: chainHash(), blockTimestamp: AT },
});
const [here, there] = [inclusion(12), inclusion(13)];
const attempt = (nonce: number) => ({
  ...{ batchId: first.id, chainId: CHAIN, txHash: chainHash(), from: FROM, nonce, raw: "0x00" },
  ...{ maxFeePerGas: 2n ** 80n, maxPriorityFeePerGas: 1n, createdAt: AT },
});
const attempts = [attempt(1), attempt(2)] as const;

/** From each state of an anchor. */
const anchors = (["batched", "anchored", "confirmed"] as const).map((state): Scene => {
  const block = {
    txHash: here.txHash.slice(2),
    blockNumber: here.blockNumber,
    blockHash: here.blockHash.slice(2),
    blockTimestamp: here.blockTimestamp,
  };
  return {
    name: `an anchor that is ${state}`,
    tables: { leases: [], batches: [], anchors: [], attestations: [], attempts: [] },
    prepare: async (rows) => {
      await insertLease(rows);
      await insertBatch(rows, first);
      if (state !== "batched") await rows.anchors.update([1, CHAIN], {}, { state, ...block });
    },
    rules: {
      "anchored here": ({ batches }) => batches.markAnchored(lease, first.id, CHAIN, here),
      "anchored there": ({ batches }) => batches.markAnchored(lease, first.id, CHAIN, there),
      "anchored on another chain": ({ batches }) => batches.markAnchored(lease, first.id, 1, there),
      reorganised: ({ batches }) => batches.markReorganised(lease, first.id, CHAIN),
      confirmed: ({ batches }) => batches.markConfirmed(lease, first.id, CHAIN, here.blockHash),
      reopened: ({ batches }) => batches.reopen(lease, first.id, CHAIN, here.blockHash),
      attempted: ({ batches }) => batches.recordAttempt(lease, attempts[0]),
      "attempted again": ({ batches }) => batches.recordAttempt(lease, attempts[1]),
      "another batch": (_, store) =>
        store.change("test.commit", async (rows) => {
          await underLease(rows, lease);
          await insertBatch(rows, second);
        }),
      "taken over": takeOver,
      "anchored there by a successor": ({ batches }) =>
        batches.markAnchored(successor, first.id, CHAIN, there),
      "attempted by a successor": ({ batches }) => batches.recordAttempt(successor, attempts[1]),
    },
    queries: {
      unfinished: ({ batches }) => batches.takeUnfinished(lease),
      found: ({ batches }) => batches.find(first.id),
      "highest confirmed": ({ batches }) => batches.highestConfirmed(CHAIN),
      "highest nonce": ({ batches }) => batches.highestNonce(CHAIN, FROM),
    },
    faults: auditAnchors,
  };
});

const attestation = (state: BitcoinState, changes: Partial<Attestation> = {}): Attestation => ({
  ...{ state, blockHeight: null, timestamp: new Uint8Array([1, 2]), submittedAt: AT, tries: 1, dueAt: LATER },
  ...changes,
});
const submitted = attestation("submitted");
const confirmed = attestation("confirmed", { blockHeight: 832_608, dueAt: null });

const attestations = (["pending", "submitted"] as const).map(
  (state): Scene => ({
    name: `an attestation that is ${state}`,
    tables: { leases: [], batches: [], anchors: [], attestations: [] },
    prepare: async (rows) => {
      await insertLease(rows);
      await insertBatch(rows, first);
      const { timestamp } = submitted;
      if (state === "submitted") await rows.attestations.update([1, "batch"], {}, { state, timestamp });
    },
    rules: {
      submitted: replace("pending", submitted),
      "submitted once more": replace("submitted", { ...submitted, tries: 2, dueAt: AT }),
      confirmed: replace("submitted", confirmed),
      "confirmed at once": replace("pending", confirmed),
      hastened: ({ attestations }) => attestations.hasten(first.id, AT),
      "hastened later": ({ attestations }) => attestations.hasten(first.id, new Date(AT.getTime() + 500)),
      anchored: ({ batches }) => batches.markAnchored(lease, first.id, CHAIN, here),
      "taken over": takeOver,
      "by a successor": replace("pending", submitted, successor),
    },
    queries: {
      due: ({ attestations }) => attestations.takeDue(lease, AT, 10),
      "lowest block": ({ attestations }) => attestations.lowestBlock(0),
    },
    faults: auditAnchors,
  }),
);

function replace(from: BitcoinState, to: Attestation, by = lease): AnyRule {
  return ({ attestations }) => attestations.replace(by, first.id, from, to);
}

const [x, y, z, other] = [randomHash(), randomHash(), randomHash(), randomHash()];
const newSet = (...digests: readonly string[]) => ({
  root: randomHash(),
  members: digests.map((digest) => ({ digest, nonce: new Uint8Array(randomBytes(16)) })),
  createdAt: AT,
});
const [ofX, ofBoth] = [newSet(x), newSet(y, x)];

const stamps: Scene = {
  name: "stamps and their set",
  tables: { leases: [], stamps: [], stampSets: [], stampMembers: [], attestations: [] },
  prepare: async (rows) => {
    await insertLease(rows);
    await rows.stamps.insert(...[x, y].map((digest) => ({ digest, place: v7(), set: null })));
  },
  rules: {
    requested: ({ stamps }) => stamps.request([z, x]),
    "requested with another": ({ stamps }) => stamps.request([other, z]),
    "one becomes a set": ({ stamps }) => stamps.commit(lease, 1, ofX),
    "both become a set": ({ stamps }) => stamps.commit(lease, 1, ofBoth),
    submitted: ({ stamps }) => stamps.replace(lease, 1, "pending", submitted),
    "taken over": takeOver,
    "a successor's set": ({ stamps }) => stamps.commit(successor, 1, ofX),
  },
  queries: {
    waiting: ({ stamps }) => stamps.peek(lease, 10),
    found: ({ stamps }) => stamps.find(x),
    due: ({ stamps }) => stamps.takeDue(lease, AT, 10),
  },
  faults: auditAnchors,
};

const run = (headers: number, byte: number) => new Uint8Array(headers * 80).fill(byte);
const replaceRun =
  (formerHeaders: number, headers: number, byte: number, by = lease): AnyRule =>
  ({ blockHeaders }) =>
    blockHeaders.replace(by, 408, formerHeaders * 80, run(headers, byte));

/** From none on, and from two on. */
const headers = [0, 2].map(
  (former): Scene => ({
    name: `headers of an epoch that has ${former}`,
    tables: { leases: [], headers: [] },
    prepare: async (rows) => {
      await insertLease(rows);
      if (former > 0) await rows.headers.insert({ epoch: 408, run: run(former, 0) });
    },
    rules: {
      begun: replaceRun(0, 2, 1),
      "begun with others": replaceRun(0, 3, 2),
      continued: replaceRun(2, 3, 3),
      "continued further": replaceRun(2, 4, 4),
      emptied: replaceRun(2, 0, 0),
      "taken over": takeOver,
      "continued by a successor": replaceRun(2, 3, 5, successor),
    },
    queries: {
      found: async ({ blockHeaders }) => Buffer.from(await blockHeaders.find(408)).toString("hex"),
    },
    faults: auditAnchors,
  }),
);

const place = { batchId: first.id, chainId: CHAIN, blockHash: here.blockHash };
const absent = (tries: number, dueAt: Date | null): WitnessRecord => ({
  ...{ ...place, absence: "block_missing", tries, dueAt, document: null },
});
const witness = (byte: number): WitnessRecord => ({
  ...{ ...place, absence: null, tries: 1, dueAt: null, document: new Uint8Array([byte]) },
});

/** From no look at its block on, and from one in vain. */
const witnesses = [null, absent(1, AT)].map(
  (former): Scene => ({
    name: `a witness that ${former === null ? "nobody has looked for" : "was not there"}`,
    tables: { batches: [], anchors: [], attestations: [], witnesses: [], progress: [] },
    prepare: async (rows) => {
      await insertBatch(rows, first);
      const { batchId: batch, chainId: chain, blockHash } = place;
      const standing = { batch, chain, blockHash: blockHash.slice(2) };
      if (former !== null) {
        const { absence, tries, dueAt, document } = former;
        await rows.witnesses.insert({ ...standing, absence, tries, dueAt, document });
      }
    },
    rules: {
      kept: ({ witnesses }) => witnesses.put(witness(1)),
      "another kept": ({ witnesses }) => witnesses.put(witness(2)),
      absent: ({ witnesses }) => witnesses.put(absent(2, LATER)),
      "given up": ({ witnesses }) => witnesses.put(absent(3, null)),
      "advanced by one": ({ witnesses }) => witnesses.advance(1),
      "advanced by two": ({ witnesses }) => witnesses.advance(2),
    },
    queries: {
      found: ({ witnesses }) => witnesses.find(place),
      standings: ({ witnesses }) => witnesses.standings([place]),
      due: ({ witnesses }) => witnesses.due(AT, 10),
      progress: ({ witnesses }) => witnesses.progress(),
    },
    faults: auditAnchors,
  }),
);

const genesis: Scene = {
  name: "the first block of a chain",
  tables: { genesis: [] },
  prepare: async () => {},
  rules: {
    kept: ({ batches }) => batches.keepGenesis(CHAIN, here.blockHash),
    "another kept": ({ batches }) => batches.keepGenesis(CHAIN, there.blockHash),
    "that of another chain": ({ batches }) => batches.keepGenesis(1, there.blockHash),
  },
  queries: {
    found: ({ batches }) => batches.genesis(CHAIN),
  },
  faults: auditAnchors,
};

/** Declares the suite for one engine. @param isSideBySide whether it runs two rules at a time. */
export function describeAnchorRaces(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  { isSideBySide }: { readonly isSideBySide: boolean },
): void {
  const scenes = [...queueScenes, ...anchors, ...attestations, stamps, ...headers, ...witnesses, genesis];
  describeRulePairs(name, openTwo, scenes, { isSideBySide });
}
