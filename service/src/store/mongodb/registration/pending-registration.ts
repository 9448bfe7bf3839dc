/** A registration that waits for its answer. */
import { randomUUID } from "node:crypto";
import type { Binary } from "mongodb";
import { newOrderedId } from "../../ordered-id.js";
import { type Registration, type RegistrationResult, StoreUnavailableError } from "../../store.js";
import { hexToBinary, ownUuidToBinary } from "../documents/binary.js";
import type { FingerprintDocument, ReservationDocument } from "../documents/documents.js";
import { idempotencyDigest } from "./idempotency-digest.js";

/** Delays between two tries of a registration that waits for another. They double up to the maximum. */
const FIRST_DELAY_MS = 2;
const LAST_DELAY_MS = 64;

export class PendingRegistration {
  /** The registration as the caller requested it. */
  readonly asked: Registration;
  readonly account: Binary;
  readonly hash: Binary;
  /** The identifier of the proof to create: the requested one, or a new one once that is unusable. */
  id: Binary;
  certificateId: Binary;
  /**
   * The ledger's entry for the proof's seal, if one is requested: the requested entry, or a new one for a new proof.
   */
  spendId: string | null;
  /** Null without an idempotency key. */
  idempotency: ReservationDocument | null = null;
  fingerprint: FingerprintDocument;
  /** Whether this is the first registration of the hash. */
  isFirst = false;
  isSettled = false;
  /** Whether reservations for the proof may exist. */
  hasReserved = false;
  /** Whether the insertion of the proof has begun, so that it may exist. */
  mayBeMade = false;
  #tries = 0;
  readonly #digest: Binary | null;
  readonly #resolve: (result: RegistrationResult) => void;
  readonly #reject: (error: unknown) => void;
  /** By `performance.now()`: when the caller gets an error because the registration was not decided in time. */
  readonly #deadlineMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** @throws RangeError when an identifier, the hash or the date is malformed. */
  constructor(
    asked: Registration,
    timeoutMs: number,
    resolve: (result: RegistrationResult) => void,
    reject: (error: unknown) => void,
  ) {
    if (Number.isNaN(asked.receivedAt.getTime())) throw new RangeError(`"receivedAt" expected a valid date`);
    this.asked = asked;
    this.account = ownUuidToBinary(asked.accountId);
    this.hash = hexToBinary(asked.hash);
    this.#digest = digestOf(asked);
    this.id = ownUuidToBinary(asked.id);
    this.certificateId = ownUuidToBinary(asked.certificateId);
    this.spendId = asked.seal?.spendId ?? null;
    this.fingerprint = this.#reservationFor(this.id);
    this.#resolve = resolve;
    this.#reject = reject;
    this.#deadlineMs = performance.now() + timeoutMs;
    this.#startClock();
  }

  /** Ends the time-out: the caller waits for the outcome. Each query to the server is bounded. */
  stopClock(): void {
    clearTimeout(this.#timer);
  }

  resolve(result: RegistrationResult): void {
    this.#settle(() => this.#resolve(result));
  }

  reject(error: unknown): void {
    this.#settle(() => this.#reject(error));
  }

  /**
   * Starts again as a new proof, in the remaining time, and abandons the former one. Whoever meets the former
   * reservations resolves them.
   */
  renew(): void {
    this.id = ownUuidToBinary(newOrderedId(this.asked.receivedAt));
    this.certificateId = ownUuidToBinary(newOrderedId(this.asked.receivedAt));
    this.spendId = this.asked.seal && randomUUID();
    this.fingerprint = this.#reservationFor(this.id);
    this.isFirst = false;
    this.hasReserved = false;
    this.mayBeMade = false;
    this.#startClock();
  }

  /**
   * Time to wait before the next try, in ms. The second try does not wait: it is blocked by a registration of the same
   * group.
   */
  nextDelayMs(): number {
    const tries = this.#tries++;
    return tries === 0 ? 0 : Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries - 1));
  }

  #startClock(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () =>
        this.reject(new StoreUnavailableError("the MongoDB store could not decide a registration in time")),
      this.#deadlineMs - performance.now(),
    );
  }

  #reservationFor(proof: Binary): FingerprintDocument {
    this.idempotency = this.#digest && { _id: this.#digest, proof };
    return { _id: this.hash, proof, account: this.account };
  }

  #settle(tell: () => void): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.#timer);
    tell();
  }
}

function digestOf(asked: Registration): Binary | null {
  return asked.idempotencyKey === null ? null : idempotencyDigest(asked, asked.idempotencyKey);
}
