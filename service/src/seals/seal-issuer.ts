/**
 * One question to the timestamping authority for one pending seal, and what follows from the answer: docs/design/seals.md.
 *
 * A hold in the store keeps all other processes from asking for the same seal meanwhile, and the store takes the first
 * answer only: an exchange that comes back after its hold is over does no harm. However many ask this process for a seal at
 * once, there is one exchange, which goes on when nobody waits for it any more.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { Deadline } from "@svc-proof/verifier-lib/source";
import type { Tsa, TsaAnswer } from "../clients/tsa/tsa.js";
import type { Log } from "../log.js";
import type { SealHold, SealRecord, SealStore } from "../store/store.js";

/** Many authorities take 64 bits and not more. */
const NONCE_BYTES = 8;
/** For storing an answer that came at the last moment. */
const STORING_MS = 15_000;
/** The wait between two tries doubles up to so many times the first. */
const MAX_RETRY_FACTOR = 32;

export interface SealIssuerOptions {
  readonly seals: SealStore;
  readonly tsa: Tsa;
  readonly log: Pick<Log, "info" | "warn">;
  /** Time after which a question to the authority is given up. */
  readonly timeoutMs: number;
  /** From the first failure to the job's next try. */
  readonly retryMs: number;
}

/** `asked`: another process is asking. */
export type SealOutcome =
  | { readonly kind: "issued"; readonly seal: SealRecord }
  | { readonly kind: "pending" | "asked" | "refunded" };

export class SealIssuer {
  readonly #options: SealIssuerOptions;
  readonly #closing = new AbortController();
  /** By proof. */
  readonly #underWay = new Map<string, Promise<SealOutcome>>();

  constructor(options: SealIssuerOptions) {
    this.#options = options;
  }

  /** When the job looks at a seal that is paid for now, should this process die before it has asked. */
  get firstDueAt(): Date {
    return new Date(Date.now() + this.#options.retryMs);
  }

  /**
   * Asks the authority for the seal of a proof, unless it is issued or being asked for.
   *
   * @throws StoreUnavailableError: what the authority answered may be lost, and the seal is still pending then.
   */
  ask(proofId: string): Promise<SealOutcome> {
    let exchange = this.#underWay.get(proofId);
    if (exchange === undefined) {
      exchange = this.#ask(proofId).finally(() => this.#underWay.delete(proofId));
      this.#underWay.set(proofId, exchange);
    }
    return exchange;
  }

  /** Ends what is under way: those seals are due at once for whoever is there. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#underWay.values());
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
      const { response, kind, ...token } = answer;
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
