/**
 * Hexadecimal, UUIDs, strict JSON, bytes in parts, and `FormatError`, which every parser throws.
 *
 * @module
 */

export { bytesToHex, concatBytes, decodeHexInto, hexToBytes, isHex, isUuid, JoinedBytes } from "../bytes.js";
export { FormatError } from "../format-error.js";
export { type JsonErrorCode, type JsonLimits, JsonReader } from "../strict-json.js";
