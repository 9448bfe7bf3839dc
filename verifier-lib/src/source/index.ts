/**
 * Sources to ask over the network: EVM endpoints, Bitcoin explorers and nodes, calendars, revocation data, EU
 * trusted lists. The only code that uses the network, with `node`, and only when you call it or pass it to
 * `verify`.
 *
 * @module
 */

export { encodeBlockHeader } from "../evm/block-header.js";
export { unlessAborted } from "../work/work.js";
export { type Ask, bitcoinSourceAskedThrough, evmSourceAskedThrough } from "./asked-through.js";
export type { BitcoinSource, BitcoinSourceRequest, BitcoinTip } from "./bitcoin-source.js";
export { type CoreBitcoinSourceParameters, createCoreBitcoinSource } from "./core-bitcoin-source.js";
export { DEFAULT_ENDPOINTS } from "./default-endpoints.js";
export { createEsploraBitcoinSource, type EsploraBitcoinSourceParameters } from "./esplora-bitcoin-source.js";
export type { EvmBlock, EvmReceipt, EvmSource, EvmSourceRequest, EvmTransaction } from "./evm-source.js";
export {
  type BoundedAnswer,
  type BoundedRequest,
  Deadline,
  fetchBounded,
  type Patience,
  retry,
} from "./fetch-bounded.js";
export type {
  RevocationAnswer,
  RevocationAnswers,
  RevocationGap,
  RevocationQuestion,
  RevocationSource,
} from "./revocation-source.js";
export { createRpcEvmSource, type RpcEvmSourceParameters } from "./rpc-evm-source.js";
export { SourceError, type SourceErrorCode } from "./source-error.js";
export {
  type FetchedTerritory,
  type UpdatedTrustLists,
  type UpdateTrustListsParameters,
  updateTrustLists,
} from "./update-trust-lists.js";
export {
  type CalendarAnswer,
  fetchCalendarTimestamp,
  isPublicCalendar,
  type Upgrade,
  type UpgradeOptions,
  upgradeTimestamp,
} from "./upgrade-timestamp.js";
