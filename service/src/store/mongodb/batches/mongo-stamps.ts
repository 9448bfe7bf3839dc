/**
 * Stamps in MongoDB: a document for each digest, and one for each set. The set's document alone decides what its members
 * are: it is opened under a lease, then made in one update. Its stamps are given its number afterwards, before anyone
 * looks for waiting ones again, whatever died in between.
 */
import { Binary, type Filter, ObjectId } from "mongodb";
import { digestBytes, packMembers, unpackMembers } from "../../stamp-members.js";
import type { StampMember, StampSet, WaitingStamps } from "../../stamp-set.js";
import type { Attestation, BitcoinState, Lease, Stamp, StampStore } from "../../store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import { binaryToBytes, binaryToHex } from "../documents/binary.js";
import type { OpenStampSetDocument, StampSetDocument } from "../documents/documents.js";
import { attestationDocumentOf, attestationOf, PENDING_DOCUMENT } from "./attestation-document.js";
import { leaseLost } from "./lease-lost.js";

type AnySet = OpenStampSetDocument | StampSetDocument;

const WITHOUT_MEMBERS = { members: 0 } as const;

export class MongoStamps implements StampStore {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  async request(digests: readonly string[]): Promise<void> {
    const documents = digests.map((digest) => ({ _id: binaryOf(digest), set: null, made: new ObjectId() }));
    await this.#access.insertEach(this.#access.collections.stamps, documents);
  }

  async peek(lease: Lease, limit: number): Promise<WaitingStamps | null> {
    for (;;) {
      const last = await this.#last();
      if (last?.state === "made" && !last.isMarked) await this.#mark(last._id);
      const waiting = await this.#access.run(({ stamps }) =>
        stamps.find({ set: null }).sort({ made: 1 }).limit(limit).toArray(),
      );
      if (waiting.length === 0) {
        if (last !== null && last.token > lease.token) throw leaseLost(lease);
        return null;
      }
      const setNumber = last === null ? 1 : last.state === "open" ? last._id : last._id + 1;
      // False when another process made that set meanwhile.
      if (!(await this.#open(setNumber, lease))) continue;
      return { setNumber, digests: waiting.map(({ _id }) => binaryToHex(_id)) };
    }
  }

  async commit(
    lease: Lease,
    setNumber: number,
    { root, members, createdAt }: { root: string; members: readonly StampMember[]; createdAt: Date },
  ): Promise<boolean> {
    const made: Omit<StampSetDocument, "_id" | "token"> = {
      state: "made",
      root: binaryOf(root),
      members: new Binary(packMembers(members)),
      createdAt,
      isMarked: false,
      bitcoin: PENDING_DOCUMENT,
    };
    const { matchedCount } = await this.#access.run(({ stampSets }) =>
      stampSets.updateOne({ _id: setNumber, state: "open", token: lease.token }, { $set: made }),
    );
    if (matchedCount === 0) {
      if (!(await this.#isMadeAs(lease, setNumber, made))) return false;
    }
    await this.#mark(setNumber);
    return true;
  }

  async find(digest: string): Promise<Stamp | "waiting" | null> {
    const _id = binaryOf(digest);
    const stamp = await this.#access.run(({ stamps }) => stamps.findOne({ _id }));
    if (stamp === null) return null;
    if (stamp.set === null) return "waiting";
    const number = stamp.set;
    const set = (await this.#access.run(({ stampSets }) =>
      stampSets.findOne({ _id: number }),
    )) as StampSetDocument;
    const members = unpackMembers(binaryToBytes(set.members));
    const index = members.findIndex((member) => member.digest === digest);
    return { set: setOf(set), members, index, attestation: attestationOf(set.bitcoin) };
  }

  async takeDue(
    lease: Lease,
    now: Date,
    limit: number,
  ): Promise<readonly { set: StampSet; attestation: Attestation }[]> {
    const due = { state: "made", "bitcoin.dueAt": { $lte: now } } as Filter<AnySet>;
    for (;;) {
      const found = await this.#access.run(({ stampSets }) =>
        stampSets
          .find<Omit<StampSetDocument, "members">>(due, { projection: WITHOUT_MEMBERS })
          .sort({ "bitcoin.dueAt": 1, _id: 1 })
          .limit(limit)
          .toArray(),
      );
      if (found.some(({ token }) => token > lease.token)) throw leaseLost(lease);
      if (found.every(({ token }) => token === lease.token)) {
        return found.map((set) => ({ set: setOf(set), attestation: attestationOf(set.bitcoin) }));
      }
      await this.#access.runRepeatable(({ stampSets }) =>
        stampSets.updateMany(
          { _id: { $in: found.map(({ _id }) => _id) }, token: { $lte: lease.token } },
          { $set: { token: lease.token } },
        ),
      );
    }
  }

  async replace(
    lease: Lease,
    setNumber: number,
    from: BitcoinState,
    attestation: Attestation,
  ): Promise<boolean> {
    const standsSo = { _id: setNumber, state: "made", "bitcoin.state": from, token: { $lte: lease.token } };
    const { matchedCount } = await this.#access.run(({ stampSets }) =>
      stampSets.updateOne(standsSo as Filter<AnySet>, {
        $set: { bitcoin: attestationDocumentOf(attestation), token: lease.token },
      }),
    );
    if (matchedCount === 1) return true;
    if (await this.#isTakenFrom(lease, setNumber)) throw leaseLost(lease);
    return false;
  }

  async lowestBlock(fromHeight: number): Promise<number | null> {
    const set = await this.#access.run(({ stampSets }) =>
      stampSets.findOne<Pick<StampSetDocument, "bitcoin">>(
        { "bitcoin.blockHeight": { $gte: fromHeight } } as Filter<AnySet>,
        { sort: { "bitcoin.blockHeight": 1 }, projection: { "bitcoin.blockHeight": 1 } },
      ),
    );
    return set?.bitcoin.blockHeight ?? null;
  }

  #last(): Promise<OpenStampSetDocument | Omit<StampSetDocument, "members"> | null> {
    return this.#access.run(({ stampSets }) =>
      stampSets.findOne<OpenStampSetDocument | Omit<StampSetDocument, "members">>(
        {},
        { sort: { _id: -1 }, projection: { members: 0, "bitcoin.timestamp": 0 } },
      ),
    );
  }

  /** Opens a set for a lease, or takes it over. False when it is made already. */
  async #open(setNumber: number, lease: Lease): Promise<boolean> {
    const isOpened = await this.#access.run(async ({ stampSets }) => {
      try {
        await stampSets.updateOne(
          { _id: setNumber, state: "open", token: { $lte: lease.token } },
          { $set: { token: lease.token } },
          { upsert: true },
        );
        return true;
      } catch (error) {
        // It exists: made, or open under a later lease.
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    });
    if (!isOpened && (await this.#isTakenFrom(lease, setNumber))) throw leaseLost(lease);
    return isOpened;
  }

  /** Gives its stamps the number of a set. May be repeated. */
  async #mark(setNumber: number): Promise<void> {
    const set = (await this.#access.run(({ stampSets }) =>
      stampSets.findOne({ _id: setNumber }),
    )) as StampSetDocument;
    const members = unpackMembers(binaryToBytes(set.members));
    await this.#access.runRepeatable(({ stamps }) =>
      stamps.updateMany(
        { _id: { $in: members.map(({ digest }) => binaryOf(digest)) }, set: null },
        { $set: { set: setNumber } },
      ),
    );
    await this.#access.run(({ stampSets }) =>
      stampSets.updateOne({ _id: setNumber, state: "made" }, { $set: { isMarked: true } }),
    );
  }

  /**
   * Whether a set is made of these very members: then the driver sent its update twice, and the first arrived.
   *
   * @throws LeaseLostError when a later lease has it.
   */
  async #isMadeAs(
    lease: Lease,
    setNumber: number,
    { root, members }: Pick<StampSetDocument, "root" | "members">,
  ): Promise<boolean> {
    const standing = await this.#access.run(({ stampSets }) => stampSets.findOne({ _id: setNumber }));
    if (standing !== null && standing.token > lease.token) throw leaseLost(lease);
    return (
      standing?.state === "made" &&
      binaryToHex(standing.root) === binaryToHex(root) &&
      binaryToHex(standing.members) === binaryToHex(members)
    );
  }

  async #isTakenFrom(lease: Lease, setNumber: number): Promise<boolean> {
    const standing = await this.#access.run(({ stampSets }) =>
      stampSets.findOne<Pick<AnySet, "token">>({ _id: setNumber }, { projection: { token: 1 } }),
    );
    return standing !== null && standing.token > lease.token;
  }
}

function binaryOf(digest: string): Binary {
  return new Binary(digestBytes(digest));
}

function setOf({ _id, root, createdAt }: Pick<StampSetDocument, "_id" | "root" | "createdAt">): StampSet {
  return { number: _id, root: binaryToHex(root), createdAt };
}
