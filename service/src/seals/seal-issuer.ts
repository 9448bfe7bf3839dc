/**
 * Requests a pending seal from the timestamping authority and stores the answer: docs/design/seals.md.
 *
 * A hold in the store keeps other processes from requesting the same seal. The store takes only the first answer, so an
 * answer that arrives after its hold is harmless. Callers of one process share one request, which continues even when
 * nobody waits for it.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { Deadline } from "@svc-proof/verifier-lib/source";
import type { Tsa, TsaAnswer } from "../clients/tsa/tsa.js";
import type { Log } from "../log.js";
import type { SealStore } from "../records/records.js";
import type { SealHold, SealRecord } from "../records/types.js";

/** Many authorities accept at most 64 bits. */
const NONCE_BYTES = 8;
/** Time to store an answer that arrives at the last moment. */
const STORING_MS = 15_000;
/** The wait between two tries doubles, up to this many times the first. */
const MAX_RETRY_FACTOR = 32;

export interface SealIssuerOptions {
  readonly seals: SealStore;
  readonly tsa: Tsa;
  readonly log: Pick<Log, "info" | "warn">;
  /** Time-out of a request to the authority. */
  readonly timeoutMs: number;
  /** From the first failure to the job's next try. */
  readonly retryMs: number;
}

/** `asked`: another process has requested it. */
export type SealOutcome =
  | { readonly kind: "issued"; readonly seal: SealRecord }
  | { readonly kind: "pending" | "asked" | "refunded" };

export class SealIssuer {
  readonly #options: SealIssuerOptions;
  readonly #closing = new AbortController();
  /** By proof. */
  readonly #inFlight = new Map<string, Promise<SealOutcome>>();

  constructor(options: SealIssuerOptions) {
    this.#options = options;
  }

  /** When the job checks a seal that is paid for now, in case this process dies before it requests the seal. */
  get firstDueAt(): Date {
    return new Date(Date.now() + this.#options.retryMs);
  }

  /**
   * Requests the seal of a proof, unless it is issued or requested already.
   *
   * @throws StoreUnavailableError. The seal is still pending then, and the authority's answer may be lost.
   */
  ask(proofId: string): Promise<SealOutcome> {
    let exchange = this.#inFlight.get(proofId);
    if (exchange === undefined) {
      exchange = this.#ask(proofId).finally(() => this.#inFlight.delete(proofId));
      this.#inFlight.set(proofId, exchange);
    }
    return exchange;
  }

  /** Cancels the requests in flight. Their seals are due at once, for any instance. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#inFlight.values());
  }

  async #ask(proofId: string): Promise<SealOutcome> {
    const { seals, timeoutMs } = this.#options;
    const ttlMs = timeoutMs + STORING_MS;
    const hold = await seals.hold(proofId, ttlMs, new Date(Date.now() + ttlMs));
    if (hold === null) return this.#standing(proofId);
    return this.#keep(hold, await this.#issue(hold));
  }

  async #issue({ seal }: SealHold): Promise<TsaAnswer> {
    const { tsa, timeoutMs } = this.#options;
    const deadline = new Deadline(timeoutMs, this.#closing.signal);
    try {
      const nonce = randomBytes(NONCE_BYTES);
      return await tsa.issue({ hash: seal.hash, nonce, deadline: deadline.signal });
    } finally {
      deadline.clear();
    }
  }

  async #keep(hold: SealHold, answer: TsaAnswer): Promise<SealOutcome> {
    const { seals, log } = this.#options;
    const { seal } = hold;
    const { proofId: proof } = seal;
    if (answer.kind === "issued") {
      const { response, kind, chain, ...token } = answer;
      const standing = await seals.issue(seal, token, response);
      if (standing === null) return { kind: "refunded" };
      log.info({ proof, tries: seal.tries }, "seal issued");
      return { kind: "issued", seal: standing };
    }
    const { reason } = answer;
    if (answer.kind === "refused") {
      const refund = { id: randomUUID(), cause: `refund: the authority refused: ${reason}`, at: new Date() };
      if (!(await seals.refund(seal, refund))) return this.#standing(proof);
      log.warn({ proof, reason }, "the authority refused a seal for good; it is refunded");
      return { kind: "refunded" };
    }
    await seals.postpone(hold, new Date(Date.now() + this.#delayMs(seal.tries)));
    return { kind: "pending" };
  }

  async #standing(proofId: string): Promise<SealOutcome> {
    const seal = await this.#options.seals.find(proofId);
    if (seal === null) return { kind: "refunded" };
    return seal.token === null ? { kind: "asked" } : { kind: "issued", seal };
  }

  #delayMs(tries: number): number {
    if (this.#closing.signal.aborted) return 0;
    return this.#options.retryMs * Math.min(2 ** (tries - 1), MAX_RETRY_FACTOR);
  }
}
