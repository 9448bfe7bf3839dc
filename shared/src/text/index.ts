/**
 * Texts: those whose hash is anchored (leaf and payload), those that people paste, those made safe to show, and commands to print.
 *
 * @module
 */

export {
  anchorPayload,
  LEAF_FORMULA,
  leafHash,
  leafPreimage,
  PAYLOAD_BYTES,
  payloadCalldata,
} from "../leaf.js";
export {
  type ListedFingerprint,
  type ListProblem,
  listText,
  type PastedFingerprint,
  pastedFingerprint,
  pastedFingerprints,
  pastedId,
} from "../pasted-text.js";
export {
  fingerprintCommands,
  isInvisible,
  nearestWord,
  printable,
  printableJson,
  printableLines,
  type SystemCommand,
  sealCommand,
  spreadsheetText,
  timestampCommand,
  timestampInfoCommand,
  windowsWord,
} from "../printable.js";
