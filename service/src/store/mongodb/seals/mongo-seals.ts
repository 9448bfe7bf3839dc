/**
 * Seals in MongoDB: one document for each proof that was ever sealed, which the ledger creates for a payment
 * (seal-ledger.ts). That document decides between an issue and a refund: the first that finds it pending wins.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Binary, type Filter } from "mongodb";
import { MAX_TTL_FACTOR } from "../../hold-ttl.js";
import {
  type ProofRecord,
  type SealBooks,
  type SealEntry,
  type SealEntryPage,
  type SealHold,
  type SealOrder,
  type SealRecord,
  type SealStore,
  type SealToken,
  type SpendResult,
  StoreUnavailableError,
} from "../../store.js";
import { BatchLoader } from "../access/batch-loader.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { serverTimeIn } from "../access/server-time.js";
import {
  binaryToBytes,
  binaryToHex,
  binaryToUuid,
  hexToBinary,
  ownUuidToBinary,
  uuidToBinary,
} from "../documents/binary.js";
import type { OpenSealEntry, SealDocument, SealEntryDocument } from "../documents/documents.js";
import { type SealLedger, WITHOUT_RESPONSE } from "./seal-ledger.js";

/** The index of the seals that are pending or being refunded. */
export const DUE_SEALS_INDEX = "due";
/** The index by which the seals are found whose token is not stamped. */
export const UNSTAMPED_SEALS_INDEX = "stamped";
/** The index by which the seals are found whose chain was not requested. */
export const NO_REVOCATION_INDEX = "revocation_requested";

/** Time between two tries of a payment. */
const BLOCKED_MS = 25;
/** Accounts whose unfinished entries one round of the job settles. */
const MAX_SETTLED = 100;

type SealMark = "isStamped" | "isRevocationRequested";

export class MongoSeals implements SealStore {
  readonly #access: MongoAccess;
  readonly #ledger: SealLedger;
  readonly #lookup: BatchLoader<Binary, SealRecord | null>;

  constructor(access: MongoAccess, ledger: SealLedger) {
    this.#access = access;
    this.#ledger = ledger;
    this.#lookup = new BatchLoader((proofs) => this.#findEach(proofs));
  }

  async spend({
    spendId,
    dueAt,
    proof,
    at,
  }: SealOrder & { proof: ProofRecord; at: Date }): Promise<SpendResult> {
    const _id = ownUuidToBinary(proof.id);
    const account = ownUuidToBinary(proof.accountId);
    const payment = {
      spendId,
      dueAt,
      at,
      accountId: proof.accountId,
      proof: _id,
      hash: hexToBinary(proof.hash),
    };
    // The blocking payment is decided within a second, even if its process died.
    const deadlineMs = performance.now() + this.#access.timeoutMs;
    for (;;) {
      const result = await this.#ledger.pay(payment);
      if (result === "none_left") return { outcome: "none_left" };
      if (result !== "sealed") await this.#finish(account, _id);
      const standing = await this.#find(_id);
      // The seal was paid for. It may be refunded by now; whoever completes it finds the refund.
      if (standing !== null && binaryToUuid(standing.spend) === spendId) {
        return { outcome: "spent", seal: recordOf(standing) };
      }
      const seal = standing && sealOf(standing);
      if (seal !== null) return { outcome: "existing", seal };
      if (performance.now() > deadlineMs) {
        throw new StoreUnavailableError("the MongoDB store could not decide a payment in time");
      }
      await sleep(BLOCKED_MS);
    }
  }

  async find(proofId: string): Promise<SealRecord | null> {
    const _id = uuidToBinary(proofId);
    const seal = _id && (await this.#find(_id));
    return seal && sealOf(seal);
  }

  /** The seal of a proof, if it has one. */
  findOf(proof: Binary): Promise<SealRecord | null> {
    return this.#lookup.load(proof);
  }

  async #findEach(proofs: readonly Binary[]): Promise<readonly (SealRecord | null)[]> {
    const found = await this.#access.run(({ seals }) =>
      seals.find({ _id: { $in: [...proofs] } }, { projection: WITHOUT_RESPONSE }).toArray(),
    );
    const seals = new Map(found.map((seal) => [binaryToUuid(seal._id), sealOf(seal)]));
    return proofs.map((proof) => seals.get(binaryToUuid(proof)) ?? null);
  }

  async readResponse(proofId: string): Promise<Uint8Array | null> {
    const _id = uuidToBinary(proofId);
    const seal = _id && (await this.#access.run(({ seals }) => seals.findOne({ _id })));
    return seal?.token ? binaryToBytes(seal.token.response) : null;
  }

  async hold(proofId: string, ttlMs: number, dueAt: Date): Promise<SealHold | null> {
    const _id = uuidToBinary(proofId);
    if (_id === null) return null;
    const holdId = randomUUID();
    const holdBinary = ownUuidToBinary(holdId);
    const isFree = {
      $or: [
        { $lte: ["$claimedUntil", "$$NOW"] },
        { $gt: ["$claimedUntil", serverTimeIn(ttlMs * MAX_TTL_FACTOR)] },
      ],
    };
    const held = {
      tries: { $cond: [isFree, { $add: ["$tries", 1] }, "$tries"] },
      dueAt: { $cond: [isFree, { $literal: dueAt }, "$dueAt"] },
      claim: { $cond: [isFree, { $literal: holdBinary }, "$claim"] },
      claimedUntil: { $cond: [isFree, serverTimeIn(ttlMs), "$claimedUntil"] },
    };
    // Matches the hold's identifier, so that an update that the driver repeats holds once.
    await this.#access.run(({ seals }) =>
      seals.updateOne({ _id, state: "pending", claim: { $ne: holdBinary } }, [{ $set: held }]),
    );
    const standing = await this.#find(_id);
    if (standing?.claim == null || binaryToUuid(standing.claim) !== holdId) return null;
    const seal = sealOf(standing);
    return seal && { seal, holdId };
  }

  async postpone({ seal, holdId }: SealHold, dueAt: Date): Promise<void> {
    await this.#access.run(({ seals }) =>
      seals.updateOne(
        { ...pendingAs(seal), claim: ownUuidToBinary(holdId) },
        { $set: { claim: null, claimedUntil: new Date(0), dueAt } },
      ),
    );
  }

  async issue(seal: SealRecord, token: SealToken, response: Uint8Array): Promise<SealRecord | null> {
    const { authority, genTime, serialNumber, policyOid, qualification } = token;
    // Not the token whole: a caller's may have more fields than the schema allows.
    const stored = { authority, genTime, serialNumber, policyOid, qualification };
    await this.#access.run(({ seals }) =>
      seals.updateOne(pendingAs(seal), {
        $set: { state: "issued", claim: null, token: { ...stored, response: new Binary(response) } },
        $unset: { dueAt: "" },
      }),
    );
    const standing = await this.find(seal.proofId);
    return standing?.spendId === seal.spendId ? standing : null;
  }

  async refund(seal: SealRecord, refund: { id: string; cause: string; at: Date }): Promise<boolean> {
    const { id, cause, at } = refund;
    await this.#access.run(({ seals }) =>
      seals.updateOne(pendingAs(seal), {
        $set: { state: "refunding", claim: null, refund: { id: ownUuidToBinary(id), cause, at }, dueAt: at },
      }),
    );
    const standing = await this.#find(ownUuidToBinary(seal.proofId));
    if (standing === null) throw new RangeError(`the proof ${seal.proofId} has no seal`);
    // Another payment exists, so the former one was refunded.
    if (binaryToUuid(standing.spend) !== seal.spendId) return true;
    if (standing.state === "refunding") await this.#ledger.refund(standing);
    return standing.state !== "issued";
  }

  async takeDue(now: Date, limit: number): Promise<readonly SealRecord[]> {
    for (const account of await this.#ledger.openAccounts(MAX_SETTLED)) await this.#ledger.settle(account);
    const due = await this.#access.run(({ seals }) =>
      seals
        .find({ dueAt: { $lte: now } }, { projection: WITHOUT_RESPONSE })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray(),
    );
    for (const seal of due) if (seal.state === "refunding") await this.#ledger.refund(seal);
    return due.flatMap((seal) => (seal.state === "pending" ? (sealOf(seal) ?? []) : []));
  }

  async pending(): Promise<{ count: number; oldestRequestedAt: Date | null }> {
    const [sum] = await this.#access.run(({ seals }) =>
      seals
        .aggregate<{ count: number; oldest: Date }>([
          { $match: { dueAt: { $exists: true } } },
          { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: "$requestedAt" } } },
        ])
        .toArray(),
    );
    return { count: sum?.count ?? 0, oldestRequestedAt: sum?.oldest ?? null };
  }

  unstamped(limit: number): Promise<readonly string[]> {
    return this.#without("isStamped", UNSTAMPED_SEALS_INDEX, limit);
  }

  markStamped(proofIds: readonly string[]): Promise<void> {
    return this.#mark("isStamped", proofIds);
  }

  revocationNotRequested(limit: number): Promise<readonly string[]> {
    return this.#without("isRevocationRequested", NO_REVOCATION_INDEX, limit);
  }

  markRevocationRequested(proofIds: readonly string[]): Promise<void> {
    return this.#mark("isRevocationRequested", proofIds);
  }

  async listEntries(accountId: string, limit: number, before: string | null): Promise<SealEntryPage> {
    const account = uuidToBinary(accountId);
    let after: Filter<SealEntryDocument> = {};
    if (account !== null) await this.#ledger.settle(account);
    if (before !== null) {
      const _id = uuidToBinary(before);
      const place =
        account &&
        _id &&
        (await this.#access.run(({ sealEntries }) => sealEntries.findOne({ _id, account })));
      if (!place) throw new RangeError(`the ledger of ${accountId} has no entry ${before}`);
      after = { $or: [{ at: { $lt: place.at } }, { at: place.at, _id: { $lt: place._id } }] };
    }
    if (account === null) return { entries: [], more: false };
    const entries = await this.#access.run(({ sealEntries }) =>
      sealEntries
        .find({ account, ...after })
        .sort({ at: -1, _id: -1 })
        .limit(limit + 1)
        .toArray(),
    );
    return { entries: entries.slice(0, limit).map(entryOf), more: entries.length > limit };
  }

  async books(accountId: string): Promise<SealBooks> {
    const account = uuidToBinary(accountId);
    const none = { balance: { welcome: 0, pack: 0 }, entries: [], seals: [], underWay: new Set<string>() };
    if (account === null) return { accountId, ...none };
    for (;;) {
      await this.#ledger.settle(account);
      const before = await this.#ledger.read(account);
      const [entered, found] = await Promise.all([
        this.#access.run(({ sealEntries }) =>
          sealEntries.find({ account }).sort({ at: 1, _id: 1 }).toArray(),
        ),
        this.#access.run(({ seals }) => seals.find({ account }, { projection: WITHOUT_RESPONSE }).toArray()),
      ]);
      const { version, welcome, pack, open } = await this.#ledger.read(account);
      // Data read between two equal versions is consistent.
      if (version !== before.version) continue;
      const copied = new Set(entered.map(({ _id }) => binaryToUuid(_id)));
      const left = open.filter(({ id }) => !copied.has(binaryToUuid(id)));
      return {
        accountId,
        balance: { welcome, pack },
        entries: [...entered, ...left.map(({ id, ...rest }) => ({ ...rest, _id: id, account }))].map(entryOf),
        seals: found.flatMap((seal) => sealOf(seal) ?? []),
        underWay: new Set([...open.map(underWayOf), ...found.flatMap(refundingOf)]),
      };
    }
  }

  /** Creates the seal of a payment. If the payment is gone, it was decided otherwise. */
  async #finish(account: Binary, proof: Binary): Promise<void> {
    await this.#ledger.settle(account);
    const seal = await this.#find(proof);
    if (seal?.state === "refunding") await this.#ledger.refund(seal);
  }

  #find(_id: Binary): Promise<SealDocument | null> {
    return this.#access.run(({ seals }) => seals.findOne({ _id }, { projection: WITHOUT_RESPONSE }));
  }

  /** Proofs of the issued seals without a mark. */
  async #without(mark: SealMark, index: string, limit: number): Promise<readonly string[]> {
    const found = await this.#access.run(({ seals }) =>
      seals
        .find<Pick<SealDocument, "_id">>(
          { state: "issued", [mark]: null },
          { projection: { _id: 1 }, hint: index },
        )
        .limit(limit)
        .toArray(),
    );
    return found.map(({ _id }) => binaryToUuid(_id));
  }

  async #mark(mark: SealMark, proofIds: readonly string[]): Promise<void> {
    await this.#access.runRepeatable(({ seals }) =>
      seals.updateMany(
        { _id: { $in: proofIds.map(ownUuidToBinary) }, state: "issued" },
        { $set: { [mark]: true } },
      ),
    );
  }
}

function pendingAs({ proofId, spendId }: SealRecord) {
  return {
    _id: ownUuidToBinary(proofId),
    spend: ownUuidToBinary(spendId),
    state: "pending" as const,
  };
}

/** Null for a seal that is refunded or will be. */
function sealOf(seal: SealDocument): SealRecord | null {
  return seal.state === "refunding" || seal.state === "refunded" ? null : recordOf(seal);
}

function recordOf({ _id, spend, hash, requestedAt, tries, token }: SealDocument): SealRecord {
  return {
    proofId: binaryToUuid(_id),
    spendId: binaryToUuid(spend),
    hash: binaryToHex(hash),
    requestedAt,
    tries,
    token: token && {
      authority: token.authority,
      genTime: token.genTime,
      serialNumber: token.serialNumber,
      policyOid: token.policyOid,
      qualification: token.qualification ?? null,
    },
  };
}

function entryOf(entry: SealEntryDocument): SealEntry {
  const { _id, account, kind, amount, cause, at, proof = null, refundOf = null } = entry;
  return {
    id: binaryToUuid(_id),
    accountId: binaryToUuid(account),
    kind,
    amount,
    cause,
    at,
    proofId: proof && binaryToUuid(proof),
    refundOf: refundOf && binaryToUuid(refundOf),
  };
}

function underWayOf({ id }: OpenSealEntry): string {
  return binaryToUuid(id);
}

/** The payment of a seal whose refund is decided but may not be in the ledger yet. */
function refundingOf({ state, spend }: SealDocument): readonly string[] {
  return state === "refunding" ? [binaryToUuid(spend)] : [];
}
