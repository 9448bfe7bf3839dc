/** The interface of EVM sources. Only its implementations use the network. */

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
  /**
   * RLP of the block's header, whose Keccak-256 is `hash`: `encodeBlockHeader` makes it from the fields that JSON-RPC
   * answers. Null where no header of the block hashes to `hash`; number and time are then the source's word, which is
   * an answer only on chains whose headers do not follow Ethereum's rules.
   */
  readonly header: Uint8Array | null;
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
  /**
   * How long one answer may take, in milliseconds; the verifier waits no longer. Default 30,000.
   */
  readonly timeoutMs?: number;
  fetchChainId(request?: EvmSourceRequest): Promise<number>;
  fetchHeadNumber(request?: EvmSourceRequest): Promise<number>;
  /**
   * Number of the newest block that the chain has made final; null where the source does not know. A source without
   * this method cannot settle an anchor on a chain that has finality, unless the caller asks for confirmations.
   */
  fetchFinalizedNumber?(request?: EvmSourceRequest): Promise<number | null>;
  fetchTransaction(hash: string, request?: EvmSourceRequest): Promise<EvmTransaction | null>;
  fetchReceipt(hash: string, request?: EvmSourceRequest): Promise<EvmReceipt | null>;
  fetchBlock(number: number, request?: EvmSourceRequest): Promise<EvmBlock | null>;
}
