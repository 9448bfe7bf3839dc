/**
 * Sources to ask over the network: EVM endpoints, Bitcoin explorers and nodes, calendars, revocation data, EU
 * trusted lists. The only code that uses the network, with `node`, and only when you call it or pass it to
 * `verify`.
 *
 * @module
 */

export { encodeBlockHeader } from "../evm/block-header.js";
export { unlessAborted } from "../work/work.js";
export type { BitcoinSource, BitcoinSourceRequest, BitcoinTip } from "./bitcoin.js";
export {
  bitcoinSourceAskedThrough,
  type CoreBitcoinSourceParameters,
  createCoreBitcoinSource,
  createEsploraBitcoinSource,
  type EsploraBitcoinSourceParameters,
} from "./bitcoin.js";
export {
  type BoundedAnswer,
  type BoundedRequest,
  Deadline,
  fetchBounded,
  type Patience,
  retry,
  SourceError,
  type SourceErrorCode,
} from "./bounded-fetch.js";
export {
  type CalendarAnswer,
  fetchCalendarTimestamp,
  isPublicCalendar,
  type Upgrade,
  type UpgradeOptions,
  upgradeTimestamp,
} from "./calendars.js";
export type { EvmBlock, EvmReceipt, EvmSource, EvmSourceRequest, EvmTransaction } from "./evm.js";
export {
  type Ask,
  createRpcEvmSource,
  DEFAULT_ENDPOINTS,
  evmSourceAskedThrough,
  type RpcEvmSourceParameters,
} from "./evm.js";
export type {
  RevocationAnswer,
  RevocationAnswers,
  RevocationGap,
  RevocationQuestion,
  RevocationSource,
} from "./revocation.js";
export {
  type FetchedTerritory,
  type UpdatedTrustLists,
  type UpdateTrustListsParameters,
  updateTrustLists,
} from "./trust-lists.js";
