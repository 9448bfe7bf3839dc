export {
  type EvmBlock,
  type EvmReceipt,
  type EvmSource,
  type EvmSourceRequest,
  type EvmTransaction,
  SourceError,
  type SourceErrorCode,
} from "./evm-source.js";
