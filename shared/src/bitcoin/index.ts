/**
 * Block headers of Bitcoin: parses them, judges runs of them by checkpoints and work, and reads and writes the
 * documents that hold them.
 *
 * @module
 */

export {
  CHECKPOINTS,
  Checkpoints,
  type CheckpointTable,
  type EpochEnd,
  encodeCheckpointTable,
  isCheckpoint,
  LAST_CHECKPOINT_HEIGHT,
  maxTargetAt,
  nextCheckpointHeight,
} from "./checkpoints.js";
export {
  type BlockHeader,
  type BlockHeaderFields,
  bitsOfTarget,
  displayHash,
  EPOCH_BLOCKS,
  encodeBlockHeader,
  forgeryCostPowerOfTen,
  HEADER_BYTES,
  HEADERS_JSON_LIMITS,
  JOULES_PER_TERAHASH,
  MAX_TARGET,
  meetsTarget,
  nextBits,
  parseBlockHeader,
  targetOfBits,
  USD_PER_KWH,
  workBits,
  workOfTarget,
} from "./header.js";
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
export {
  BITCOIN_NETWORKS,
  type BitcoinNetwork,
  EPOCH_FILE_BYTES,
  type EpochFileErrorCode,
  encodeEpochFile,
  encodeHeaders,
  epochFileName,
  epochOfHeight,
  HEADERS_FORMAT,
  type HeaderRun,
  type HeadersErrorCode,
  MAX_HEADERS,
  type ParseHeadersOptions,
  parseEpochFile,
  parseHeaders,
  parseRawHeaders,
  placeEpochFiles,
  type RawHeadersErrorCode,
} from "./read-headers.js";
