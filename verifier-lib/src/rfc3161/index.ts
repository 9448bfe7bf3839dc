/**
 * RFC 3161 timestamps: encodes and parses requests, parses and validates responses and tokens. Uses neither the
 * network nor Node built-ins. The caller decides which certificates are trusted.
 *
 * @module
 */

export type { DerErrorCode } from "../der/error-code.js";
export type { ByteRange } from "../der/index.js";
export type { ParseOptions } from "../x509/parse-options.js";
export type { TimestampExpectation } from "./check-token.js";
export type {
  Rfc3161ErrorCode,
  TimestampCode,
  TimestampMismatchCode,
  TimestampOpenCode,
  TimestampStatusCode,
} from "./error-code.js";
export { signerOfToken, type TokenSigner } from "./find-signer.js";
export type { HashAlgorithm } from "./hash-algorithm.js";
export { MAX_TIMESTAMP_RESPONSE_BYTES } from "./limits.js";
export { parseTimestampResponse } from "./parse-timestamp-response.js";
export { parseTimestampToken } from "./parse-timestamp-token.js";
export {
  type EncodeTimestampRequestParameters,
  encodeTimestampRequest,
  parseTimestampRequest,
  type TimestampRequest,
} from "./timestamp-request.js";
export type {
  AlgorithmProtection,
  EssCertId,
  MessageImprint,
  PkiFailure,
  PkiStatus,
  SignedAttributes,
  SignerIdentifier,
  SignerInfo,
  TimestampResponse,
  TimestampToken,
  TstInfo,
  UnsignedPart,
} from "./timestamp-token.js";
export type { ListedPath, TimestampRevocation, TimestampVerdict } from "./timestamp-verdict.js";
export {
  type AnchorList,
  SANDBOX_ORGANISATION,
  type VerifyTimestampParameters,
  verifyTimestamp,
} from "./verify-timestamp.js";
