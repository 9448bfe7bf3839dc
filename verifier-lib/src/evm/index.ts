/**
 * Blocks and transactions of EVM chains, and witnesses of their inclusion. Pure: nothing here uses the network.
 *
 * @module
 */

export { encodeRlp, rlpInteger } from "../rlp/encode-rlp.js";
export {
  type ParseRlpOptions,
  parseRlp,
  parseRlpInteger,
  type RlpErrorCode,
  type RlpItem,
} from "../rlp/parse-rlp.js";
export {
  type EvmBlockHeader,
  type EvmBlockHeaderErrorCode,
  evmBlockHash,
  MAX_EVM_HEADER_BYTES,
  parseEvmBlockHeader,
} from "./block-header.js";
export { encodeBlockHeader } from "./encode-block-header.js";
export {
  EVM_WITNESS_FORMAT,
  type EvmWitness,
  type EvmWitnessErrorCode,
  encodeEvmWitness,
  MAX_TRANSACTION_INDEX,
  MAX_WITNESS_NODES,
  type ParseEvmWitnessOptions,
  parseEvmWitness,
} from "./evm-witness.js";
export { EVM_WITNESS_LIMITS } from "./limits.js";
export { openWitness, type WitnessedTransaction, type WitnessFault } from "./open-witness.js";
export {
  type EvmSignature,
  type EvmTransactionErrorCode,
  type EvmTransactionType,
  type ParsedEvmTransaction,
  type ParseEvmTransactionOptions,
  parseEvmTransaction,
} from "./parse-evm-transaction.js";
export { type ReadTrieProofOptions, readTrieProof, type TrieErrorCode } from "./read-trie-proof.js";
export { type EvmSignatureErrorCode, recoverSender } from "./recover-sender.js";
