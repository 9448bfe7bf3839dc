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
export { type PastedFingerprint, pastedFingerprint, pastedId } from "../pasted-text.js";
export { nearestWord, printable, printableJson, printableLines, spreadsheetText } from "../printable.js";
export {
  fingerprintCommands,
  type SystemCommand,
  sealCommand,
  timestampCommand,
  timestampInfoCommand,
  windowsWord,
} from "../stock-commands.js";
