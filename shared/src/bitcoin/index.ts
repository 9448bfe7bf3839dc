/**
 * Block headers of Bitcoin: parses them, judges runs of them by checkpoints and work, and reads and writes the
 * documents that hold them.
 *
 * @module
 */

export {
  type BlockHeader,
  type BlockHeaderFields,
  displayHash,
  encodeBlockHeader,
  HEADER_BYTES,
  parseBlockHeader,
} from "./block-header.js";
export {
  CHECKPOINTS,
  Checkpoints,
  type CheckpointTable,
  isCheckpoint,
  LAST_CHECKPOINT_HEIGHT,
  maxTargetAt,
  nextCheckpointHeight,
} from "./checkpoints.js";
export { type EpochEnd, encodeCheckpointTable } from "./encode-checkpoint-table.js";
export {
  EPOCH_FILE_BYTES,
  type EpochFileErrorCode,
  encodeEpochFile,
  epochFileName,
  epochOfHeight,
  parseEpochFile,
} from "./epoch-file.js";
export { forgeryCostPowerOfTen, JOULES_PER_TERAHASH, USD_PER_KWH } from "./forgery-cost.js";
export {
  BITCOIN_NETWORKS,
  type BitcoinNetwork,
  encodeHeaders,
  HEADERS_FORMAT,
  type HeaderRun,
  type HeadersErrorCode,
  MAX_HEADERS,
  type ParseHeadersOptions,
  parseHeaders,
} from "./headers-document.js";
export {
  type HeaderRuns,
  type JudgeDocumentsOptions,
  type JudgedDocuments,
  judgeDocuments,
  judgeDocumentsInSteps,
} from "./judge-documents.js";
export {
  type HeaderFault,
  type HeaderStanding,
  headerFault,
  type JudgedHeader,
  type JudgeOptions,
  judgeHeaders,
  judgeHeadersInSteps,
  MEDIAN_BLOCKS,
  MIN_RUN_SUCCESSORS,
  type PlacedHeader,
  provenTimesAfter,
  type RunStart,
} from "./judge-headers.js";
export { HEADERS_JSON_LIMITS } from "./limits.js";
export { placeEpochFiles } from "./place-epoch-files.js";
export { parseRawHeaders, type RawHeadersErrorCode } from "./raw-headers.js";
export { EPOCH_BLOCKS, nextBits } from "./retarget.js";
export { bitsOfTarget, MAX_TARGET, meetsTarget, targetOfBits, workBits, workOfTarget } from "./target.js";
