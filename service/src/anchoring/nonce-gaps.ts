/** The free nonces before those of the anchors which nothing will use any more. */
import type { AnchorFees, Chain } from "../clients/chain/chain.js";
import type { AnchorAttempt } from "../records/types.js";

/** Fillers that wait for a block at the same time. */
const MAX_GAPS = 16;

export interface NonceGap {
  readonly nonce: number;
  /** The highest fees that an attempt with this nonce offered: a node may still know it. Null if there was none. */
  readonly offered: AnchorFees | null;
}

export class NonceGaps {
  readonly #address: string;
  readonly #minedNonces: number;
  /** Of each batch whose anchor is not in a block, the nonce of its latest attempt, by batch. */
  readonly #live = new Map<string, number>();
  /** Nonces of attempts of batches that another attempt has anchored. */
  readonly #superfluous = new Set<number>();
  readonly #offered = new Map<number, AnchorFees>();

  /** @param minedNonces the next free nonce of the chain's address. */
  constructor({ address }: Pick<Chain, "address">, minedNonces: number) {
    this.#address = address;
    this.#minedNonces = minedNonces;
  }

  /** Notes attempts of one batch, the latest last. */
  see(attempts: readonly AnchorAttempt[]): void {
    for (const { batchId, from, nonce, maxFeePerGas, maxPriorityFeePerGas } of attempts) {
      if (from !== this.#address) continue;
      this.#live.set(batchId, nonce);
      const offered = this.#offered.get(nonce);
      if (offered === undefined || offered.maxFeePerGas < maxFeePerGas)
        this.#offered.set(nonce, { maxFeePerGas, maxPriorityFeePerGas });
    }
  }

  /** Notes that a batch is anchored by one of its attempts: those with another nonce must not be mined too. */
  settle(attempts: readonly AnchorAttempt[], txHash: string): void {
    const used = attempts.find((attempt) => attempt.txHash === txHash);
    if (used === undefined) return;
    this.#live.set(used.batchId, used.nonce);
    for (const { from, nonce } of attempts) {
      if (from === this.#address && nonce !== used.nonce) this.#superfluous.add(nonce);
    }
  }

  /**
   * The gap that begins at the next free nonce, if an anchor waits behind it, and nonces of superfluous attempts; the
   * lowest first.
   */
  find(): readonly NonceGap[] {
    const live = new Set(this.#live.values());
    const nonces = new Set([...this.#superfluous].filter((nonce) => nonce >= this.#minedNonces));
    const behind = [...live].filter((nonce) => nonce >= this.#minedNonces);
    const next = behind.length === 0 ? this.#minedNonces : Math.min(...behind);
    for (let nonce = this.#minedNonces; nonce < next && nonces.size < MAX_GAPS; nonce++) nonces.add(nonce);
    return [...nonces]
      .filter((nonce) => !live.has(nonce))
      .sort((a, b) => a - b)
      .map((nonce) => ({ nonce, offered: this.#offered.get(nonce) ?? null }));
  }
}
