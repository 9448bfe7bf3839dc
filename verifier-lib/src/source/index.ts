export {
  type EvmBlock,
  type EvmReceipt,
  type EvmSource,
  type EvmSourceRequest,
  type EvmTransaction,
  SourceError,
  type SourceErrorCode,
} from "./evm-source.js";
export { createRpcEvmSource, type RpcEvmSourceParameters } from "./rpc-evm-source.js";
