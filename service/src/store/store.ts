/**
 * The `Store` port: all durable state of the service.
 *
 * Each rule that needs atomicity is one method of this port. An implementation makes each method all or nothing, and
 * durable before it resolves. A method that changes a state does so only from the expected state and says whether it
 * did, so that a job that is repeated after a crash does nothing twice.
 *
 * Times are `Date`, hashes are lower-case hexadecimal text, identifiers are UUIDs in lower case.
 */
import type { Qualification, QualificationCode } from "@svc-proof/verifier-lib/trust";
import type { AccountStore, SealBalance, SealEntry } from "./account-store.js";
import type { AuditStore } from "./audit-store.js";
import type { CustodyStore } from "./custody-store.js";
import type { OrderStore } from "./order-store.js";
import type { PeopleStore } from "./people-store.js";
import type { RevocationStore } from "./revocation-store.js";
import type { StampMember, StampSet, WaitingStamps } from "./stamp-set.js";

export type * from "./account-store.js";

/** The state of an anchor, and of a batch; a proof without a batch is `queued`. */
export type BatchState = "batched" | "anchored" | "confirmed";

/** Where an anchor transaction is in the chain. */
export interface Inclusion {
  readonly txHash: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly blockTimestamp: Date;
}

/** The anchor of a batch on one chain. */
export interface BatchAnchor {
  readonly chainId: number;
  readonly state: BatchState;
  /** Null while `batched`. */
  readonly inclusion: Inclusion | null;
  /** It was confirmed, lost its block, and is not confirmed again yet. */
  readonly reopened: boolean;
}

/**
 * A batch's state in Bitcoin: `submitted` to calendars, or `confirmed` in a block that was checked. A state never goes
 * back.
 */
export type BitcoinState = "pending" | "submitted" | "confirmed";

export interface BatchRecord {
  readonly id: string;
  /** Position among all batches, from 1: batches are anchored in this order. */
  readonly number: number;
  /** That of the anchor that is furthest: docs/decisions/033-several-chains.md. */
  readonly state: BatchState;
  readonly root: string;
  readonly leafCount: number;
  readonly createdAt: Date;
  /** One for each chain, in the order of the settings when it was built. Never empty, and no chain twice. */
  readonly anchors: readonly BatchAnchor[];
  readonly bitcoin: {
    readonly state: BitcoinState;
    /** Height of the block; null until `confirmed`. */
    readonly blockHeight: number | null;
  };
}

/** Fields of a token. */
export interface SealToken {
  /** Name of the authority. */
  readonly authority: string;
  readonly genTime: Date;
  /** Upper-case hexadecimal. */
  readonly serialNumber: string;
  /** Dotted. */
  readonly policyOid: string;
  /** Null when the trusted lists were not asked: by setting, or before this service knew them. */
  readonly qualification: SealQualification | null;
}

/** What the trusted lists at hand said of a token when it was issued. It never changes. */
export interface SealQualification {
  readonly result: Qualification["result"];
  readonly code: QualificationCode;
  /** The service in the lists; null if none is listed. */
  readonly entry: TrustedListEntry | null;
}

/** The service of a trusted list on which a seal rests. Times are ISO 8601 in UTC, hashes lower-case hexadecimal. */
export interface TrustedListEntry {
  /** ISO 3166-1 code, as the list has it. */
  readonly territory: string;
  readonly provider: string;
  readonly service: string;
  /** At the time in the token, and since when. */
  readonly status: string;
  readonly since: string;
  readonly list: {
    readonly sequenceNumber: number;
    readonly issued: string;
    /** Null for a closed list, which is the last of its scheme. */
    readonly nextUpdate: string | null;
    /** SHA-256 of the list. */
    readonly sha256: string;
  };
  /** SHA-256 of the snapshot in which it was looked up. */
  readonly snapshotSha256: string;
}

/** The seal of a proof. It is paid for, `pending` until it has a token, and `issued` from then on. */
export interface SealRecord {
  readonly proofId: string;
  /** The ledger's entry that paid for it. */
  readonly spendId: string;
  /** What is sealed: the proof's fingerprint. */
  readonly hash: string;
  readonly requestedAt: Date;
  /** Requests to the authority so far. */
  readonly tries: number;
  /** Null while pending. */
  readonly token: SealToken | null;
}

export type ProofOrigin = "api" | "web";

export interface ProofRecord {
  readonly id: string;
  readonly certificateId: string;
  readonly accountId: string;
  /** How it was registered: with a key, or in the browser. */
  readonly origin: ProofOrigin;
  readonly hash: string;
  readonly name: string;
  readonly size: number | null;
  readonly mimeType: string;
  readonly receivedAt: Date;
  /** Whether the account was the first to register these bytes. */
  readonly firstRegistrant: boolean;
  /** Null while queued. */
  readonly batch: BatchRecord | null;
  /** Position of the leaf in the batch; null while queued. */
  readonly leafIndex: number | null;
  /** Null when the proof has no seal, or its seal was refunded. */
  readonly seal: SealRecord | null;
}

/** A seal to be paid for. */
export interface SealOrder {
  /** Identifier of the ledger's entry, new with every call. */
  readonly spendId: string;
  /** When the job checks it, unless the authority is asked before. */
  readonly dueAt: Date;
}

export interface Registration {
  /** Identifiers for the proof if one is created, new with every call. */
  readonly id: string;
  readonly certificateId: string;
  readonly accountId: string;
  readonly origin: ProofOrigin;
  /** The API key; null for a registration in the browser. */
  readonly keyId: string | null;
  /** Of the API key; of the account if there is none. */
  readonly idempotencyKey: string | null;
  readonly hash: string;
  readonly name: string;
  /** JSON text. */
  readonly metadata: string | null;
  readonly size: number | null;
  readonly mimeType: string;
  readonly receivedAt: Date;
  /** Proofs that the account may create with its keys in a UTC day: the day of `receivedAt`. Others do not count. */
  readonly dailyLimit: number;
  /** A seal to be paid for together with the proof, or null. */
  readonly seal: SealOrder | null;
}

/** Whose an idempotency key is: an API key's, or the account's if `keyId` is null. The two never meet. */
export type IdempotencyKeyHolder = Pick<Registration, "accountId" | "keyId">;

/**
 * `owned` (the account itself registered the bytes first), `foreign` (another account did) and `no_seal_left` occur
 * only with a seal. In these cases, and in `quota_exceeded`, nothing was written.
 */
export type RegistrationResult =
  | { readonly outcome: "created" | "existing" | "owned"; readonly proof: ProofRecord }
  | { readonly outcome: "quota_exceeded"; readonly used: number }
  | { readonly outcome: "foreign" }
  | { readonly outcome: "no_seal_left" };

/** Proofs of an account, newest first. */
export interface ProofPage {
  readonly proofs: readonly ProofRecord[];
  /** Whether older ones follow. */
  readonly more: boolean;
}

/** Conditions that all hold; null for any. */
export interface ProofQuery {
  /** Part of the name, in any case. */
  readonly text: string | null;
  readonly hash: string | null;
  /** Received at or after, and before. */
  readonly from: Date | null;
  readonly until: Date | null;
  readonly state: BatchState | "queued" | null;
  readonly origin: ProofOrigin | null;
}

export interface FoundProofs {
  readonly proofs: readonly ProofRecord[];
  readonly next: string | null;
}

export interface ProofStore {
  /**
   * Registers a fingerprint: docs/interface.md, `POST /proofs`, rules 2 to 4, and the daily limit, in one atomic step.
   *
   * In this order: a known idempotency key of the same holder gives its proof; bytes that the account registered
   * first give that proof (and the idempotency key, if any, is bound to it); a used-up day gives `quota_exceeded`
   * and writes nothing; otherwise a proof is created, as first registrant if no account registered the bytes before.
   *
   * With a seal, the proof and the payment for its seal are written together or not at all. Bytes that the account
   * registered first give that proof and write nothing: its seal is bought by `SealStore.spend`, before the idempotency
   * key is bound. Bytes that another account registered are refused. If both `no_seal_left` and `quota_exceeded` apply,
   * the implementation chooses one.
   *
   * The rules are exact with any number of instances and after any crash: of parallel registrations one is first, one
   * creates the proof of an idempotency key, and no day exceeds its limit.
   *
   * @throws RangeError when there is no such account or key.
   * @throws StoreUnavailableError, with the proof's identifier if it may exist nevertheless.
   */
  register(registration: Registration): Promise<RegistrationResult>;
  find(id: string): Promise<ProofRecord | null>;
  /** A proof of one account. Another account's proof is null, and takes the same time as one that does not exist. */
  findOwn(id: string, accountId: string): Promise<ProofRecord | null>;
  /**
   * A page of an account's proofs in the order of receipt, newest first. Consecutive pages show no proof twice and omit
   * no proof that existed when the first was read. Their cost does not grow with the account.
   *
   * @param before the account's proof after which the page begins; null for the first page.
   * @throws RangeError when the account has no such proof.
   */
  list(accountId: string, limit: number, before: string | null): Promise<ProofPage>;
  /**
   * A page of those of an account's proofs that a search finds, in the order of `list`.
   *
   * It looks at a bounded number of proofs, so a page may have fewer than `limit`, even none, and still be followed by
   * others: `next` is where to go on, null at the end.
   *
   * @param before as for `list`, or a former `next`.
   */
  search(accountId: string, query: ProofQuery, limit: number, before: string | null): Promise<FoundProofs>;
  /** The metadata of those of an account's proofs that have some, as JSON texts by the proofs' identifiers. */
  metadata(accountId: string, proofIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Proofs that count towards an account's limit on the UTC day of `moment`: those of `origin` `api`. */
  countOfDay(accountId: string, moment: Date): Promise<number>;
  /** The proof of the first registrant of a fingerprint, if any. */
  findFirst(hash: string): Promise<ProofRecord | null>;
  /**
   * The proof that a certificate is about: that of the first registrant of its bytes, since no other proof has a certificate.
   *
   * @param certificateId `certificateId` of the proof; null for any text that is not one.
   */
  findByCertificate(certificateId: string): Promise<ProofRecord | null>;
  /** The proof that was created under an idempotency key, if any. */
  findByIdempotencyKey(holder: IdempotencyKeyHolder, idempotencyKey: string): Promise<ProofRecord | null>;
}

/**
 * The right to run a job, held by one instance at a time.
 *
 * `token` is a fencing token: higher than that of every earlier lease of the same name. A write under a lease is
 * refused with `LeaseLostError` once a later lease of that name has begun to work on the same data, so an instance that
 * was paused beyond its lease cannot write.
 */
export interface Lease {
  readonly name: string;
  /** Who holds it; one for each process. */
  readonly holder: string;
  readonly token: number;
}

export interface LeaseStore {
  /**
   * Takes a lease for `ttlMs`, by the clock of the store. If the holder has it already, the lease is renewed and keeps
   * its token. Null while another holds it.
   */
  acquire(name: string, holder: string, ttlMs: number): Promise<Lease | null>;
  /** Ends the lease early, if it is still held. */
  release(lease: Lease): Promise<void>;
}

/** Counters of rate limits. All instances on the store share them. They need not outlive the store's process. */
export interface RateStore {
  /**
   * Adds to a counter. A window begins with the first addition and ends `windowMs` later, by the clock of the store.
   *
   * @returns the counter after the addition, and its window.
   */
  add(key: string, points: number, windowMs: number): Promise<RateCount>;
  /** Takes back points that were counted in a window. Changes nothing once that window is over. */
  takeBack(key: string, points: number, window: RateCount["window"]): Promise<void>;
}

export interface RateCount {
  readonly total: number;
  readonly endsInMs: number;
  /** Opaque mark of the window, unique among the windows of the counter. */
  readonly window: number;
}

/** Consecutive queued proofs in the order of receipt, about to become a batch. */
export interface QueueSlice {
  /** The number of the batch to come. */
  readonly batchNumber: number;
  readonly count: number;
  readonly oldestReceivedAt: Date;
  /** Opaque mark of where the slice begins and ends. */
  readonly mark: unknown;
}

/** 256 consecutive values of one level of a tree, fewer at the end of the level: docs/design/batches.md. */
export interface Tile {
  /** 0 for leaves, 1 for the level 8 above, 2 for the level 16 above. */
  readonly level: number;
  readonly index: number;
  /** 32 bytes each, 1 to 256 of them. */
  readonly values: Uint8Array;
}

/** A signed anchor transaction, stored before it is sent. */
export interface AnchorAttempt {
  readonly batchId: string;
  readonly chainId: number;
  readonly txHash: string;
  /** The address whose nonce it uses: 0x-prefixed hexadecimal, lower case. */
  readonly from: string;
  readonly nonce: number;
  /** The signed transaction, 0x-prefixed hexadecimal. Sending it again is harmless. */
  readonly raw: string;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly createdAt: Date;
}

export interface BatchStore {
  /** The oldest queued proofs, at most `maxLeaves`, to build a batch from under a lease; null when none is queued. */
  peekQueue(lease: Lease, maxLeaves: number): Promise<QueueSlice | null>;
  /** Part of a slice, in leaf order. */
  readQueue(
    slice: QueueSlice,
    offset: number,
    limit: number,
  ): Promise<readonly { proofId: string; hash: string }[]>;
  /**
   * Stores tiles of the batch to come. They are invisible until `commit`, and replaced when the batch is built again.
   * One batch takes several calls, so that no write is long.
   */
  writeTiles(slice: QueueSlice, tiles: readonly Tile[]): Promise<void>;
  /**
   * Makes the slice a batch in state `batched`, atomically for all its proofs, in O(1) writes. False, and nothing
   * changes, when the batch number is taken or a proof of the slice is in a batch already.
   *
   * @throws LeaseLostError when a lease later than the slice's has read the queue.
   */
  commit(
    slice: QueueSlice,
    batch: {
      id: string;
      root: string;
      leafCount: number;
      createdAt: Date;
      /** The chains on which it is to be anchored: at least one, each once. */
      chainIds: readonly number[];
    },
  ): Promise<boolean>;
  /**
   * Takes over, for a lease, the batches with an anchor that is not confirmed, in order of their number. Writes to them
   * under an earlier lease of that name throw LeaseLostError from then on.
   */
  takeUnfinished(lease: Lease): Promise<readonly BatchRecord[]>;
  find(id: string): Promise<BatchRecord | null>;
  readTile(batch: BatchRecord, level: number, index: number): Promise<Uint8Array | null>;
  /** Stores an attempt; false when the same transaction is stored already. */
  recordAttempt(lease: Lease, attempt: AnchorAttempt): Promise<boolean>;
  /** Attempts of a batch on all chains, oldest first. */
  attempts(batchId: string): Promise<readonly AnchorAttempt[]>;
  /** The highest nonce of an address that an attempt on a chain ever used; null when there is no attempt. */
  highestNonce(chainId: number, from: string): Promise<number | null>;
  /** The batch whose confirmed anchor on a chain is in the highest block; null when none is confirmed there. */
  highestConfirmed(chainId: number): Promise<BatchRecord | null>;
  /** Keeps the hash of a chain's first block, 0x-prefixed, unless one is kept already. */
  keepGenesis(chainId: number, blockHash: string): Promise<void>;
  /** The hash that is kept of a chain's first block; null when there is none. */
  genesis(chainId: number): Promise<string | null>;
  /** The anchor from `batched` to `anchored`. False when it was in another state, or there is none. */
  markAnchored(lease: Lease, id: string, chainId: number, inclusion: Inclusion): Promise<boolean>;
  /** `anchored` back to `batched`, because the block left the chain. False when the anchor was in another state. */
  markReorganised(lease: Lease, id: string, chainId: number): Promise<boolean>;
  /** `anchored` to `confirmed`. False when the anchor was in another state or is in another block. */
  markConfirmed(lease: Lease, id: string, chainId: number, blockHash: string): Promise<boolean>;
  /**
   * `confirmed` back to `batched`, because the block left the chain. False when the anchor was in another state or is in
   * another block.
   */
  reopen(lease: Lease, id: string, chainId: number, blockHash: string): Promise<boolean>;
}

/** What the calendars answered for the root of a batch, and when to ask them again. */
export interface Attestation {
  readonly state: BitcoinState;
  /** Null until `confirmed`. */
  readonly blockHeight: number | null;
  /** A serialised OpenTimestamps timestamp of the root's 32 bytes; null while `pending`. */
  readonly timestamp: Uint8Array | null;
  /** When the root was last submitted; null while `pending`. */
  readonly submittedAt: Date | null;
  /** Requests to the calendars since then. */
  readonly tries: number;
  /** When the next step is due; null when there is none. */
  readonly dueAt: Date | null;
}

/**
 * The attestations of batches in Bitcoin. Each batch has one, which is `pending` and due from the moment the batch is
 * built.
 */
export interface AttestationStore {
  /**
   * Takes over, for a lease, the batches with a step due, longest due first. Writes to them under an earlier lease of
   * that name throw LeaseLostError from then on.
   */
  takeDue(
    lease: Lease,
    now: Date,
    limit: number,
  ): Promise<readonly { readonly batch: BatchRecord; readonly attestation: Attestation }[]>;
  /** The attestation of a batch; null when there is no such batch. */
  find(batchId: string): Promise<Attestation | null>;
  /** Replaces the attestation of a batch. False, and nothing changes, when its state is not `from`. */
  replace(lease: Lease, batchId: string, from: BitcoinState, attestation: Attestation): Promise<boolean>;
  /**
   * Makes the next step of a batch due now, unless it is due already or Bitcoin is done with. It needs no lease: whoever
   * is at work on the batch sets the time anew. False when nothing changed.
   */
  hasten(batchId: string, now: Date): Promise<boolean>;
  /** The lowest block at or above a height in which a batch is confirmed; null when there is none. */
  lowestBlock(fromHeight: number): Promise<number | null>;
}

/** A stamp and its set; null while the digest waits for one. */
export interface Stamp {
  readonly set: StampSet;
  /** In the order of the leaves. */
  readonly members: readonly StampMember[];
  /** Position of the digest among the members. */
  readonly index: number;
  readonly attestation: Attestation;
}

/**
 * Stamps: docs/design/opentimestamps.md. A digest waits until a set is made of it and of others that wait. A set is a
 * Merkle tree whose root is attested like the root of a batch. The members of a set never change, so each step in
 * Bitcoin is one write for the whole set.
 */
export interface StampStore {
  /** Lets digests wait for a set. A digest that was requested before is left as it is. */
  request(digests: readonly string[]): Promise<void>;
  /**
   * The longest waiting digests, to make a set of under a lease; null when none waits.
   *
   * @throws LeaseLostError when a later lease of that name has looked.
   */
  peek(lease: Lease, limit: number): Promise<WaitingStamps | null>;
  /**
   * Makes a set, `pending` and due. False, and nothing changes, when a set of that number exists.
   *
   * @param members those that `peek` gave, in any order.
   * @throws LeaseLostError when a later lease of that name has looked at the waiting digests.
   */
  commit(
    lease: Lease,
    setNumber: number,
    set: { readonly root: string; readonly members: readonly StampMember[]; readonly createdAt: Date },
  ): Promise<boolean>;
  /** The stamp of a digest: `waiting` for a set, or in one; null when it was never requested. */
  find(digest: string): Promise<Stamp | "waiting" | null>;
  /**
   * Takes over, for a lease, the sets with a step due, longest due first. Writes to them under an earlier lease of that
   * name throw LeaseLostError from then on.
   */
  takeDue(
    lease: Lease,
    now: Date,
    limit: number,
  ): Promise<readonly { readonly set: StampSet; readonly attestation: Attestation }[]>;
  /** Replaces the attestation of a set. False, and nothing changes, when its state is not `from`. */
  replace(lease: Lease, setNumber: number, from: BitcoinState, attestation: Attestation): Promise<boolean>;
  /** The lowest block at or above a height in which a set is confirmed; null when there is none. */
  lowestBlock(fromHeight: number): Promise<number | null>;
}

/** Bitcoin block headers, one run for each difficulty epoch that was begun. */
export interface BlockHeaderStore {
  /** The headers of an epoch, 80 bytes each, from its first block on. Empty if the epoch was not begun. */
  find(epoch: number): Promise<Uint8Array>;
  /**
   * Replaces the run of an epoch. False, and nothing changes, when its length is not `formerBytes`.
   *
   * @throws LeaseLostError when a later lease of that name has written to the run.
   */
  replace(lease: Lease, epoch: number, formerBytes: number, run: Uint8Array): Promise<boolean>;
}

/** Names the witness of a batch's anchor in one block. A batch that a reorganisation has moved has another. */
export interface WitnessPlace {
  readonly batchId: string;
  readonly chainId: number;
  /** 0x-prefixed hexadecimal, lower case. */
  readonly blockHash: string;
}

/**
 * Why there is no witness.
 *
 * - `block_missing`: the endpoint does not have the block, or not the transaction in it;
 * - `endpoint`: it gave no usable answer about this block;
 * - `header_rules`: no header by Ethereum's rules hashes to the block's hash;
 * - `transactions`: the block's transactions, as far as they can be encoded, do not have the header's root;
 * - `refused`: the verifier does not accept the witness.
 */
export type WitnessAbsence = "block_missing" | "endpoint" | "header_rules" | "transactions" | "refused";

/** What came of the search for a witness, without the witness itself. */
export interface WitnessStanding extends WitnessPlace {
  /** Null if there is a witness. */
  readonly absence: WitnessAbsence | null;
  /** Times that it was looked for. */
  readonly tries: number;
  /** When it is looked for again; null if there is one, or none is expected any more. */
  readonly dueAt: Date | null;
}

export interface WitnessRecord extends WitnessStanding {
  /** `svc-evm-witness/1`, UTF-8; null if there is none. */
  readonly document: Uint8Array | null;
}

/**
 * Witnesses of anchors: docs/design/witnesses.md. A witness depends on its block alone, so two instances that make the
 * same one do no harm: writes need no lease.
 */
export interface WitnessStore {
  find(place: WitnessPlace): Promise<WitnessRecord | null>;
  /** The standings at these places, in any order; places without one are left out. */
  standings(places: readonly WitnessPlace[]): Promise<readonly WitnessStanding[]>;
  /**
   * Stores a record. False, and nothing changes, when there is a witness at that place.
   *
   * @throws RangeError when there is no such batch.
   */
  put(record: WitnessRecord): Promise<boolean>;
  /** Standings that are due, longest due first. */
  due(now: Date, limit: number): Promise<readonly WitnessStanding[]>;
  /** Batches with a higher number, in order. */
  batchesAfter(number: number, limit: number): Promise<readonly BatchRecord[]>;
  /** Batches with an anchor that is not confirmed, in order. */
  unfinished(): Promise<readonly BatchRecord[]>;
  /** The number up to which every batch was confirmed and looked at; 0 at first. */
  progress(): Promise<number>;
  /** Raises that number; it never falls. */
  advance(number: number): Promise<void>;
}

export type SpendResult =
  | { readonly outcome: "spent" | "existing"; readonly seal: SealRecord }
  | { readonly outcome: "none_left" };

/** The right to request a seal from the authority, held by one process at a time. */
export interface SealHold {
  readonly seal: SealRecord;
  /** Unique to the hold. */
  readonly holdId: string;
}

export interface SealEntryPage {
  readonly entries: readonly SealEntry[];
  readonly more: boolean;
}

/** A consistent view of an account's books. */
export interface SealBooks {
  readonly accountId: string;
  /** As stored, not summed from the entries. */
  readonly balance: SealBalance;
  readonly entries: readonly SealEntry[];
  /** Pending and issued seals. */
  readonly seals: readonly SealRecord[];
  /** Entries whose proofs and seals are being written, or were being written when a process died. */
  readonly underWay: ReadonlySet<string>;
}

/**
 * Seals and their payments: docs/design/seals.md. A seal exists from its payment on. It is then either issued once, or
 * refunded and removed. Of an issue and a refund, the one that is stored first counts.
 */
export interface SealStore {
  /**
   * Pays for the seal of a proof, welcome seals before those of packs, in one atomic step.
   *
   * If the proof has a seal already, the result is that seal and nothing is spent. The rules are exact with any number
   * of instances and after any crash: no balance is ever negative and no proof is paid for twice.
   */
  spend(order: SealOrder & { proof: ProofRecord; at: Date }): Promise<SpendResult>;
  find(proofId: string): Promise<SealRecord | null>;
  /** The TimeStampResp of a seal, byte for byte as it was stored; null while there is none. */
  readResponse(proofId: string): Promise<Uint8Array | null>;
  /**
   * Holds a pending seal for `ttlMs`, by the clock of the store, and counts a try. Null while another hold lasts, and
   * when the seal is not pending. A hold that was made before the clock was set back far counts as over.
   *
   * @param dueAt when the job checks the seal again if this process does not end its hold.
   */
  hold(proofId: string, ttlMs: number, dueAt: Date): Promise<SealHold | null>;
  /** Ends a hold, if it still lasts. The seal stays pending. */
  postpone(hold: SealHold, dueAt: Date): Promise<void>;
  /**
   * Stores the token of a pending seal, with or without the hold.
   *
   * @returns the stored seal: with another token if that was stored first; null when the seal was refunded.
   */
  issue(seal: SealRecord, token: SealToken, response: Uint8Array): Promise<SealRecord | null>;
  /**
   * Refunds a pending seal. The proof then has no seal. False, and nothing changes, when the seal was issued. True also
   * when it was refunded before.
   */
  refund(seal: SealRecord, refund: { id: string; cause: string; at: Date }): Promise<boolean>;
  /**
   * Pending seals with a step due, longest due first. First completes the entries that dead processes left unfinished.
   */
  takeDue(now: Date, limit: number): Promise<readonly SealRecord[]>;
  /** How many seals are pending, and when the oldest was requested. */
  pending(): Promise<{ readonly count: number; readonly oldestRequestedAt: Date | null }>;
  /** Proofs with an issued seal that is not marked as stamped, at most `limit`. */
  unstamped(limit: number): Promise<readonly string[]>;
  /** Marks issued seals as stamped: their digests were requested (`StampStore.request`). */
  markStamped(proofIds: readonly string[]): Promise<void>;
  /** Proofs with an issued seal whose chain was not requested from `RevocationStore`, at most `limit`. */
  revocationNotRequested(limit: number): Promise<readonly string[]>;
  markRevocationRequested(proofIds: readonly string[]): Promise<void>;
  /**
   * Ledger entries of an account, newest first. An entry whose proof is just being created may be missing.
   *
   * @param before the entry after which the page begins; null for the first page.
   * @throws RangeError when the account has no such entry.
   */
  listEntries(accountId: string, limit: number, before: string | null): Promise<SealEntryPage>;
  /** The books of an account, in one consistent view. Reads all of its entries. */
  books(accountId: string): Promise<SealBooks>;
}

/** A snapshot of the trusted lists, without its bytes. */
export interface TrustSnapshotRecord {
  /** SHA-256 of its bytes, lower-case hexadecimal. */
  readonly sha256: string;
  /** When the lists were last found to say this, by the clock of the instance that asked. */
  readonly checkedAt: Date;
}

/** The newest snapshot of the trusted lists that an instance compiled, for all instances. */
export interface TrustSnapshotStore {
  find(): Promise<TrustSnapshotRecord | null>;
  /** The bytes of the snapshot; null if there is none, or another by now. */
  read(sha256: string): Promise<Uint8Array | null>;
  /**
   * Stores a snapshot in place of the one with the hash `former` (null: in place of none), or the time of the same one.
   * False, and nothing changes, when another is stored.
   */
  replace(
    former: string | null,
    snapshot: TrustSnapshotRecord & { readonly bytes: Uint8Array },
  ): Promise<boolean>;
}

/** What a call needs: a store that answers, or one that also takes durable writes. */
export type StoreNeed = "reads" | "writes";

export interface Store {
  readonly accounts: AccountStore;
  readonly people: PeopleStore;
  readonly audit: AuditStore;
  readonly orders: OrderStore;
  readonly proofs: ProofStore;
  readonly seals: SealStore;
  readonly batches: BatchStore;
  readonly attestations: AttestationStore;
  readonly stamps: StampStore;
  readonly blockHeaders: BlockHeaderStore;
  readonly witnesses: WitnessStore;
  readonly revocation: RevocationStore;
  readonly custody: CustodyStore;
  readonly trustSnapshots: TrustSnapshotStore;
  readonly leases: LeaseStore;
  readonly rates: RateStore;
  /** 32 random bytes under a name, created on first use and the same for all instances from then on. */
  secret(name: string): Promise<Uint8Array>;
  /**
   * Resolves when the store answers and, unless only reads are needed, takes writes. It tries a write if none has
   * succeeded recently.
   *
   * @returns the time by the clock of the store.
   * @throws StoreUnavailableError
   */
  ping(need?: StoreNeed): Promise<Date>;
  close(): Promise<void>;
}

/** The store does not answer. Request handlers answer `unavailable`; jobs retry. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  /** The proof that may exist, for a registration whose outcome is unknown. Null if none was created. */
  readonly proofId: string | null;
  /** Whether what was asked for may have taken effect: the answer to a commit was lost. */
  readonly isUndecided: boolean;

  constructor(
    message: string,
    { proofId, isUndecided, ...options }: ErrorOptions & { proofId?: string; isUndecided?: boolean } = {},
  ) {
    super(message, options);
    this.proofId = proofId ?? null;
    this.isUndecided = isUndecided ?? false;
  }
}

/** Another instance has taken over the job: nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** The database was written by a later version of this program. */
export class NewerDatabaseError extends Error {
  override readonly name = "NewerDatabaseError";
}
