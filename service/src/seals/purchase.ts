/**
 * Sells seals to requests, which wait for them: docs/interface.md, `POST /proofs/{id}/qualified` and `POST /proofs`
 * with `qualified`. It decides who may buy. The store takes the payment and the issuer obtains the seal.
 */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../errors.js";
import type { MinuteLimiter } from "../http/limits.js";
import type { Records } from "../records/records.js";
import type { ProofRecord, SealOrder, SealRecord } from "../records/types.js";
import type { SealIssuer, SealOutcome } from "./issue-or-refund.js";

/** Time between two checks of a seal that another instance requested. */
const LOOK_MS = 100;

export interface SealPurchaseOptions {
  readonly store: Pick<Records, "accounts" | "seals">;
  /** Null without an authority. */
  readonly issuer: SealIssuer | null;
  /** Seals that an account may buy a minute. */
  readonly limiter: MinuteLimiter;
  /** Time that a request waits for the authority. */
  readonly waitMs: number;
  /** Why no seal is sold at present, though there is an authority; null when seals are sold. */
  readonly closedBecause?: () => Promise<string | null>;
  readonly buyUrl: () => string;
}

/** A seal and whether this request paid for it. */
export interface BoughtSeal {
  readonly isNew: boolean;
  readonly seal: SealRecord;
}

export class SealPurchase {
  readonly #options: SealPurchaseOptions;

  constructor(options: SealPurchaseOptions) {
    this.#options = options;
  }

  /** Whether seals are sold at present. */
  async isOpen(): Promise<boolean> {
    return this.#options.issuer !== null && !(await this.#isClosed());
  }

  /**
   * Pays for the seal of a proof, or finds the one that it has.
   *
   * @throws ApiError `conflict`, `payment_required`, `rate_limited`, `seal_unavailable`. Nothing was spent.
   */
  async buy(proof: ProofRecord): Promise<BoughtSeal> {
    if (!proof.firstRegistrant) throw foreignBytes();
    if (proof.seal !== null) return { isNew: false, seal: proof.seal };
    return this.sell(proof.accountId, async (order) => {
      const result = await this.#options.store.seals.spend({ ...order, proof, at: new Date() });
      if (result.outcome === "none_left") throw this.noneLeft();
      const isNew = result.outcome === "spent";
      return { isSold: isNew, result: { isNew, seal: result.seal } };
    });
  }

  /**
   * Runs a payment for a seal. It counts towards the limit per minute only when a seal was sold.
   *
   * @throws ApiError `payment_required`, `rate_limited`, `seal_unavailable`, and the errors of the payment.
   */
  async sell<Result>(
    accountId: string,
    pay: (order: SealOrder) => Promise<{ isSold: boolean; result: Result }>,
  ): Promise<Result> {
    const { issuer, limiter } = this.#options;
    if (issuer === null || (await this.#isClosed())) throw await this.#closed(accountId);
    const count = await limiter.take(accountId);
    if (count instanceof ApiError) throw count;
    let isSold = false;
    try {
      const paid = await pay({ spendId: randomUUID(), dueAt: issuer.firstDueAt });
      isSold = paid.isSold;
      return paid.result;
    } finally {
      if (!isSold) await count.giveBack();
    }
  }

  /**
   * Requests a paid seal from the authority and waits up to `waitMs`.
   *
   * @returns the seal, issued or still pending; null when the authority refused it for good and it was refunded.
   */
  async complete(seal: SealRecord): Promise<SealRecord | null> {
    const { issuer, waitMs } = this.#options;
    if (seal.token !== null || issuer === null) return seal;
    const waiting = new AbortController();
    const over = sleep(waitMs, { kind: "pending" } as const, { signal: waiting.signal });
    try {
      const outcome = await Promise.race([this.#outcome(issuer, seal, waiting.signal), over]);
      if (outcome.kind === "refunded") return null;
      return outcome.kind === "issued" ? outcome.seal : seal;
    } finally {
      waiting.abort();
      await over.catch(() => {});
    }
  }

  /** The authority's answer, to this process or to another. */
  async #outcome(issuer: SealIssuer, seal: SealRecord, signal: AbortSignal): Promise<SealOutcome> {
    const outcome = await issuer.ask(seal.proofId);
    if (outcome.kind !== "asked") return outcome;
    while (!signal.aborted) {
      const standing = await this.#options.store.seals.find(seal.proofId);
      if (standing === null) return { kind: "refunded" };
      if (standing.token !== null) return { kind: "issued", seal: standing };
      await sleep(LOOK_MS);
    }
    return { kind: "pending" };
  }

  noneLeft(): ApiError {
    return new ApiError("payment_required", "no qualified seals are left", {
      fields: { seals_remaining: 0, buy_url: this.#options.buyUrl() },
    });
  }

  /** Seals that the account may still buy. */
  async remaining(accountId: string): Promise<number> {
    const { welcome, pack } = await this.#options.store.accounts.sealBalance(accountId);
    return welcome + pack;
  }

  async #isClosed(): Promise<boolean> {
    return (await this.#options.closedBecause?.()) != null;
  }

  async #closed(accountId: string): Promise<ApiError> {
    if ((await this.remaining(accountId)) === 0) return this.noneLeft();
    return new ApiError(
      "seal_unavailable",
      "no timestamping authority is available; nothing was written and no seal was spent",
    );
  }
}

/** Only the first registrant can buy a seal. */
export function foreignBytes(): ApiError {
  return new ApiError(
    "conflict",
    "another account registered these bytes first, so they cannot be sealed here",
  );
}

/** @param proofId the proof, if this request made it. It stays. */
export function refused(proofId?: string): ApiError {
  return new ApiError(
    "seal_unavailable",
    "the timestamping authority refused the seal for good; it was given back to the balance",
    { fields: proofId === undefined ? {} : { proof_id: proofId } },
  );
}
