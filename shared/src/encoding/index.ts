/**
 * Hexadecimal, UUIDs, strict JSON, bytes in parts, and `FormatError`, which every parser throws.
 *
 * @module
 */

export { concatBytes } from "./concat-bytes.js";
export { FormatError } from "./format-error.js";
export { bytesToHex, decodeHexInto, hexToBytes, isHex } from "./hex.js";
export { JoinedBytes } from "./joined-bytes.js";
export { type JsonErrorCode, type JsonLimits, JsonReader } from "./json-reader.js";
export { isUuid } from "./uuid.js";
