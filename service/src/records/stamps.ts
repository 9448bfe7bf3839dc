/**
 * Stamps: docs/design/bitcoin.md. A digest waits until a set is made of it and of others that wait. A set is a
 * Merkle tree whose root is attested like the root of a batch. The members of a set never change, so each step in
 * Bitcoin is one write for the whole set.
 */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { v7 } from "uuid";
import type { Changeable, Readable } from "../store/store.js";
import { PENDING } from "./anchors.js";
import { attestationOf, DUE, lowestBlockOf } from "./attestations.js";
import { dueRows } from "./every-row.js";
import type { Attestation, BitcoinState, Stamp, StampMember, StampSet } from "./types.js";

/** The members of a set, one after another: the digest of each and its nonce. */
const DIGEST_BYTES = 32;
export const STAMP_NONCE_BYTES = 16;
const MEMBER_BYTES = DIGEST_BYTES + STAMP_NONCE_BYTES;

export const leasedQueries = {
  /** The longest waiting digests, oldest first, to make the next set of; null when none waits. */
  async peek(rows: Readable, limit: number): Promise<{ setNumber: number; digests: string[] } | null> {
    const [waiting, [last]] = await Promise.all([
      rows.stamps.page(["set", "place", "digest"], [null], { limit }),
      rows.stampSets.page(["number"], [], { limit: 1, isDescending: true }),
    ]);
    if (waiting.length === 0) return null;
    return { setNumber: (last?.number ?? 0) + 1, digests: waiting.map(({ digest }) => digest) };
  },

  /** Sets with a step due, longest due first. */
  async takeDue(
    rows: Readable,
    now: Date,
    limit: number,
  ): Promise<readonly { readonly set: StampSet; readonly attestation: Attestation }[]> {
    const due = await dueRows(rows.attestations, DUE, ["stamps"], now, limit);
    const sets = await rows.stampSets.getMany(due.map(({ number }) => [number]));
    return due.map((row, i) => ({ set: sets[i]!, attestation: attestationOf(row) }));
  },
};

export const queries = {
  /** The stamp of a digest: `waiting` for a set, or in one; null when it was never requested. */
  async find(rows: Readable, digest: string): Promise<Stamp | "waiting" | null> {
    const stamp = await rows.stamps.get([digest]);
    if (stamp === null) return null;
    if (stamp.set === null) return "waiting";
    const [set, packed, attestation] = await Promise.all([
      rows.stampSets.get([stamp.set]),
      rows.stampMembers.get([stamp.set]),
      rows.attestations.get([stamp.set, "stamps"]),
    ]);
    const members = unpackMembers(packed!.members);
    const index = members.findIndex((member) => member.digest === digest);
    return { set: set!, members, index, attestation: attestationOf(attestation!) };
  },

  /** The lowest block at or above a height in which a set is confirmed; null when there is none. */
  async lowestBlock(rows: Readable, fromHeight: number): Promise<number | null> {
    return lowestBlockOf(rows, "stamps", fromHeight);
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
};

export const leasedChanges = {
  /**
   * Makes a set, `pending` and due. False, and nothing changes, when a set of that number exists.
   *
   * @param set with the members that `peek` gave, in any order.
   */
  async commit(
    rows: Changeable,
    number: number,
    { members, ...set }: Omit<StampSet, "number"> & { readonly members: readonly StampMember[] },
  ): Promise<boolean> {
    const packed = packMembers(members);
    if ((await rows.stampSets.get([number])) !== null) return false;
    await rows.stampSets.insert({ ...set, number });
    await rows.stampMembers.insert({ set: number, members: packed });
    await rows.attestations.insert({ ...PENDING, of: "stamps", number });
    await Promise.all(members.map(({ digest }) => rows.stamps.update([digest], {}, { set: number })));
    return true;
  },

  /** Replaces the attestation of a set. False, and nothing changes, when its state is not `from`. */
  async replace(rows: Changeable, set: number, from: BitcoinState, next: Attestation): Promise<boolean> {
    return rows.attestations.update([set, "stamps"], { state: from }, next);
  },
};

function packMembers(members: readonly StampMember[]): Uint8Array {
  const packed = Buffer.alloc(members.length * MEMBER_BYTES);
  for (const [i, { digest, nonce }] of members.entries()) {
    if (nonce.length !== STAMP_NONCE_BYTES) {
      throw new RangeError(`a nonce expected ${STAMP_NONCE_BYTES} bytes, got ${nonce.length}`);
    }
    packed.set(digestBytes(digest), i * MEMBER_BYTES);
    packed.set(nonce, i * MEMBER_BYTES + DIGEST_BYTES);
  }
  return packed;
}

export function unpackMembers(packed: Uint8Array): StampMember[] {
  return Array.from({ length: packed.length / MEMBER_BYTES }, (_, i) => {
    const at = i * MEMBER_BYTES;
    const nonceAt = at + DIGEST_BYTES;
    return {
      digest: bytesToHex(packed, at, nonceAt),
      nonce: Uint8Array.from(packed.subarray(nonceAt, at + MEMBER_BYTES)),
    };
  });
}

/** @throws RangeError when the text is not a digest. */
function digestBytes(digest: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(digest)) {
    throw new RangeError(`a digest expected 64 lower-case hexadecimal characters, got "${digest}"`);
  }
  return Buffer.from(digest, "hex");
}
