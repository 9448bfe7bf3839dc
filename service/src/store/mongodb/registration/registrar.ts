/**
 * Registers in MongoDB, in groups: requests that arrive while a group is in flight share the round trips of the next one,
 * so 64 of them cost little more than one. Each process has one group in flight; other processes have theirs at the
 * same time. The steps, and why they are exact: docs/operations/scaling.md.
 *
 * A proof is acknowledged when the majority has it. After an error the callers of a group get
 * `StoreUnavailableError`, with the identifier of the proof where it may have been made. Reservations for a proof that
 * is not made are released where the server answers; the others count as undecided, and whoever meets one resolves it.
 */

import type { Binary } from "mongodb";
import {
  type ProofRecord,
  type Registration,
  type RegistrationResult,
  StoreUnavailableError,
} from "../../store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToUuid } from "../documents/binary.js";
import type { FingerprintDocument, ProofDocument, ReservationDocument } from "../documents/documents.js";
import type { Decision, ProofDecisions } from "../proofs/proof-decisions.js";
import type { SealLedger } from "../seals/seal-ledger.js";
import { ApiKeyCache } from "./api-key-cache.js";
import type { DailyQuota, QuotaRequest } from "./daily-quota.js";
import { PendingRegistration } from "./pending-registration.js";
import { MAX_APPEND, type ReceiptLog } from "./receipt-log.js";
import type { Reservations } from "./reservations.js";

/** Registrations of one group. Each takes a few hundred bytes in each round trip. */
const MAX_GROUP = Math.min(256, MAX_APPEND);

/** How to handle a reservation that blocks a registration. */
type Obstacle = ProofDocument | "wait" | "none";

export interface RegistrarParts {
  readonly access: MongoAccess;
  readonly receipts: ReceiptLog;
  readonly decisions: ProofDecisions;
  readonly quota: DailyQuota;
  readonly ledger: SealLedger;
  readonly fingerprints: Reservations<FingerprintDocument>;
  readonly idempotencyKeys: Reservations<ReservationDocument>;
  /** The records of proofs, with their batches. */
  recordsOf(proofs: readonly ProofDocument[]): Promise<readonly ProofRecord[]>;
}

export class Registrar {
  readonly #parts: RegistrarParts;
  readonly #keys: ApiKeyCache;
  #queue: PendingRegistration[] = [];
  /** Registrations that wait until others are decided, with the end of the wait. */
  readonly #waiting = new Map<PendingRegistration, NodeJS.Timeout>();
  #working: Promise<void> | null = null;
  /** Reservations that are being released. */
  readonly #releasing = new Set<Promise<void>>();
  #isClosed = false;

  constructor(parts: RegistrarParts) {
    this.#parts = parts;
    this.#keys = new ApiKeyCache(parts.access);
  }

  register(registration: Registration): Promise<RegistrationResult> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StoreUnavailableError("the MongoDB store is closed");
      this.#enqueue(new PendingRegistration(registration, this.#parts.access.timeoutMs, resolve, reject));
    });
  }

  /** Waits for the group in flight and refuses the registrations that wait. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const waiting = [...this.#queue, ...this.#waiting.keys()];
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    this.#queue = [];
    for (const pending of waiting)
      pending.reject(new StoreUnavailableError("the MongoDB store is being closed"));
    await this.#working;
    this.#release(waiting);
    await Promise.all(this.#releasing);
  }

  #enqueue(pending: PendingRegistration): void {
    this.#queue.push(pending);
    this.#working ??= this.#work();
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    // Registrations that arrive in this turn of the event loop join the group.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      const group = this.#unsettled(this.#queue.splice(0, MAX_GROUP));
      try {
        await this.#registerGroup(group);
      } catch (error) {
        for (const pending of group) pending.reject(error);
        this.#release(group);
      }
    }
    // Set in the same turn that saw the queue empty, so a registration that is queued later starts the work again.
    this.#working = null;
  }

  /** Leaves out registrations that have timed out, and releases their reservations. */
  #unsettled(group: readonly PendingRegistration[]): readonly PendingRegistration[] {
    const settled = group.filter(({ isSettled }) => isSettled);
    if (settled.length === 0) return group;
    this.#release(settled);
    return group.filter(({ isSettled }) => !isSettled);
  }

  /** Releases, in the background, the reservations for proofs that are not made, so that nobody waits for them. */
  #release(group: readonly PendingRegistration[]): void {
    const ended = group.filter(({ isSettled, mayBeMade }) => isSettled && !mayBeMade);
    const releasing = this.#releaseReservations(ended).catch(() => {
      // Whoever meets them resolves them.
    });
    this.#releasing.add(releasing);
    void releasing.then(() => this.#releasing.delete(releasing));
  }

  async #releaseReservations(group: readonly PendingRegistration[]): Promise<void> {
    const { fingerprints, idempotencyKeys } = this.#parts;
    const reserving = group.filter(({ hasReserved }) => hasReserved);
    await Promise.all([
      fingerprints.release(reserving.map(({ fingerprint }) => fingerprint)),
      idempotencyKeys.release(reserving.flatMap(({ idempotency }) => idempotency ?? [])),
    ]);
  }

  /** Retries a little later. */
  #retry(pending: PendingRegistration): void {
    if (pending.isSettled) return;
    if (this.#isClosed) {
      pending.reject(new StoreUnavailableError("the MongoDB store is being closed"));
      this.#release([pending]);
      return;
    }
    const delayMs = pending.nextDelayMs();
    if (delayMs === 0) {
      this.#queue.push(pending);
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(pending);
      this.#enqueue(pending);
    }, delayMs);
    this.#waiting.set(pending, timer);
  }

  async #registerGroup(asked: readonly PendingRegistration[]): Promise<void> {
    const group = await this.#knownCallers(asked);
    const own = new Set(group.map(({ id }) => binaryToUuid(id)));
    const withoutFingerprint = await this.#reserveIdempotencyKeys(group, own);
    const reserved = await this.#reserveFingerprints(withoutFingerprint, own);
    const counted = await this.#countOfDay(this.#unsettled(reserved));
    const paid = await this.#payForSeals(counted).catch((error: unknown) => {
      for (const pending of counted) this.#note(pending, false);
      throw error;
    });
    await this.#make(paid);
  }

  async #knownCallers(group: readonly PendingRegistration[]): Promise<readonly PendingRegistration[]> {
    const known = await this.#keys.check(group.map(({ asked }) => asked));
    return group.filter((pending, i) => {
      const { keyId, accountId } = pending.asked;
      if (!known[i])
        pending.reject(new RangeError(`there is no API key ${keyId} of an account ${accountId}`));
      return known[i];
    });
  }

  /** @returns the registrations that hold their idempotency key, or have none. */
  async #reserveIdempotencyKeys(
    group: readonly PendingRegistration[],
    own: ReadonlySet<string>,
  ): Promise<readonly PendingRegistration[]> {
    const { idempotencyKeys } = this.#parts;
    const keyed = group.filter(({ idempotency }) => idempotency !== null);
    const theirs = await this.#reserve(keyed, ({ idempotency }) => idempotency!, idempotencyKeys, own);
    const existing: [PendingRegistration, ProofDocument][] = [];
    const clear = group.filter((pending) => {
      const obstacle = theirs.get(pending) ?? "none";
      if (obstacle === "wait") this.#retry(pending);
      else if (obstacle !== "none") existing.push([pending, obstacle]);
      return obstacle === "none";
    });
    await this.#answerExisting(existing);
    return clear;
  }

  /** @returns the registrations that make a proof, first registrants or not. */
  async #reserveFingerprints(
    group: readonly PendingRegistration[],
    own: ReadonlySet<string>,
  ): Promise<readonly PendingRegistration[]> {
    const { fingerprints, idempotencyKeys } = this.#parts;
    const theirs = await this.#reserve(group, ({ fingerprint }) => fingerprint, fingerprints, own);
    const existing: [PendingRegistration, ProofDocument][] = [];
    const unsealed: [PendingRegistration, ProofDocument][] = [];
    const clear = group.filter((pending) => {
      const obstacle = theirs.get(pending) ?? "none";
      pending.isFirst = obstacle === "none";
      if (obstacle === "wait") this.#retry(pending);
      else if (obstacle !== "none" && pending.spendId !== null) unsealed.push([pending, obstacle]);
      else if (obstacle !== "none" && isOf(obstacle, pending)) existing.push([pending, obstacle]);
      else return true;
      return false;
    });
    await this.#refuseSeals(unsealed);
    const bound = await Promise.all(
      existing.map(async ([{ idempotency }, { _id }]) =>
        idempotency === null ? true : idempotencyKeys.replace(idempotency, { ...idempotency, proof: _id }),
      ),
    );
    await this.#answerExisting(existing.filter((_, i) => bound[i]));
    // Another registration took over the idempotency key and abandoned the proof.
    for (const [pending] of existing.filter((_, i) => !bound[i])) this.#restart(pending);
    return clear;
  }

  /** Makes a reservation for each; returns the obstacle of each that failed. */
  async #reserve<Reserved extends ReservationDocument & { readonly account?: Binary }>(
    group: readonly PendingRegistration[],
    reservationOf: (pending: PendingRegistration) => Reserved,
    reservations: Reservations<Reserved>,
    own: ReadonlySet<string>,
  ): Promise<ReadonlyMap<PendingRegistration, Obstacle>> {
    for (const pending of group) pending.hasReserved = true;
    const standing = await reservations.take(group.map(reservationOf));
    const others = standing.flatMap((reservation, i) => {
      if (reservation === null || own.has(binaryToUuid(reservation.proof))) return [];
      return [{ pending: group[i]!, reservation }];
    });
    const decisions = await this.#parts.decisions.decide(
      // A key of repeated requests belongs to one API key, and so to the account that asks.
      others.map(({ pending, reservation }) => ({
        _id: reservation.proof,
        account: reservation.account ?? pending.account,
      })),
    );
    const obstacles = new Map<PendingRegistration, Obstacle>();
    await Promise.all(
      standing.map(async (reservation, i) => {
        const pending = group[i]!;
        obstacles.set(
          pending,
          await this.#obstacle(pending, reservationOf(pending), reservation, reservations, decisions),
        );
      }),
    );
    return obstacles;
  }

  async #obstacle<Reserved extends ReservationDocument>(
    { id }: PendingRegistration,
    wanted: Reserved,
    standing: Reserved | null,
    reservations: Reservations<Reserved>,
    decisions: ReadonlyMap<string, Decision>,
  ): Promise<Obstacle> {
    if (standing === null) return "wait";
    const proof = binaryToUuid(standing.proof);
    if (proof === binaryToUuid(id)) return "none";
    const decision = decisions.get(proof) ?? "undecided";
    if (decision === "undecided") return "wait";
    if (decision !== "abandoned") return decision;
    return (await reservations.replace(standing, wanted)) ? "none" : "wait";
  }

  /** For bytes that are registered already: their seal is bought separately, and no idempotency key is bound. */
  async #refuseSeals(refused: readonly [PendingRegistration, ProofDocument][]): Promise<void> {
    if (refused.length === 0) return;
    await this.#releaseReservations(refused.map(([pending]) => pending));
    const owned = refused.filter(([pending, proof]) => isOf(proof, pending));
    const records = await this.#parts.recordsOf(owned.map(([, proof]) => proof));
    for (const [i, [pending]] of owned.entries()) {
      pending.resolve({ outcome: "owned", proof: records[i]! });
    }
    for (const [pending, proof] of refused) {
      if (!isOf(proof, pending)) pending.resolve({ outcome: "foreign" });
    }
  }

  /** @returns the registrations that the daily limit allows, and those that do not count. */
  async #countOfDay(group: readonly PendingRegistration[]): Promise<readonly PendingRegistration[]> {
    const counted = await this.#countEach(group.filter(isCounted));
    const refused = new Set(group.filter(isCounted));
    for (const pending of counted) refused.delete(pending);
    return group.filter((pending) => !refused.has(pending));
  }

  async #countEach(group: readonly PendingRegistration[]): Promise<readonly PendingRegistration[]> {
    const { quota } = this.#parts;
    const requests = group.map(quotaRequestOf);
    const grants = await quota.take(requests).catch((error: unknown) => {
      // Some may have been counted, but none will be created.
      for (const request of requests) quota.note(request, false);
      throw error;
    });
    const refused: [PendingRegistration, number][] = [];
    const counted = group.filter((pending, i) => {
      const grant = grants[i]!;
      if (grant === "undecided") this.#retry(pending);
      else if (grant !== "granted") refused.push([pending, grant.used]);
      return grant === "granted";
    });
    await this.#refuse(refused).catch((error: unknown) => {
      for (const [pending] of refused) pending.reject(error);
    });
    return counted;
  }

  async #refuse(refused: readonly [PendingRegistration, number][]): Promise<void> {
    await this.#releaseReservations(refused.map(([pending]) => pending));
    for (const [pending, used] of refused) pending.resolve({ outcome: "quota_exceeded", used });
  }

  /** @returns the registrations without a seal, and those whose seals are paid for. */
  async #payForSeals(group: readonly PendingRegistration[]): Promise<readonly PendingRegistration[]> {
    const { ledger } = this.#parts;
    const buyers = group.filter(({ spendId, isSettled }) => spendId !== null && !isSettled);
    if (buyers.length === 0) return group;
    const results = await Promise.all(
      buyers.map(({ id, hash, spendId, asked }) => {
        const { accountId, receivedAt: at, seal } = asked;
        return ledger.pay({ accountId, proof: id, hash, at, spendId: spendId!, dueAt: seal!.dueAt });
      }),
    );
    const paid = new Set(buyers.filter((_, i) => results[i] === "paid"));
    const unpaid = buyers.filter((pending) => !paid.has(pending));
    for (const pending of unpaid) this.#note(pending, false);
    const broke = buyers.filter((_, i) => results[i] === "none_left");
    await this.#releaseReservations(broke);
    for (const pending of broke) pending.resolve({ outcome: "no_seal_left" });
    const blocked = unpaid.filter((pending) => !broke.includes(pending));
    // The blocking payment is in flight, or a process that died left it.
    await Promise.all(uniqueAccounts(blocked).map((account) => ledger.settle(account)));
    for (const pending of blocked) this.#retry(pending);
    return group.filter((pending) => !unpaid.includes(pending));
  }

  /** Appends proofs to the order of receipt and writes them. Writing a proof decides its registration. */
  async #make(counted: readonly PendingRegistration[]): Promise<void> {
    const { receipts } = this.#parts;
    const group = this.#unsettled(counted);
    for (const pending of counted) if (pending.isSettled) this.#note(pending, false);
    if (group.length === 0) return;
    // From here on the caller waits for the outcome.
    for (const pending of group) pending.stopClock();
    const position = await receipts
      .append(group.map(({ id, hash, asked }) => ({ id, hash, receivedAt: asked.receivedAt })))
      .catch((error: unknown) => {
        for (const pending of group) this.#note(pending, false);
        throw error;
      });
    const proofs = group.map((pending, i) => proofDocumentOf(pending, position + i));
    for (const pending of group) pending.mayBeMade = true;
    const decisions = await this.#insert(proofs);
    const sealed: [PendingRegistration, ProofDocument][] = [];
    for (const [i, pending] of group.entries()) {
      const decision = decisions[i]!;
      if (decision === "undecided") {
        pending.reject(
          new StoreUnavailableError("the MongoDB store did not report whether it created a proof", {
            proofId: binaryToUuid(pending.id),
          }),
        );
        continue;
      }
      this.#note(pending, decision !== "abandoned");
      if (decision === "abandoned") this.#restart(pending);
      else if (decision.seq !== position + i) pending.reject(usedTwice(pending));
      else if (pending.spendId === null) pending.resolve({ outcome: "created", proof: newRecordOf(pending) });
      else sealed.push([pending, decision]);
    }
    await this.#answerSealed(sealed);
  }

  /** Creates the seals of proofs that exist. The seals are paid for already. */
  async #answerSealed(sealed: readonly [PendingRegistration, ProofDocument][]): Promise<void> {
    if (sealed.length === 0) return;
    try {
      const accounts = uniqueAccounts(sealed.map(([pending]) => pending));
      await Promise.all(accounts.map((account) => this.#parts.ledger.settle(account)));
      const records = await this.#parts.recordsOf(sealed.map(([, proof]) => proof));
      for (const [i, [pending]] of sealed.entries()) {
        pending.resolve({ outcome: "created", proof: records[i]! });
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      const { message } = error;
      for (const [pending] of sealed) {
        pending.reject(
          new StoreUnavailableError(message, { cause: error, proofId: binaryToUuid(pending.id) }),
        );
      }
    }
  }

  /** The outcome of each proof. */
  async #insert(proofs: readonly ProofDocument[]): Promise<readonly Decision[]> {
    const { access, decisions } = this.#parts;
    try {
      const standing = await access.insertEach(access.collections.proofs, proofs);
      if (standing.size === 0) return proofs;
      const decided = await decisions.read(proofs.filter((_, i) => standing.has(i)).map(({ _id }) => _id));
      return proofs.map((proof, i) => (standing.has(i) ? decided.get(binaryToUuid(proof._id))! : proof));
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      // It is unknown which were written. Tombstones find out: they can be inserted only where there is no proof.
      const decided = await decisions.abandon(proofs).catch((unknown: unknown) => {
        if (!(unknown instanceof StoreUnavailableError)) throw unknown;
        return new Map<string, Decision>();
      });
      return proofs.map(({ _id }) => decided.get(binaryToUuid(_id)) ?? "undecided");
    }
  }

  async #answerExisting(existing: readonly [PendingRegistration, ProofDocument][]): Promise<void> {
    if (existing.length === 0) return;
    const records = await this.#parts.recordsOf(existing.map(([, proof]) => proof));
    for (const [i, [pending]] of existing.entries()) {
      pending.resolve({ outcome: "existing", proof: records[i]! });
    }
  }

  /** Notes for the limit of the day whether a proof that was counted was made. */
  #note(pending: PendingRegistration, isMade: boolean): void {
    if (isCounted(pending)) this.#parts.quota.note(quotaRequestOf(pending), isMade);
  }

  #restart(pending: PendingRegistration): void {
    pending.renew();
    this.#retry(pending);
  }
}

function isOf(proof: ProofDocument, { account }: PendingRegistration): boolean {
  return binaryToUuid(proof.account) === binaryToUuid(account);
}

function quotaRequestOf({ id, asked }: PendingRegistration): QuotaRequest {
  const { accountId, receivedAt, dailyLimit } = asked;
  return { id, accountId, receivedAt, dailyLimit };
}

function proofDocumentOf(pending: PendingRegistration, seq: number): ProofDocument {
  const { id, account, certificateId, hash, isFirst, asked } = pending;
  const { origin, name, metadata, size, mimeType, receivedAt } = asked;
  return {
    _id: id,
    account,
    certificateId,
    hash,
    name,
    metadata,
    size,
    mimeType,
    receivedAt,
    first: isFirst,
    seq,
    ...(origin === "web" ? { origin } : {}),
  };
}

/** Whether the proof counts towards the limit of its day. */
function isCounted({ asked }: PendingRegistration): boolean {
  return asked.origin === "api";
}

function newRecordOf({ id, certificateId, isFirst, asked }: PendingRegistration): ProofRecord {
  const { accountId, origin, hash, name, size, mimeType, receivedAt } = asked;
  return {
    id: binaryToUuid(id),
    certificateId: binaryToUuid(certificateId),
    accountId,
    origin,
    hash,
    name,
    size,
    mimeType,
    receivedAt,
    firstRegistrant: isFirst,
    batch: null,
    leafIndex: null,
    seal: null,
  };
}

function uniqueAccounts(group: readonly PendingRegistration[]): readonly Binary[] {
  return [...new Map(group.map(({ account }) => [binaryToUuid(account), account])).values()];
}

function usedTwice({ asked }: PendingRegistration): RangeError {
  return new RangeError(`the identifier ${asked.id} already belongs to another proof`);
}
