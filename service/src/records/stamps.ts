/**
 * Stamps: docs/design/opentimestamps.md. A digest waits until a set is made of it and of others that wait. A set is a
 * Merkle tree whose root is attested like the root of a batch. The members of a set never change, so each step in
 * Bitcoin is one write for the whole set.
 */
import { v7 } from "uuid";
import type { Changeable, Readable } from "../store/store.js";
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

export const queries = {
  /**
   * The longest waiting digests, to make a set of under a lease; null when none waits.
   *
   * @throws LeaseLostError
   */
  async peek(rows: Readable, lease: Lease, limit: number): Promise<WaitingStamps | null> {
    const [waiting, [last]] = await Promise.all([
      rows.stamps.page(["set", "place", "digest"], [null], { limit }),
      rows.stampSets.page(["number"], [], { limit: 1, isDescending: true }),
      checkLease(rows, lease),
    ]);
    if (waiting.length === 0) return null;
    return { setNumber: (last?.number ?? 0) + 1, digests: waiting.map(({ digest }) => digest) };
  },

  /** The stamp of a digest: `waiting` for a set, or in one; null when it was never requested. */
  async find(rows: Readable, digest: string): Promise<Stamp | "waiting" | null> {
    const stamp = await rows.stamps.get([digest]);
    if (stamp === null) return null;
    if (stamp.set === null) return "waiting";
    const row = (await rows.stampSets.get([stamp.set]))!;
    const members = unpackMembers(row.members);
    const index = members.findIndex((member) => member.digest === digest);
    return { set: setOf(row), members, index, attestation: attestationOf(row) };
  },

  /**
   * Sets with a step due, longest due first, for the holder of a lease.
   *
   * @throws LeaseLostError
   */
  async takeDue(
    rows: Readable,
    lease: Lease,
    now: Date,
    limit: number,
  ): Promise<readonly { readonly set: StampSet; readonly attestation: Attestation }[]> {
    const [due] = await Promise.all([dueRows(rows, "stampSets", now, limit), checkLease(rows, lease)]);
    return due.map((row) => ({ set: setOf(row), attestation: attestationOf(row) }));
  },

  /** The lowest block at or above a height in which a set is confirmed; null when there is none. */
  async lowestBlock(rows: Readable, fromHeight: number): Promise<number | null> {
    return lowestBlockOf(rows, "stampSets", fromHeight);
  },
};

export const changes = {
  /**
   * Lets digests wait for a set. A digest that was requested before is left as it is.
   *
   * @throws RangeError when a text is not a digest.
   */
  async request(rows: Changeable, digests: readonly string[]): Promise<void> {
    const asked = [...new Set(digests)];
    const known = await rows.stamps.getMany(asked.map((digest) => [digest]));
    const others = asked.filter((_, i) => known[i] === null);
    // Rises within a process, also when its clock is set back.
    await rows.stamps.insert(...others.map((digest) => ({ digest, place: v7(), set: null })));
  },

  /**
   * Makes a set, `pending` and due. False, and nothing changes, when a set of that number exists.
   *
   * @param members those that `peek` gave, in any order.
   * @throws LeaseLostError
   */
  async commit(
    rows: Changeable,
    lease: Lease,
    setNumber: number,
    {
      root,
      members,
      createdAt,
    }: { readonly root: string; readonly members: readonly StampMember[]; readonly createdAt: Date },
  ): Promise<boolean> {
    const made = { number: setNumber, root, createdAt, ...PENDING, members: packMembers(members) };
    const [former] = await Promise.all([rows.stampSets.get([setNumber]), underLease(rows, lease)]);
    if (former !== null) return false;
    await rows.stampSets.insert(made);
    await Promise.all(members.map(({ digest }) => rows.stamps.update([digest], {}, { set: setNumber })));
    return true;
  },

  /**
   * Replaces the attestation of a set. False, and nothing changes, when its state is not `from`.
   *
   * @throws LeaseLostError
   */
  async replace(
    rows: Changeable,
    lease: Lease,
    setNumber: number,
    from: BitcoinState,
    attestation: Attestation,
  ): Promise<boolean> {
    await underLease(rows, lease);
    return replaceAttestation(rows.stampSets, setNumber, from, attestation);
  },
};

function setOf({ number, root, createdAt }: Row<"stampSets">): StampSet {
  return { number, root, createdAt };
}
