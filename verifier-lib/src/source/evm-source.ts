/**
 * What the verifier asks of an EVM chain, and of whom. Only implementations of this interface touch a network.
 */

/** A transaction as a source states it. Hexadecimal is lower case with `0x`. */
export interface EvmTransaction {
  readonly hash: string;
  /** Whole calldata. */
  readonly input: string;
  /** Null while the transaction is in no block. */
  readonly blockNumber: number | null;
  readonly blockHash: string | null;
}

/** The receipt of a transaction that is in a block. */
export interface EvmReceipt {
  readonly transactionHash: string;
  /** `unknown` where the receipt carries no status (before the Byzantium fork). */
  readonly status: "success" | "reverted" | "unknown";
  readonly blockNumber: number;
  readonly blockHash: string;
}

/** A block of the chain that the source holds to be canonical. */
export interface EvmBlock {
  readonly number: number;
  readonly hash: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly timestamp: number;
  readonly transactionHashes: readonly string[];
}

/** Options of every question. */
export interface EvmSourceRequest {
  readonly signal?: AbortSignal;
}

/**
 * Someone who answers questions about one chain.
 *
 * Each method resolves to null where the source answers that there is no such thing, and rejects with a
 * `SourceError` where it does not answer or answers with what cannot be an answer.
 */
export interface EvmSource {
  /** EIP-155 identifier that the caller expects; `fetchChainId` says what the source itself answers. */
  readonly chainId: number;
  /** How a report names the source. Must not hold a secret: an address is cut to its origin. */
  readonly name: string;
  fetchChainId(request?: EvmSourceRequest): Promise<number>;
  fetchHeadNumber(request?: EvmSourceRequest): Promise<number>;
  fetchTransaction(hash: string, request?: EvmSourceRequest): Promise<EvmTransaction | null>;
  fetchReceipt(hash: string, request?: EvmSourceRequest): Promise<EvmReceipt | null>;
  fetchBlock(number: number, request?: EvmSourceRequest): Promise<EvmBlock | null>;
}
