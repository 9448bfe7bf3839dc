/** Codes of this folder, and options of its readers. */

import type { FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget, WorkErrorCode } from "@svc-proof/shared/work";
import type { DerErrorCode } from "../asn1/der.js";

// Error codes of X.509. They are stable: software branches on them, and texts translate them.
//
// Parsers throw a `FormatError` with an `X509ErrorCode`; `validatePath` returns a `PathErrorCode`.

/** Malformations of a certificate, a revocation list or an OCSP response. */
export type X509ErrorCode =
  | DerErrorCode
  /** A version other than 1, 2 or 3, or fields that the version does not have. */
  | "x509_version"
  /** The outer signature algorithm differs from the signed one. */
  | "x509_signature_algorithm_mismatch"
  /** The same extension twice. */
  | "x509_extension_duplicate"
  /** An extension violates its standard. */
  | "x509_extension_malformed"
  /** A name violates X.501. */
  | "x509_name_malformed"
  /** A public key is not a `SubjectPublicKeyInfo`. */
  | "x509_public_key_malformed"
  /** A PEM text without a certificate, or with a damaged block or one of another kind. */
  | "pem_malformed"
  | "pem_no_certificate"
  /** A bundle with too many bytes or certificates. */
  | "pem_too_large"
  /** The OCSP response contains no answer: its status is an error, or its type is not basic. */
  | "ocsp_no_response";

/** Errors thrown by the parsers of this folder. */
export type X509Error = FormatError<X509ErrorCode>;

/** Why there is no valid path. */
export type PathErrorCode =
  /** No chain of issuers leads from the certificate to an anchor. */
  | "no_path"
  /** The search for a path reached its limits: too many issuers of the same name, or too many signatures. */
  | "path_too_costly"
  /** The input takes more work than one verification may spend. */
  | WorkErrorCode
  /** More intermediates than the caller allows. */
  | "path_too_long"
  | "certificate_not_yet_valid"
  | "certificate_expired"
  /** A signature in the chain is invalid. */
  | "signature_invalid"
  /** The algorithm or parameters of a signature are not supported, here or by the platform's cryptography. */
  | "algorithm_unsupported"
  /** The parameters of a signature or key contradict its standard or each other. */
  | "algorithm_mismatch"
  /** A key is too short for the policy. */
  | "key_too_weak"
  | "key_malformed"
  /** The signature uses SHA-1 or an older hash, and the policy does not allow it. */
  | "hash_too_weak"
  /** An issuer is not a certification authority: basicConstraints is absent, not critical, or says so. */
  | "issuer_not_ca"
  /** An issuer's key may not sign certificates. */
  | "issuer_key_usage"
  /** More intermediates below an authority than its pathLenConstraint allows. */
  | "path_length_exceeded"
  /** A critical extension is not supported. */
  | "unknown_critical_extension"
  /** The certificate, or an authority above it, is not valid for the purpose. */
  | "extended_key_usage"
  /** A name violates the name constraints of an authority. */
  | "name_not_permitted"
  | "name_excluded"
  /** A name constraint, or a name it applies to, is malformed or of an unsupported kind. */
  | "name_constraints_unsupported"
  /** Comparing names with constraints would take more work than this library allows. */
  | "name_constraints_too_costly"
  /** A certificate policy is required, but none is valid for the whole path. */
  | "policy"
  /** The certificate breaks a rule of RFC 5280 that is not about trust. See `PathFailure.message`. */
  | "certificate_profile"
  | "revoked"
  /** Revocation data of this issuer exist, but none can be relied on. */
  | "revocation_undetermined";

/** Options of the parsers in this folder. */
export interface ParseOptions {
  /** The budget of the parser. Default: a new one. */
  readonly work?: WorkBudget | undefined;
}
