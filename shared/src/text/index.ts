/**
 * Texts: those whose hash is anchored (leaf and payload), those that people paste, those made safe to show, and commands to print.
 *
 * @module
 */

export { LEAF_FORMULA, leafHash, leafPreimage } from "./leaf.js";
export { nearestWord } from "./nearest-word.js";
export { type PastedFingerprint, pastedFingerprint, pastedId } from "./pasted-text.js";
export { anchorPayload, PAYLOAD_BYTES, payloadCalldata } from "./payload.js";
export { printable, printableJson, printableLines } from "./printable.js";
export { spreadsheetText } from "./spreadsheet-text.js";
export {
  fingerprintCommands,
  type SystemCommand,
  sealCommand,
  timestampCommand,
  timestampInfoCommand,
  windowsWord,
} from "./stock-commands.js";
