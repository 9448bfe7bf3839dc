/**
 * X.509: certificates, revocation lists, OCSP responses, signatures and path validation (RFC 5280, RFC 6960).
 * Uses neither the network nor Node built-ins. The caller sets the purpose, the time and the trust anchors.
 *
 * @module
 */

export type {
  AlgorithmIdentifier,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  DistinguishedName,
  Extension,
  GeneralName,
  KeyUsage,
  NameConstraints,
  PolicyConstraints,
  PolicyMapping,
  QcStatement,
  SubjectPublicKeyInfo,
} from "./certificate.js";
export type { PathErrorCode, X509Error, X509ErrorCode } from "./error-code.js";
export { parseCertificate } from "./parse-certificate.js";
export { parseCrl } from "./parse-crl.js";
export { parseOcspResponse } from "./parse-ocsp-response.js";
export type { ParseOptions } from "./parse-options.js";
export {
  type PemBundle,
  parsePemCertificates,
  readPemBundle,
  type UnreadableCertificate,
} from "./parse-pem-certificates.js";
export type {
  PathFailure,
  PathParameters,
  PathResult,
  RevocationState,
  ValidPath,
} from "./path-result.js";
export type {
  Crl,
  IssuingDistributionPoint,
  OcspResponse,
  RevocationReason,
  RevokedCertificate,
  RevokedCertificates,
  SingleOcspResponse,
} from "./revocation-data.js";
export type { SignaturePolicy } from "./signature-policy.js";
export { validatePath } from "./validate-path.js";
export {
  type SignatureVerdict,
  type VerifySignatureParameters,
  verifySignature,
} from "./verify-signature.js";
