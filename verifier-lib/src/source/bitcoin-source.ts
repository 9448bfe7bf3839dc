/** The interface of Bitcoin sources. Only its implementations use the network. */
import type { EvmSourceRequest } from "./evm-source.js";

/** Options of every question. */
export type BitcoinSourceRequest = EvmSourceRequest;

/** The end of the chain as a source sees it. */
export interface BitcoinTip {
  readonly height: number;
  /** How the source names its chain (`main` is Bitcoin's); null where it does not say. */
  readonly chain: string | null;
}

/**
 * Someone who answers questions about Bitcoin's main chain.
 *
 * Methods reject with a `SourceError` where the source does not answer, or answers with what cannot be an answer.
 */
export interface BitcoinSource {
  /** How a report names the source. Must not hold a secret: an address is cut to its origin. */
  readonly name: string;
  /** How long one answer may take, in milliseconds; the verifier waits no longer. Default 30,000. */
  readonly timeoutMs?: number;
  fetchTip(request?: BitcoinSourceRequest): Promise<BitcoinTip>;
  /** The 80-byte header at a height; null where the source has no block there. */
  fetchHeader(height: number, request?: BitcoinSourceRequest): Promise<Uint8Array | null>;
  /**
   * The headers of consecutive blocks of which the last has that height, as many as one answer holds, the lowest first;
   * null where the source has no block there. Sources that answer about one block at a time do without.
   */
  fetchHeadersTo?(height: number, request?: BitcoinSourceRequest): Promise<readonly Uint8Array[] | null>;
}
