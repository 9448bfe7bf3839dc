/**
 * What a witness proves by itself: a transaction with this sender and input is in the block with this hash. See
 * docs/formats/evm-witness.md, "Verification".
 *
 * Does not check whether the block is on the chain.
 */
import { FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { encodeRlp, rlpInteger } from "../rlp/encode-rlp.js";
import { type EvmBlockHeader, type EvmBlockHeaderErrorCode, parseEvmBlockHeader } from "./block-header.js";
import type { EvmWitness } from "./evm-witness.js";
import {
  type EvmTransactionErrorCode,
  type ParsedEvmTransaction,
  parseEvmTransaction,
} from "./parse-evm-transaction.js";
import { readTrieProof, type TrieErrorCode } from "./read-trie-proof.js";
import { type EvmSignatureErrorCode, recoverSender } from "./recover-sender.js";

/** A transaction in a block. */
export interface WitnessedTransaction {
  readonly chainId: number;
  readonly block: EvmBlockHeader;
  /** RLP of the block's header. */
  readonly header: Uint8Array;
  readonly transaction: ParsedEvmTransaction;
  /** Place in the block, from 0. */
  readonly transactionIndex: number;
  /** `0x` and lower-case hexadecimal. */
  readonly sender: string;
}

/** Why a witness proves nothing. */
export type WitnessFault =
  | EvmBlockHeaderErrorCode
  | TrieErrorCode
  | EvmTransactionErrorCode
  | EvmSignatureErrorCode
  /** The transaction is signed for another chain. */
  | "witness_chain_mismatch";

/**
 * Checks that header, path and transaction belong together.
 *
 * @param options.work the budget. Default: a new one.
 * @throws FormatError with a `WitnessFault`, or `work_limit_exceeded`.
 */
export function openWitness(
  { chainId, header, transactionIndex, proof }: EvmWitness,
  { work = new WorkBudget() }: { readonly work?: WorkBudget } = {},
): WitnessedTransaction {
  const block = parseEvmBlockHeader(header, { work });
  const key = encodeRlp(rlpInteger(BigInt(transactionIndex)));
  const bytes = readTrieProof(hexToBytes(block.transactionsRoot.slice(2)), key, proof, { work });
  const transaction = parseEvmTransaction(bytes, { work });
  // Transactions from before EIP-155 name no chain.
  if (transaction.chainId !== null && transaction.chainId !== chainId) {
    const message = `the transaction is signed for chain ${transaction.chainId}`;
    throw new FormatError<WitnessFault>("witness_chain_mismatch", message, 0);
  }
  const sender = recoverSender(transaction.signature, { work });
  return { chainId, block, header, transaction, transactionIndex, sender };
}
