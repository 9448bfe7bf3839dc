export {
  DEVELOPMENT_CHAIN_ID,
  type EvmChain,
  type EvmChainKind,
  type EvmFinality,
  evmChain,
  evmFinality,
  evmHeadersSince,
  networkLabel,
} from "./evm-chains.js";
export { lookAlikeKey } from "./look-alike.js";
