/**
 * Hexadecimal, UUIDs, strict JSON, bytes in parts, and `FormatError`, which every parser throws.
 *
 * @module
 */

export {
  bytesToHex,
  concatBytes,
  decodeHexInto,
  FormatError,
  hexToBytes,
  isHex,
  isSameBytes,
  isUuid,
  JoinedBytes,
} from "../bytes.js";
export { type JsonErrorCode, type JsonLimits, JsonReader } from "../strict-json.js";
