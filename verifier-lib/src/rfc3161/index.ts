/**
 * Timestamps of RFC 3161: requests written and read, responses and tokens read and judged. No network, no Node
 * built-ins; who is trusted is the caller's to say.
 */
export type { TimestampExpectation } from "./check-request.js";
export {
  type EncodeTimestampRequestParameters,
  encodeTimestampRequest,
} from "./encode-timestamp-request.js";
export type { Rfc3161ErrorCode, TimestampCode } from "./error-code.js";
export type { HashAlgorithm } from "./hash-algorithm.js";
export { MAX_TIMESTAMP_RESPONSE_BYTES } from "./limits.js";
export { parseTimestampRequest, type TimestampRequest } from "./parse-timestamp-request.js";
export { parseTimestampResponse } from "./parse-timestamp-response.js";
export { parseTimestampToken } from "./parse-timestamp-token.js";
export type {
  AlgorithmProtection,
  ByteRange,
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
export type { TimestampRevocation, TimestampVerdict } from "./timestamp-verdict.js";
export { SANDBOX_ORGANISATION, type VerifyTimestampParameters, verifyTimestamp } from "./verify-timestamp.js";
