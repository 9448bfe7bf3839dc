/**
 * Why a node refuses a transaction. JSON-RPC has no codes for it, so the texts of the nodes are matched: geth
 * (core/txpool/errors.go, core/error.go), Nethermind (AcceptTxResult), Besu (RpcErrorType), Erigon and reth (as
 * geth), anvil (InvalidTransactionError, PoolError), Arbitrum Nitro (as geth).
 *
 * The text is hostile: it only chooses between behaviours that are each safe. No state of the chain is inferred from
 * it.
 */

import { SourceError } from "@svc-proof/verifier-lib/source";
import { ChainUnavailableError } from "./chain.js";

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
