/**
 * Stamps: docs/design/opentimestamps.md. A digest waits until a set is made of it and of others that wait. A set is a
 * Merkle tree whose root is attested like the root of a batch. The members of a set never change, so each step in
 * Bitcoin is one write for the whole set.
 */
import { v7 } from "uuid";
import type { Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { attestationOf, dueRows, lowestBlockOf, PENDING, replaceAttestation } from "./attested.js";
import { checkLease, underLease } from "./leases.js";
import { packMembers, unpackMembers } from "./stamp-members.js";
import type {
  Attestation,
  BitcoinState,
  Lease,
  Stamp,
  StampMember,
  StampSet,
  WaitingStamps,
} from "./types.js";

/**
 * Lets digests wait for a set. A digest that was requested before is left as it is.
 *
 * @throws RangeError when a text is not a digest.
 */
export async function request(store: Store, digests: readonly string[]): Promise<void> {
  const asked = [...new Set(digests)];
  if (asked.length === 0) return;
  await store.change("stamps.request", async (rows) => {
    const known = await rows.stamps.getMany(asked.map((digest) => [digest]));
    const others = asked.filter((_, i) => known[i] === null);
    // Rises within a process, also when its clock is set back.
    await rows.stamps.insert(...others.map((digest) => ({ digest, place: v7(), set: null })));
  });
}

/**
 * The longest waiting digests, to make a set of under a lease; null when none waits.
 *
 * @throws LeaseLostError
 */
export function peek(store: Store, lease: Lease, limit: number): Promise<WaitingStamps | null> {
  return store.read("stamps.peek", async (rows) => {
    const [waiting, [last]] = await Promise.all([
      rows.stamps.page(["set", "place", "digest"], [null], { limit }),
      rows.stampSets.page(["number"], [], { limit: 1, isDescending: true }),
      checkLease(rows, lease),
    ]);
    if (waiting.length === 0) return null;
    return { setNumber: (last?.number ?? 0) + 1, digests: waiting.map(({ digest }) => digest) };
  });
}

/**
 * Makes a set, `pending` and due. False, and nothing changes, when a set of that number exists.
 *
 * @param members those that `peek` gave, in any order.
 * @throws LeaseLostError
 */
export async function commit(
  store: Store,
  lease: Lease,
  setNumber: number,
  {
    root,
    members,
    createdAt,
  }: { readonly root: string; readonly members: readonly StampMember[]; readonly createdAt: Date },
): Promise<boolean> {
  const made = { number: setNumber, root, createdAt, ...PENDING, members: packMembers(members) };
  return store.change("stamps.commit", async (rows) => {
    const [former] = await Promise.all([rows.stampSets.get([setNumber]), underLease(rows, lease)]);
    if (former !== null) return false;
    await rows.stampSets.insert(made);
    await Promise.all(members.map(({ digest }) => rows.stamps.update([digest], {}, { set: setNumber })));
    return true;
  });
}

/** The stamp of a digest: `waiting` for a set, or in one; null when it was never requested. */
export function find(store: Store, digest: string): Promise<Stamp | "waiting" | null> {
  return store.read("stamps.find", async (rows): Promise<Stamp | "waiting" | null> => {
    const stamp = await rows.stamps.get([digest]);
    if (stamp === null) return null;
    if (stamp.set === null) return "waiting";
    const row = (await rows.stampSets.get([stamp.set]))!;
    const members = unpackMembers(row.members);
    const index = members.findIndex((member) => member.digest === digest);
    return { set: setOf(row), members, index, attestation: attestationOf(row) };
  });
}

/**
 * Sets with a step due, longest due first, for the holder of a lease.
 *
 * @throws LeaseLostError
 */
export function takeDue(
  store: Store,
  lease: Lease,
  now: Date,
  limit: number,
): Promise<readonly { readonly set: StampSet; readonly attestation: Attestation }[]> {
  return store.read("stamps.takeDue", async (rows) => {
    const [due] = await Promise.all([dueRows(rows, "stampSets", now, limit), checkLease(rows, lease)]);
    return due.map((row) => ({ set: setOf(row), attestation: attestationOf(row) }));
  });
}

/**
 * Replaces the attestation of a set. False, and nothing changes, when its state is not `from`.
 *
 * @throws LeaseLostError
 */
export function replace(
  store: Store,
  lease: Lease,
  setNumber: number,
  from: BitcoinState,
  attestation: Attestation,
): Promise<boolean> {
  return store.change("stamps.replace", async (rows) => {
    await underLease(rows, lease);
    return replaceAttestation(rows.stampSets, setNumber, from, attestation);
  });
}

/** The lowest block at or above a height in which a set is confirmed; null when there is none. */
export function lowestBlock(store: Store, fromHeight: number): Promise<number | null> {
  return store.read("stamps.lowestBlock", (rows) => lowestBlockOf(rows, "stampSets", fromHeight));
}

function setOf({ number, root, createdAt }: Row<"stampSets">): StampSet {
  return { number, root, createdAt };
}
