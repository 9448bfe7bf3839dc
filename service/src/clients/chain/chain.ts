/**
 * The `Chain` port: an EVM chain on which the service anchors. Reading is the verifier's own `EvmSource`, so that the
 * service reads a chain exactly as those who will check its proofs; this port adds writing.
 */
import type { EvmSource } from "@svc-proof/verifier-lib/source";

/** Fees of an EIP-1559 transaction, in wei. */
export interface AnchorFees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** A signed transaction that is not sent yet. */
export interface SignedAnchor extends AnchorFees {
  /** Who signed it: 0x-prefixed hexadecimal, lower case. */
  readonly from: string;
  readonly txHash: string;
  readonly nonce: number;
  /** 0x-prefixed hexadecimal. */
  readonly raw: string;
}

/** The outcome of sending a transaction: `Chain.broadcast`. */
export type BroadcastAnswer = "sent" | "known" | "nonce_used" | "underpriced" | "refused";

/** A block with its transactions: objects as `eth_getBlockByHash` returns them, their fields unchecked. */
export interface WholeBlock {
  readonly header: Readonly<Record<string, unknown>>;
  readonly transactions: readonly Readonly<Record<string, unknown>>[];
}

/** Every method that sends a request rejects with `ChainUnavailableError` (`source`: `SourceError`) when it gets no usable answer. */
export interface Chain {
  readonly chainId: number;
  /** Label of the chain in proofs. */
  readonly network: string;
  /** The address that pays for anchors, and the one they are sent to: 0x-prefixed hexadecimal, lower case. */
  readonly address: string;
  readonly source: EvmSource;
  /**
   * Transactions of an address (default: `address`) that are in blocks up to `blockNumber` (default: the head): its
   * next free nonce.
   */
  fetchNonce(of?: { readonly address?: string; readonly blockNumber?: number }): Promise<number>;
  /**
   * The hash of the transaction that used a nonce, found in the block that holds it, at `upToBlock` or below. It, or an
   * authorization in it (EIP-7702), has the address's signature, so an endpoint cannot invent it. Null when the endpoint does not count the nonce as
   * used there, or lacks the block's state.
   */
  fetchNonceUser(of: {
    readonly address: string;
    readonly nonce: number;
    readonly upToBlock: number;
  }): Promise<string | null>;
  /** A block by its hash; null when the endpoint does not have it. */
  fetchWholeBlock(hash: string): Promise<WholeBlock | null>;
  /** The bytes of a transaction, which have its hash; null when the endpoint does not offer them. */
  fetchRawTransaction(hash: string): Promise<Uint8Array | null>;
  /** Balance of the address, in wei. */
  fetchBalance(): Promise<bigint>;
  /** The chain's current fees. */
  estimateFees(): Promise<AnchorFees>;
  /**
   * Signs the anchor of a payload: from the address to itself, value 0, input = the payload's UTF-8 bytes. Without a
   * payload the input is empty: such a transaction anchors nothing and only uses a nonce.
   *
   * @throws AnchorTooDearError when it may cost more than allowed, AnchorRevertsError when the endpoint says that a payload
   *   would be reverted; nothing is signed then.
   */
  sign(anchor: { payload: string | null; nonce: number; fees: AnchorFees }): Promise<SignedAnchor>;
  /**
   * Sends a signed transaction. Sending it again is harmless and also resolves to `sent` or `known`. `nonce_used`:
   * another transaction with the same nonce is in a block. `refused`: any other reason, which implies nothing about the
   * state of the chain.
   *
   * @throws InsufficientFundsError when the address cannot pay for it.
   */
  broadcast(raw: string): Promise<BroadcastAnswer>;
}

/**
 * The chain's endpoint gave no usable answer. Jobs log it and retry; it implies nothing about the state of the chain.
 */
export class ChainUnavailableError extends Error {
  override readonly name = "ChainUnavailableError";
}

/**
 * Endpoints of one chain contradict each other. Nothing is decided until they agree: one of them errs, lies, or is on a
 * branch that the chain leaves.
 */
export class EndpointsDisagreeError extends Error {
  override readonly name = "EndpointsDisagreeError";
}

/** The address cannot pay for the transaction. Someone must send it coins; jobs retry. */
export class InsufficientFundsError extends Error {
  override readonly name = "InsufficientFundsError";
}

/** An anchor would cost more than the operator allows. Jobs retry. */
export class AnchorTooDearError extends Error {
  override readonly name = "AnchorTooDearError";
}

/** The chain would revert an anchor: its address has code. Jobs retry. */
export class AnchorRevertsError extends Error {
  override readonly name = "AnchorRevertsError";
}
