/**
 * Codes of X.509. Stable: software branches on them, texts translate them.
 *
 * Parsers throw a `FormatError` with an `X509ErrorCode`; `validatePath` answers with a `PathErrorCode`.
 */
import type { FormatError } from "@svc-proof/shared/encoding";
import type { WorkErrorCode } from "@svc-proof/shared/work";
import type { DerErrorCode } from "../der/error-code.js";

/** What is wrong with the bytes of a certificate, a revocation list or an OCSP response. */
export type X509ErrorCode =
  | DerErrorCode
  /** A version other than 1, 2 or 3, or fields that the stated version does not have. */
  | "x509_version"
  /** The signature algorithm outside of what is signed is not the one inside. */
  | "x509_signature_algorithm_mismatch"
  /** The same extension twice. */
  | "x509_extension_duplicate"
  /** An extension is not what its standard says. */
  | "x509_extension_malformed"
  /** A name is not what X.501 says. */
  | "x509_name_malformed"
  /** A public key is not a `SubjectPublicKeyInfo`. */
  | "x509_public_key_malformed"
  /** A PEM text: no certificate in it, or a block that is damaged or of another kind. */
  | "pem_malformed"
  | "pem_no_certificate"
  /** More bytes, or more certificates, than a bundle may have. */
  | "pem_too_large"
  /** The OCSP response carries no answer: its status is an error, or its type is not basic. */
  | "ocsp_no_response";

/** What the parsers of this folder throw. */
export type X509Error = FormatError<X509ErrorCode>;

/** Why there is no valid path. */
export type PathErrorCode =
  /** No chain of issuers leads from the certificate to an anchor. */
  | "no_path"
  /** The search for a path was given up at its bounds: too many issuers of the same name, too many signatures. */
  | "path_too_costly"
  /** The input costs more work than one verification may take. */
  | WorkErrorCode
  /** More intermediates than the caller allows. */
  | "path_too_long"
  | "certificate_not_yet_valid"
  | "certificate_expired"
  /** A signature in the chain is false. */
  | "signature_invalid"
  /** A signature's algorithm, or parameters, are not known here, or not to this platform's cryptography. */
  | "algorithm_unsupported"
  /** The parameters of a signature or key contradict its standard, or one another. */
  | "algorithm_mismatch"
  /** A key is too short for the policy. */
  | "key_too_weak"
  | "key_malformed"
  /** The signature is over SHA-1, or an older hash, and the policy does not allow it. */
  | "hash_too_weak"
  /** An issuer is no certification authority: basicConstraints is absent, not critical, or says so. */
  | "issuer_not_ca"
  /** An issuer's key may not sign certificates. */
  | "issuer_key_usage"
  /** More intermediates below an authority than its pathLenConstraint allows. */
  | "path_length_exceeded"
  /** An extension is critical and not processed here. */
  | "unknown_critical_extension"
  /** The certificate, or an authority above it, is not for the purpose. */
  | "extended_key_usage"
  /** A name violates the name constraints of an authority. */
  | "name_not_permitted"
  | "name_excluded"
  /** Name constraints, or a name under them, that are malformed or of a kind that is not processed. */
  | "name_constraints_unsupported"
  /** More comparisons of names with constraints than this library is willing to make. */
  | "name_constraints_too_costly"
  /** No certificate policy is valid for the whole path, and one is required. */
  | "policy"
  /** The certificate breaks a rule of RFC 5280 that is not about trust: see `PathFailure.message`. */
  | "certificate_profile"
  | "revoked"
  /** Revocation data of this issuer were given, but none can be relied on. */
  | "revocation_undetermined";
