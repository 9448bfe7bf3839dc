export {
  type BlockHeader,
  type BlockHeaderFields,
  displayHash,
  encodeBlockHeader,
  HEADER_BYTES,
  parseBlockHeader,
} from "./block-header.js";
export { isCheckpoint, LAST_CHECKPOINT_HEIGHT, maxTargetAt, nextCheckpointHeight } from "./checkpoints.js";
export { encodeCheckpointTable } from "./encode-checkpoint-table.js";
export {
  type BitcoinNetwork,
  encodeHeaders,
  HEADERS_FORMAT,
  HEADERS_JSON_LIMITS,
  type HeaderRun,
  type HeadersErrorCode,
  MAX_HEADERS,
  parseHeaders,
} from "./headers-document.js";
export {
  type HeaderFault,
  type HeaderStanding,
  type JudgedHeader,
  judgeHeaders,
  judgeHeadersInSteps,
  type PlacedHeader,
} from "./judge-headers.js";
export { EPOCH_BLOCKS, nextBits } from "./retarget.js";
export { bitsOfTarget, MAX_TARGET, meetsTarget, targetOfBits, workBits, workOfTarget } from "./target.js";
