/**
 * RFC 3161 timestamps: encodes and parses requests, parses and validates responses and tokens. Uses neither the
 * network nor Node built-ins. The caller decides which certificates are trusted.
 *
 * @module
 */

export type { ByteRange, DerErrorCode } from "../asn1/der.js";
export { MAX_TIMESTAMP_RESPONSE_BYTES } from "../limits.js";
export type { ParseOptions } from "../x509/codes.js";
export type { TimestampExpectation } from "./check-token.js";
export { parseTimestampToken } from "./parse-token.js";
export {
  type EncodeTimestampRequestParameters,
  encodeTimestampRequest,
  parseTimestampRequest,
  parseTimestampResponse,
  type TimestampRequest,
} from "./response.js";
export { signerOfToken, type TokenSigner } from "./signer.js";
export type {
  AlgorithmProtection,
  EssCertId,
  HashAlgorithm,
  ListedPath,
  MessageImprint,
  PkiFailure,
  PkiStatus,
  Rfc3161ErrorCode,
  SignedAttributes,
  SignerIdentifier,
  SignerInfo,
  TimestampCode,
  TimestampMismatchCode,
  TimestampOpenCode,
  TimestampResponse,
  TimestampRevocation,
  TimestampStatusCode,
  TimestampToken,
  TimestampVerdict,
  TstInfo,
  UnsignedPart,
} from "./token.js";
export {
  type AnchorList,
  SANDBOX_ORGANISATION,
  type VerifyTimestampParameters,
  verifyTimestamp,
} from "./verify-timestamp.js";
