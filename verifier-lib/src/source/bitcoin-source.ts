/** The interface of Bitcoin sources. Only its implementations use the network. */
import type { EvmSourceRequest } from "./evm-source.js";

/** Options of every request. */
export type BitcoinSourceRequest = EvmSourceRequest;

/** The tip of the chain, according to a source. */
export interface BitcoinTip {
  /** Of the newest block, from 0. */
  readonly height: number;
  /** The source's name for its chain (`main` is Bitcoin's); null if it does not state one. */
  readonly chain: string | null;
}

/**
 * A source of data about Bitcoin's main chain.
 *
 * Methods reject with a `SourceError` if the source does not answer or the answer is invalid.
 */
export interface BitcoinSource {
  /** The name of the source in reports. Must not contain a secret: an address is cut to its origin. */
  readonly name: string;
  /** Time limit of one answer, in milliseconds. The verifier does not wait longer. Default 30,000. */
  readonly timeoutMs?: number;
  /**
   * The newest block that the source knows.
   *
   * @throws SourceError, as do the other methods.
   */
  fetchTip(request?: BitcoinSourceRequest): Promise<BitcoinTip>;
  /** The 80-byte header at a height; null if the source has no block there. */
  fetchHeader(height: number, request?: BitcoinSourceRequest): Promise<Uint8Array | null>;
  /**
   * The headers of consecutive blocks up to this height, lowest first, as many as one answer holds; null if
   * the source has no block there. Sources that return one block at a time omit this method.
   */
  fetchHeadersTo?(height: number, request?: BitcoinSourceRequest): Promise<readonly Uint8Array[] | null>;
}
