/**
 * X.509: certificates, revocation lists, OCSP responses, signatures and path validation (RFC 5280, RFC 6960).
 * Uses neither the network nor Node built-ins. The caller sets the purpose, the time and the trust anchors.
 *
 * @module
 */

export type { SignaturePolicy } from "./algorithms.js";
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
export type { ParseOptions, PathErrorCode, X509Error, X509ErrorCode } from "./codes.js";
export { parseCrl } from "./crl.js";
export { parseOcspResponse } from "./ocsp.js";
export { parseCertificate } from "./parse-certificate.js";
export { validatePath } from "./path-search.js";
export type {
  Crl,
  IssuingDistributionPoint,
  OcspResponse,
  PathFailure,
  PathParameters,
  PathResult,
  RevocationReason,
  RevocationState,
  RevokedCertificate,
  RevokedCertificates,
  SingleOcspResponse,
  ValidPath,
} from "./path-types.js";
export { type PemBundle, parsePemCertificates, readPemBundle, type UnreadableCertificate } from "./pem.js";
export { type SignatureVerdict, type VerifySignatureParameters, verifySignature } from "./signatures.js";
