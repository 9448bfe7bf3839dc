/**
 * Every code of this folder. Stable: software branches on them, texts translate them.
 *
 * Parsers throw a `FormatError` with an `Rfc3161ErrorCode`; `verifyTimestamp` answers with a `TimestampCode`.
 */
import type { DerErrorCode } from "../der/error-code.js";
import type { ContradictionCode, FaultCode } from "../report/fault.js";
import type { PathErrorCode, X509ErrorCode } from "../x509/error-code.js";

/** What is wrong with the bytes of a request, a response or a token. */
export type Rfc3161ErrorCode =
  | DerErrorCode
  | X509ErrorCode
  /** The version of the request or of the `TSTInfo` is not 1, or that of the CMS is none that there is. */
  | "tsp_version"
  /** The `TSTInfo` has an extension that must be understood, and is not known here. */
  | "tsp_extension_unknown"
  /** `PKIStatus` has a value that RFC 3161 does not define. */
  | "tsp_status_unknown"
  /** The response says granted and carries no token. */
  | "tsp_token_missing"
  /** The status says that there is no token, but the response contains one. */
  | "tsp_token_unexpected"
  /** The content of the CMS is not `SignedData`. */
  | "tsp_not_signed_data"
  /** The signed content is not a `TSTInfo`, or is not in the token. */
  | "tsp_not_a_timestamp"
  /** There is not exactly one signer. */
  | "tsp_signer_count"
  /** The digest has another length than its algorithm gives. */
  | "tsp_imprint_length"
  /** More certificates, revocation data or attributes than this library looks at. */
  | "tsp_too_many"
  /** An attribute occurs twice. */
  | "tsp_attribute_duplicate"
  /** An attribute has no value, or several. */
  | "tsp_attribute_malformed"
  /** Seconds, milliseconds or microseconds of the accuracy are out of their bounds. */
  | "tsp_accuracy";

/** The authority gave no token. */
export type TimestampStatusCode = "timestamp_not_granted";

/** The token does not answer the request, or is not valid. */
export type TimestampMismatchCode =
  | "imprint_mismatch"
  | "imprint_algorithm_mismatch"
  | "nonce_mismatch"
  | "policy_mismatch"
  /** The request wanted the signer's certificate in the token, and it is not there. */
  | "requested_certificate_missing"
  | "signed_attributes_missing"
  | "content_type_mismatch"
  | "message_digest_mismatch"
  | "algorithm_protection_mismatch"
  | "digest_algorithm_mismatch"
  /** No signed attribute names the signer's certificate. */
  | "signing_certificate_missing"
  /** The signed attribute names another certificate. */
  | "signing_certificate_mismatch"
  | "tsa_name_mismatch"
  /** The signer's certificate does not have the purpose timeStamping, or not critical, or not alone. */
  | "signer_purpose_missing"
  | "signer_purpose_not_critical"
  | "signer_purpose_not_alone"
  | "signer_key_usage"
  | "signature_invalid"
  /** The signer's certificate was not, or no longer, valid at genTime. */
  | "signer_not_valid_at_gen_time";

/** The given material is not sufficient to decide. */
export type TimestampOpenCode =
  /** Neither the token nor the caller gives the certificate that the signature names. */
  | "signer_certificate_missing"
  /** The token has it, and it cannot be read. */
  | "signer_certificate_unreadable"
  | "no_trust_anchor"
  /**
   * A certificate of the chain was revoked after genTime, for a reason that leaves nothing of its key to trust, and nothing
   * shows that the token is older than that.
   */
  | "revoked_no_poe"
  /** genTime is after the time of validation. */
  | "gen_time_in_the_future"
  /**
   * ETSI EN 319 102-1: a certificate of the chain, below an anchor other than the signer's own, has expired, and nothing
   * shows that the token is older than that.
   */
  | "out_of_bounds_no_poe";

/**
 * What came out, one code for each reason. `PathErrorCode`: the chain from the signer's certificate to an anchor, at
 * genTime.
 */
export type TimestampCode =
  | "ok"
  | FaultCode
  | Extract<ContradictionCode, Rfc3161ErrorCode>
  | TimestampStatusCode
  | TimestampMismatchCode
  | TimestampOpenCode
  | PathErrorCode;
