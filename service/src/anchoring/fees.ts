/** Fees, nonces, what is remembered of attempts. */

import type { EvmSource } from "@svc-proof/verifier-lib/source";
import { type AnchorFees, type Chain, ChainUnavailableError } from "../clients/chain.js";
import type { AnchorAttempt } from "../records/types.js";
import { untilAborted } from "../retry.js";

// Fees of an anchor's replacement: docs/design/anchoring.md.

/**
 * A replacement must raise both fees by a tenth (geth, core/txpool/legacypool: PriceBump 10) or an eighth
 * (Nethermind, Erigon and others at 12.5 %); an eighth, rounded up, satisfies them all.
 */
export const MIN_RAISE_PERMILLE = 125;

/** A halted chain sets no price: never offer more than ten times what it asks. */
const MAX_MULTIPLE_OF_ASKED = 10n;

/** How fees are raised. */
export interface FeePolicy {
  /** By how much, in thousandths; at least 125. */
  readonly raisePermille: number;
  /** Most that is offered for one unit of gas, in wei; null for no limit besides the cost of an anchor. */
  readonly maxFeePerGasWei: bigint | null;
}

/**
 * The fees of the next attempt with the same nonce.
 *
 * @param last the fees of the latest attempt.
 * @param asked the chain's current fees.
 * @returns null to wait: the offer is already far above what the chain asks, or as high as it may be.
 */
export function raisedFees(last: AnchorFees, asked: AnchorFees, policy: FeePolicy): AnchorFees | null {
  const raise = (fee: bigint) => fee + (fee * BigInt(policy.raisePermille) + 999n) / 1_000n;
  const raised = {
    maxFeePerGas: max(raise(last.maxFeePerGas), asked.maxFeePerGas),
    maxPriorityFeePerGas: max(raise(last.maxPriorityFeePerGas), asked.maxPriorityFeePerGas),
  };
  if (raised.maxFeePerGas > MAX_MULTIPLE_OF_ASKED * asked.maxFeePerGas) return null;
  return policy.maxFeePerGasWei !== null && raised.maxFeePerGas > policy.maxFeePerGasWei ? null : raised;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

// The free nonces before those of the anchors which nothing will use any more.

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

/**
 * What a process remembers of a chain between rounds. Nothing depends on it: it spares questions, and lets fees rise from
 * one filler to the next.
 */
export interface AnchorMemory {
  /** The chain's first block is in the store. */
  isGenesisKept: boolean;
  /** When a round looks at the chain next although no batch waits, on the clock of `performance.now()`. */
  nextLookAtMs: number;
  /** Fees of the latest filler of a nonce, and when it was sent. */
  readonly fillers: Map<number, { readonly fees: AnchorFees; readonly sentAtMs: number }>;
  /** The balance was too low when it was last asked. */
  isBalanceLow: boolean;
}

export function newAnchorMemory(): AnchorMemory {
  return {
    isGenesisKept: false,
    nextLookAtMs: Number.NEGATIVE_INFINITY,
    fillers: new Map(),
    isBalanceLow: false,
  };
}

/**
 * The head of the chain. The next nonce is derived from it, and a wrong nonce would block every later anchor, so it is
 * requested twice, in two ways.
 */
export interface ChainHead {
  readonly number: number;
  /** Transactions of our address in blocks up to the head: its next free nonce. */
  readonly minedNonces: number;
}

/** If the head moves between two requests, both are repeated, up to this many times. */
const MAX_LOOKS = 4;

/**
 * Requests the head and the nonce there.
 *
 * @throws ChainUnavailableError when the count at the head's number and the latest one differ.
 */
export async function fetchChainHead(chain: Chain): Promise<ChainHead> {
  let number = await chain.source.fetchHeadNumber();
  for (let look = 0; look < MAX_LOOKS; look++) {
    const minedNonces = await chain.fetchNonce({ blockNumber: number });
    if ((await chain.fetchNonce()) === minedNonces) return { number, minedNonces };
    const next = await chain.source.fetchHeadNumber();
    // The head did not move, but the counts differ.
    if (next === number) break;
    number = next;
  }
  throw new ChainUnavailableError("eth_getTransactionCount: got two different counts for the same head");
}

// A chain whose methods stop waiting when a signal aborts, so that jobs stop at once in the middle of a slow answer. Abandoning a broadcast is safe: its attempt was recorded before.

/** The same chain; each method rejects with the signal's reason as soon as it aborts. */
export function abortableChain(chain: Chain, signal: AbortSignal): Chain {
  const until = <Answer>(ask: () => Promise<Answer>) => untilAborted(ask, signal);
  const { source } = chain;
  const abortableSource: EvmSource = {
    chainId: source.chainId,
    name: source.name,
    fetchChainId: () => until(() => source.fetchChainId({ signal })),
    fetchHeadNumber: () => until(() => source.fetchHeadNumber({ signal })),
    fetchTransaction: (hash) => until(() => source.fetchTransaction(hash, { signal })),
    fetchReceipt: (hash) => until(() => source.fetchReceipt(hash, { signal })),
    fetchBlock: (number) => until(() => source.fetchBlock(number, { signal })),
  };
  return {
    chainId: chain.chainId,
    network: chain.network,
    address: chain.address,
    source: abortableSource,
    fetchNonce: (of) => until(() => chain.fetchNonce(of)),
    fetchNonceUser: (of) => until(() => chain.fetchNonceUser(of)),
    fetchWholeBlock: (hash) => until(() => chain.fetchWholeBlock(hash)),
    fetchRawTransaction: (hash) => until(() => chain.fetchRawTransaction(hash)),
    fetchBalance: () => until(() => chain.fetchBalance()),
    estimateFees: () => until(() => chain.estimateFees()),
    sign: (anchor) => until(() => chain.sign(anchor)),
    broadcast: (raw) => until(() => chain.broadcast(raw)),
  };
}
