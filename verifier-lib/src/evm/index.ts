/**
 * Blocks and transactions of EVM chains, and witnesses of their inclusion. Pure: nothing here uses the network.
 *
 * @module
 */

export { EVM_WITNESS_LIMITS } from "../limits.js";
export {
  type EvmBlockHeader,
  type EvmBlockHeaderErrorCode,
  encodeBlockHeader,
  evmBlockHash,
  MAX_EVM_HEADER_BYTES,
  parseEvmBlockHeader,
} from "./block-header.js";
export {
  encodeRlp,
  type ParseRlpOptions,
  parseRlp,
  parseRlpInteger,
  type RlpErrorCode,
  type RlpItem,
  rlpInteger,
} from "./rlp.js";
export {
  type EvmSignature,
  type EvmSignatureErrorCode,
  type EvmTransactionErrorCode,
  type EvmTransactionType,
  type ParsedEvmTransaction,
  type ParseEvmTransactionOptions,
  parseEvmTransaction,
  recoverSender,
} from "./transaction.js";
export { type ReadTrieProofOptions, readTrieProof, type TrieErrorCode } from "./trie.js";
export {
  EVM_WITNESS_FORMAT,
  type EvmWitness,
  type EvmWitnessErrorCode,
  encodeEvmWitness,
  MAX_TRANSACTION_INDEX,
  MAX_WITNESS_NODES,
  openWitness,
  type ParseEvmWitnessOptions,
  parseEvmWitness,
  type WitnessedTransaction,
  type WitnessFault,
} from "./witness.js";
