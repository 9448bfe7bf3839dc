/** The port of a chain: fees, nonces, refusals. */
import { type EvmSource, SourceError } from "@svc-proof/verifier-lib/source";
import {
  formatTransaction,
  type Hex,
  keccak256,
  recoverTransactionAddress,
  type SignedAuthorizationList,
  serializeTransaction,
} from "viem";
import { recoverAuthorizationAddress } from "viem/utils";

// The `Chain` port: an EVM chain on which the service anchors. Reading is the verifier's own `EvmSource`, so that the
// service reads a chain exactly as those who will check its proofs; this port adds writing.

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

/**
 * Why a node refuses a transaction. JSON-RPC has no codes for it, so the texts of the nodes are matched: geth
 * (core/txpool/errors.go, core/error.go), Nethermind (AcceptTxResult), Besu (RpcErrorType), Erigon and reth (as
 * geth), anvil (InvalidTransactionError, PoolError), Arbitrum Nitro (as geth).
 *
 * The text is hostile: it only chooses between behaviours that are each safe. No state of the chain is inferred from
 * it.
 */
export type BroadcastRefusal = "known" | "nonce_used" | "underpriced" | "insufficient_funds" | "refused";

const PATTERNS: readonly (readonly [RegExp, BroadcastRefusal])[] = [
  [
    /already known|alreadyknown|already imported|known transaction|already exists|already in (?:the )?mempool/i,
    "known",
  ],
  [/nonce too low|nonce is too low|oldnonce|nonce_too_low|nonce has already been used/i, "nonce_used"],
  [
    /insufficient funds|insufficientfunds|insufficient balance|exceeds account balance|upfront cost/i,
    "insufficient_funds",
  ],
  [
    /underpriced|feetoolow|fee too low|less than block base fee|gas price (?:is )?(?:too low|below)|below (?:the )?(?:minimum|current)|replacement not allowed/i,
    "underpriced",
  ],
];

/** What a node's refusal of a transaction means. */
export function refusalOf(text: string): BroadcastRefusal {
  return PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? "refused";
}

/** Whether a node refuses to estimate the gas of a transaction because the chain would revert it. */
export function isRevert(text: string): boolean {
  return /reverted/i.test(text);
}

/** An error answer of the endpoint in JSON-RPC. */
export class RpcRefusal extends Error {
  override readonly name = "RpcRefusal";
}

/** Whether an endpoint answered, but with an error. Its causes are many: a state that it pruned, a method that it lacks. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof SourceError) return error.code === "source_error" && error.status === null;
  return error instanceof ChainUnavailableError && error.cause instanceof RpcRefusal;
}

// Whether an address signed a transaction, computed from its fields. An endpoint can repeat any field, but it cannot sign
// with the address's key.

/**
 * @param transaction as in a block with full transactions; hostile.
 * @returns false also when its type is unknown or its fields are malformed.
 */
export async function isSignedBy(
  transaction: unknown,
  of: { readonly chainId: number; readonly address: string; readonly nonce: number; readonly txHash: string },
): Promise<boolean> {
  try {
    const { r, s, v, yParity, from: _, ...fields } = formatTransaction(transaction as never);
    if (r === undefined || s === undefined) return false;
    const { gas, nonce, to, value, input, type, gasPrice } = fields;
    const { maxFeePerGas, maxPriorityFeePerGas, accessList, authorizationList } = fields;
    const { maxFeePerBlobGas, blobVersionedHashes } = fields;
    const common = { gas, nonce, to, value, data: input };
    // A legacy transaction without EIP-155 names no chain.
    const isUnbound = type === "legacy" && (v === 27n || v === 28n);
    const unsigned = {
      ...common,
      type,
      ...(isUnbound ? {} : { chainId: of.chainId }),
      ...(type === "legacy" || type === "eip2930" ? { gasPrice } : { maxFeePerGas, maxPriorityFeePerGas }),
      ...(type === "legacy" ? {} : { accessList }),
      ...(type === "eip4844" ? { maxFeePerBlobGas, blobVersionedHashes } : {}),
      ...(type === "eip7702" ? { authorizationList } : {}),
    };
    const signature =
      type === "legacy" ? { r, s, v: v as bigint } : { r, s, yParity: yParity ?? Number(v as bigint) };
    const serializedTransaction = serializeTransaction(unsigned as never, signature as never) as Hex;
    if (nonce !== of.nonce || keccak256(serializedTransaction) !== of.txHash) return false;
    const signer = await recoverTransactionAddress({
      serializedTransaction: serializedTransaction as never,
    });
    return signer.toLowerCase() === of.address;
  } catch {
    return false;
  }
}

/** More than a block has of one nonce, unless somebody fills it to waste the time of its readers. */
const MAX_AUTHORIZATIONS = 100;

/**
 * The first transaction with an authorization (EIP-7702) that an address signed for a nonce: it uses the nonce as a transaction of
 * the address does.
 *
 * @param transactions as `isSignedBy`'s.
 */
export async function firstAuthorizedBy<Transaction>(
  transactions: readonly Transaction[],
  of: { readonly chainId: number; readonly address: string; readonly nonce: number },
): Promise<Transaction | null> {
  let asked = 0;
  for (const transaction of transactions) {
    for (const authorization of authorizationsOf(transaction)) {
      const { chainId, nonce } = authorization;
      if (nonce !== of.nonce || (chainId !== 0 && chainId !== of.chainId)) continue;
      if (++asked > MAX_AUTHORIZATIONS) return null;
      const signer = await recoverAuthorizationAddress({ authorization }).catch(() => null);
      if (signer?.toLowerCase() === of.address) return transaction;
    }
  }
  return null;
}

function authorizationsOf(transaction: unknown): SignedAuthorizationList {
  try {
    return formatTransaction(transaction as never).authorizationList ?? [];
  } catch {
    return [];
  }
}

// Finds the block in which an account's transaction count passes a nonce. It contains the transaction that used the
// nonce.

/**
 * Whether the count after a block is above the nonce; null when unknown (nodes prune old states). Must be
 * false, then null, then true along the chain, each stretch possibly empty.
 */
export type HasPassed = (blockNumber: number) => Promise<boolean | null>;

/**
 * Finds the first block up to `upToBlock` that is known to have passed the nonce. It searches back in doubling steps
 * and then by bisection, so a chain of n blocks takes at most 2 log2(n) + 2 requests.
 *
 * With pruned states it may not be the block that passed the nonce, so the caller checks the block.
 *
 * @returns null when the nonce is not known to be passed at `upToBlock`.
 */
export async function findPassingBlock(upToBlock: number, hasPassed: HasPassed): Promise<number | null> {
  if ((await hasPassed(upToBlock)) !== true) return null;
  let passed = upToBlock;
  let before = -1;
  for (let step = 1; upToBlock - step >= 0; step *= 2) {
    const number = upToBlock - step;
    if ((await hasPassed(number)) !== true) {
      before = number;
      break;
    }
    passed = number;
  }
  while (passed - before > 1) {
    const middle = before + Math.floor((passed - before) / 2);
    if ((await hasPassed(middle)) === true) passed = middle;
    else before = middle;
  }
  return passed;
}
