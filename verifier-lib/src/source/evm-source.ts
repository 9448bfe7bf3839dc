/** The interface of EVM sources. Only its implementations use the network. */

/** A transaction according to a source. Hexadecimal is lower case with `0x`. */
export interface EvmTransaction {
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly hash: string;
  /** The whole calldata. */
  readonly input: string;
  /** Null while the transaction is not in a block. */
  readonly blockNumber: number | null;
  /** `0x` and 64 digits of lower-case hexadecimal; null if it is in no block yet. */
  readonly blockHash: string | null;
}

/** The receipt of a transaction in a block. */
export interface EvmReceipt {
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly transactionHash: string;
  /** `unknown` if the receipt has no status (before the Byzantium fork). */
  readonly status: "success" | "reverted" | "unknown";
  readonly blockNumber: number;
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly blockHash: string;
}

/** A block that the source considers canonical. */
export interface EvmBlock {
  readonly number: number;
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly hash: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly timestamp: number;
  /** In the order of the block, each `0x` and 64 digits of lower-case hexadecimal. */
  readonly transactionHashes: readonly string[];
  /**
   * RLP of the block's header, whose Keccak-256 is `hash`. `encodeBlockHeader` builds it from the fields of a
   * JSON-RPC response. Null if no header of the block hashes to `hash`. Number and time are then the source's
   * word, which is acceptable only on chains whose headers do not follow Ethereum's rules.
   */
  readonly header: Uint8Array | null;
}

/** Options of every request. */
export interface EvmSourceRequest {
  readonly signal?: AbortSignal;
}

/**
 * A source of data about one chain.
 *
 * Each method resolves to null if the source says that the object does not exist, and rejects with a
 * `SourceError` if the source does not answer or the answer is invalid.
 */
export interface EvmSource {
  /** EIP-155 identifier the caller expects. `fetchChainId` returns the source's own. */
  readonly chainId: number;
  /** The name of the source in reports. Must not contain a secret: an address is cut to its origin. */
  readonly name: string;
  /** Time limit of one answer, in milliseconds. The verifier does not wait longer. Default 30,000. */
  readonly timeoutMs?: number;
  /**
   * EIP-155 identifier of the chain that the source serves.
   *
   * @throws SourceError, as do the other methods.
   */
  fetchChainId(request?: EvmSourceRequest): Promise<number>;
  /** Number of the newest block. */
  fetchHeadNumber(request?: EvmSourceRequest): Promise<number>;
  /**
   * Number of the newest final block; null if the source does not know. Without this method, a source cannot
   * settle an anchor on a chain that has finality, unless the caller asks for confirmations.
   */
  fetchFinalizedNumber?(request?: EvmSourceRequest): Promise<number | null>;
  /** The transaction with this hash (`0x` and lower-case hexadecimal); null if the source has none. */
  fetchTransaction(hash: string, request?: EvmSourceRequest): Promise<EvmTransaction | null>;
  /** The receipt of the transaction with this hash; null if it is in no block that the source knows. */
  fetchReceipt(hash: string, request?: EvmSourceRequest): Promise<EvmReceipt | null>;
  /** The block of this number in the source's chain; null if there is none. */
  fetchBlock(number: number, request?: EvmSourceRequest): Promise<EvmBlock | null>;
}
