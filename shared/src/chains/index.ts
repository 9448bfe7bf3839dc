/**
 * The EVM chains that are known by name: what they are, how they date blocks, when a block is final.
 *
 * @module
 */

export {
  DEVELOPMENT_CHAIN_ID,
  type EvmChain,
  type EvmChainKind,
  type EvmFinality,
  evmChain,
  evmFinality,
  evmHeadersSince,
  lookAlikeKey,
  networkLabel,
} from "../chains.js";
