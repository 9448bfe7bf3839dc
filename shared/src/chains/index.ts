export {
  DEVELOPMENT_CHAIN_ID,
  type EvmChain,
  type EvmChainKind,
  evmChain,
  networkLabel,
} from "./evm-chains.js";
