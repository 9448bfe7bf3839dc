/** Issues what was paid for, or gives it back: asks the authority, and refunds what it refuses for good; the job `seal`. */

import { randomBytes, randomUUID } from "node:crypto";
import { Deadline } from "@svc-proof/verifier-lib/source";
import type { Tsa, TsaAnswer } from "../clients/tsa.js";
import { type JobHost, type JobLoop, startLeasedJob } from "../jobs/job.js";
import type { Log } from "../log.js";
import type { ClockWatch } from "../operations/health.js";
import type { Records, SealStore } from "../records/records.js";
import type { SealHold, SealRecord } from "../records/types.js";
import { untilAborted } from "../retry.js";

// A timestamping authority that is asked for nothing while the clock of this instance is not to be relied on: its tokens would
// be refused for their times, and each is charged for. The times of its tokens are compared with the clock in turn.

/** A token may state whole seconds, rounded down or up. */
const RESOLUTION_MS = 1_000;

/** The same authority, asked while the clock is right. */
export function timedTsa(tsa: Tsa, clock: Pick<ClockWatch, "saw" | "fault">): Tsa {
  return {
    name: tsa.name,
    issue: async (request) => {
      if (clock.fault() !== null)
        return { kind: "unavailable", reason: "the clock of this instance is not to be relied on" };
      const askedAtMs = performance.now();
      const answer = await tsa.issue(request);
      if (answer.kind !== "refused" && answer.genTime != null) {
        const genTimeMs = answer.genTime.getTime();
        const bounds = { earliestMs: genTimeMs - RESOLUTION_MS, latestMs: genTimeMs + RESOLUTION_MS };
        clock.saw("authority", bounds, askedAtMs);
      }
      return answer;
    },
  };
}

// Requests a pending seal from the timestamping authority and stores the answer: docs/design/seals.md.
//
// A hold in the store keeps other processes from requesting the same seal. The store takes only the first answer, so an
// answer that arrives after its hold is harmless. Callers of one process share one request, which continues even when
// nobody waits for it.

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

// The job that completes pending seals. It runs in the one instance that holds its lease; requests complete seals
// too, and a hold on each seal keeps the two apart.

/** Seals of one run. */
const MAX_DUE = 100;
/** Parallel requests to the authority. */
const PARALLEL = 4;

export interface SealJobOptions extends JobHost {
  readonly store: Pick<Records, "seals" | "leases">;
  readonly issuer: SealIssuer;
  /** Time between two checks for due seals. */
  readonly intervalMs: number;
}

/** Starts the job. */
export function startSealJob(options: SealJobOptions): JobLoop {
  const { store, issuer, intervalMs } = options;
  return startLeasedJob(options, {
    name: "seal",
    intervalMs,
    run: async (_lease, signal) => {
      // For the metrics, which observe the store's answers.
      await store.seals.pending();
      const due = await store.seals.takeDue(new Date(), MAX_DUE);
      for (let at = 0; at < due.length; at += PARALLEL) {
        const asked = due.slice(at, at + PARALLEL);
        // Requests continue by themselves, and their answers are stored.
        const outcomes = await untilAborted(
          () => Promise.all(asked.map(({ proofId }) => issuer.ask(proofId))),
          signal,
        );
        // When one fails, the others most likely would too. They stay due, and come first next time.
        if (outcomes.some(({ kind }) => kind === "pending")) return;
      }
    },
  });
}
