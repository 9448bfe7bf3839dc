/** Types, identifiers, codes. */

import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { ByteRange, DerErrorCode } from "../asn1/der.js";
import type { ContradictionCode, FaultCode } from "../fault.js";
import type {
  AlgorithmIdentifier,
  Certificate,
  DistinguishedName,
  Extension,
  GeneralName,
  QcStatement,
} from "../x509/certificate.js";
import type { PathErrorCode, X509ErrorCode } from "../x509/codes.js";

// What the parsers of this folder read: RFC 3161 (responses, `TSTInfo`), RFC 5652 (CMS) and RFC 5816 (ESSCertIDv2).
// All bytes are views of one copy of the input, or of its DER if it is BER.

/** RFC 3161, section 2.4.2. The first two come with a token, the others without. */
export type PkiStatus =
  | "granted"
  | "grantedWithMods"
  | "rejection"
  | "waiting"
  | "revocationWarning"
  | "revocationNotification";

/** Names of the bits that RFC 3161, section 2.4.2, defines. A bit that it does not is `bit` and its number. */
export type PkiFailure =
  | "badAlg"
  | "badRequest"
  | "badDataFormat"
  | "timeNotAvailable"
  | "unacceptedPolicy"
  | "unacceptedExtension"
  | "addInfoNotAvailable"
  | "systemFailure"
  | `bit${number}`;

/** An answer of a time-stamping authority. */
export interface TimestampResponse {
  readonly status: PkiStatus;
  /** What the authority says in words; the first 16 texts. Nobody signs them. */
  readonly statusText: readonly string[];
  readonly failures: readonly PkiFailure[];
  /** Present exactly where the status is `granted` or `grantedWithMods`. */
  readonly token: TimestampToken | null;
}

/** A `ContentInfo` with `SignedData` over a `TSTInfo`, with the one signature that RFC 3161 allows. */
export interface TimestampToken {
  /** The whole token, as it was given: DER, or the BER of RFC 5652. */
  readonly der: Uint8Array;
  readonly tstInfo: TstInfo;
  readonly version: number;
  /** Hash algorithms that the CMS announces, dotted decimal. */
  readonly digestAlgorithms: readonly string[];
  /** The X.509 certificates that the token carries, unread, as given, in its order. Nothing signs that they are there. */
  readonly certificates: readonly Uint8Array[];
  /** The revocation lists that the token carries, unread, as given. */
  readonly crls: readonly Uint8Array[];
  /** The `OCSPResponse`s that the token carries (RFC 5940), unread, as given. */
  readonly ocspResponses: readonly Uint8Array[];
  readonly signer: SignerInfo;
  /** Parts of the input that no signature of the authority covers. */
  readonly unsigned: readonly UnsignedPart[];
}

/** Part of a token that could be changed without the authority: each is named, with where it stands in the input. */
export interface UnsignedPart extends ByteRange {
  readonly part:
    | "status"
    | "version"
    | "certificate"
    | "revocation_data"
    | "signer_identifier"
    | "digest_algorithm"
    | "signature_algorithm"
    | "unsigned_attributes";
}

/** RFC 3161, section 2.4.2. */
export interface TstInfo {
  /** What the signature is over, by way of the attribute messageDigest. */
  readonly der: Uint8Array;
  /** Dotted decimal. */
  readonly policy: string;
  readonly imprint: MessageImprint;
  /** Content of the INTEGER, two's complement. */
  readonly serialNumber: Uint8Array;
  /** The same in upper-case hexadecimal. */
  readonly serialNumberHex: string;
  /** To the millisecond, rounded up: the token says no less. A leap second is the midnight after it. */
  readonly genTime: Date;
  /** To the millisecond, rounded down: what bounds that are stated to the second are held against. */
  readonly genTimeRoundedDown: Date;
  /** ISO 8601, UTC, with as many digits as the token has. */
  readonly genTimeText: string;
  /** Maximum error of genTime; null if the token does not state it. */
  readonly accuracySeconds: number | null;
  /** Tokens of this authority can be ordered by genTime alone. */
  readonly ordering: boolean;
  /** Content of the INTEGER; null where there is none. */
  readonly nonce: Uint8Array | null;
  readonly tsa: GeneralName | null;
  readonly extensions: readonly Extension[];
  /** ETSI EN 319 422, section 9.1: what the authority says of the token's being qualified. Empty where it says nothing. */
  readonly qcStatements: readonly QcStatement[];
}

/** The digest that was time-stamped. */
export interface MessageImprint {
  /** Dotted decimal. */
  readonly algorithmOid: string;
  /** Null for an algorithm that is not known here. */
  readonly algorithm: HashAlgorithm | null;
  /** The digest that was time-stamped, as long as the algorithm gives. */
  readonly digest: Uint8Array;
}

/** RFC 5652, section 5.3. */
export interface SignerInfo {
  readonly version: number;
  readonly sid: SignerIdentifier;
  readonly digestAlgorithm: AlgorithmIdentifier;
  /** Null where there are none, which no timestamp may lack. */
  readonly signedAttributes: SignedAttributes | null;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

/** How a signature names its certificate (RFC 5652, section 5.3). */
export type SignerIdentifier =
  | {
      readonly kind: "issuerAndSerialNumber";
      readonly issuer: DistinguishedName;
      /** Content of the INTEGER. */
      readonly serialNumber: Uint8Array;
    }
  | { readonly kind: "subjectKeyIdentifier"; readonly keyIdentifier: Uint8Array };

/** The attributes of RFC 5652, section 11, RFC 5035 and RFC 6211 that a verifier must look at. */
export interface SignedAttributes {
  /** What the signature is over: the attributes as a `SET OF`, as they stand (RFC 5652, section 5.4). */
  readonly der: Uint8Array;
  /**
   * The same attributes in the order of DER, over which the signature must be; null if they stand in it. Some authorities sign them
   * as they stand.
   */
  readonly derInOrder: Uint8Array | null;
  /** Dotted decimal; null where the attribute is absent. */
  readonly contentType: string | null;
  readonly messageDigest: Uint8Array | null;
  /** The first, which names the signer, of each attribute signingCertificate and signingCertificateV2. */
  readonly signingCertificates: readonly EssCertId[];
  /** The others of these attributes. Where one has any, they limit the certificates of the path (RFC 5035, section 5.4). */
  readonly otherCertificates: readonly EssCertId[];
  readonly algorithmProtection: AlgorithmProtection | null;
}

/** ESSCertID or ESSCertIDv2: RFC 5035, sections 4 and 5. */
export interface EssCertId {
  readonly version: 1 | 2;
  /** Dotted decimal. SHA-1 by definition in version 1, SHA-256 by default in version 2. */
  readonly hashOid: string;
  /** Hash of the certificate's DER. */
  readonly certHash: Uint8Array;
  readonly issuerSerial: {
    readonly issuer: readonly GeneralName[];
    readonly serialNumber: Uint8Array;
  } | null;
}

/** RFC 6211: what a signer says of the algorithms that the signature itself does not cover. */
export interface AlgorithmProtection {
  /** DER of the AlgorithmIdentifier. */
  readonly digestAlgorithm: Uint8Array;
  /** DER of the AlgorithmIdentifier. */
  readonly signatureAlgorithm: Uint8Array;
}

// What `verifyTimestamp` answers.

/** The answer of `verifyTimestamp`. */
export interface TimestampVerdict {
  /**
   * `failed`: the token was understood, is not valid for this content, and nothing could change that. `indeterminate`: the given
   * material is not sufficient, or not understood. Only `passed` counts.
   */
  readonly status: "passed" | "failed" | "indeterminate";
  readonly code: TimestampCode;
  /** What the parser says of bytes that are not understood, an `Rfc3161ErrorCode`; else null. */
  readonly fault: string | null;
  /** What was found, in a sentence for people; it may change. */
  readonly message: string;
  /** Null where the input was a bare token, or could not be read. */
  readonly response: TimestampResponse | null;
  /** What the token says: not to be relied on unless `status` is `passed`. Null where none could be read. */
  readonly token: TimestampToken | null;
  /** The certificate that made the signature; null where it was not found. */
  readonly signer: Certificate | null;
  /** Whom the signer's certificate names: its commonName, else its organizationName, else the whole subject. */
  readonly authority: string | null;
  /** From the signer's certificate to the anchor, both included; empty where there is no valid path. */
  readonly chain: readonly Certificate[];
  /**
   * Certificates of `chain`, between the signer's and the anchor, that the signed attributes do not name although they name
   * some besides the signer's: RFC 5035, section 5.4, limits the path to those. Empty where they name none.
   */
  readonly beyondNamed: readonly Certificate[];
  /** Where the signer's chain leads, for a trusted list; null unless one was given and the signature is valid. */
  readonly listed: ListedPath | null;
  readonly revocation: TimestampRevocation;
  /** How many of the lists and responses beside the token could not be read, and were left out. */
  readonly unreadRevocationData: number;
  /**
   * How many of all lists and responses are signed, or name the signer's issuer, with an algorithm that is not known here, or have
   * certificates that cannot be read in place of the responder's: what they say of the chain could not be judged.
   */
  readonly unjudgedRevocationData: number;
  /** The time of validation. */
  readonly validationTime: Date;
  /** Whether the answer needed the proof of existence: the signer's certificate had expired, or was revoked, by then. */
  readonly restsOnProofOfExistence: boolean;
}

/** From the signer's certificate upwards. */
export interface ListedPath {
  readonly chain: readonly Certificate[];
  /**
   * Whether the chain is a valid path to a certificate that the list names. If not, its certificates sign one another, as far
   * as they are at hand, and nothing else is known of them.
   */
  readonly isValid: boolean;
}

/** What revocation data at hand say of the chain below its anchor. */
export interface TimestampRevocation {
  /** `not_checked`: none are at hand, or none that speak of every certificate of the chain. */
  readonly status: "good" | "revoked" | "not_checked";
  /** Of the certificate that is revoked. */
  readonly revokedAt: Date | null;
  /** Name of RFC 5280, section 5.3.1; null where the list gives none. */
  readonly reason: string | null;
  /** When what answers was made: of several the oldest, as nothing is known of what came after. Null where none does. */
  readonly asOf: Date | null;
}

/** The first step of the protocol that does not hold. */
export interface Finding {
  readonly status: "failed" | "indeterminate";
  readonly code: TimestampCode;
  readonly message: string;
}

export function failed(code: TimestampCode, message: string): Finding {
  return { status: "failed", code, message };
}

export function indeterminate(code: TimestampCode, message: string): Finding {
  return { status: "indeterminate", code, message };
}

/** What the authority said instead of giving a token. */
export function notGranted({ status, failures, statusText }: TimestampResponse): Finding {
  const why = [...failures, ...statusText].join(", ");
  return failed("timestamp_not_granted", `the authority answered ${status}${why === "" ? "" : `: ${why}`}`);
}

// Every code of this folder. Stable: software branches on them, texts translate them.
//
// Parsers throw a `FormatError` with an `Rfc3161ErrorCode`; `verifyTimestamp` answers with a `TimestampCode`.

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

/** Object identifiers of this folder, dotted decimal. */
export const OID = {
  /** RFC 5652. */
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  /** RFC 6211. */
  algorithmProtection: "1.2.840.113549.1.9.52",
  /** RFC 3161. */
  tstInfo: "1.2.840.113549.1.9.16.1.4",
  timeStamping: "1.3.6.1.5.5.7.3.8",
  /** RFC 5035. */
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  /** RFC 5940. */
  ocspResponse: "1.3.6.1.5.5.7.16.2",
  /** ETSI EN 319 422, section 9.1. */
  qualifiedTimestamp: "0.4.0.19422.1.1",
  /** RFC 5280. */
  commonName: "2.5.4.3",
  organizationName: "2.5.4.10",
} as const;

// Hashes that a timestamp may be made over, or made with: RFC 5754 and RFC 3370. What is not here is not computed.

/** Hash algorithms of message imprints. SHA-1 is read, and never accepted. */
export type HashAlgorithm = "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";

interface HashParameters {
  /** Dotted decimal. */
  readonly oid: string;
  readonly sizeBytes: number;
}

export const HASHES: Readonly<Record<HashAlgorithm, HashParameters>> = {
  "SHA-1": { oid: "1.3.14.3.2.26", sizeBytes: 20 },
  "SHA-256": { oid: "2.16.840.1.101.3.4.2.1", sizeBytes: 32 },
  "SHA-384": { oid: "2.16.840.1.101.3.4.2.2", sizeBytes: 48 },
  "SHA-512": { oid: "2.16.840.1.101.3.4.2.3", sizeBytes: 64 },
};

/** The hash that an object identifier names; null for one that is not known here. */
export function hashOfOid(oid: string): HashAlgorithm | null {
  for (const name of Object.keys(HASHES) as HashAlgorithm[]) if (HASHES[name].oid === oid) return name;
  return null;
}

const FUNCTIONS: Readonly<Record<HashAlgorithm, (bytes: Uint8Array) => Uint8Array>> = {
  "SHA-1": sha1,
  "SHA-256": sha256,
  "SHA-384": sha384,
  "SHA-512": sha512,
};

/** Portable: a page that is not served securely has no cryptography of the platform, and still reads what a token says. */
export function digestOf(algorithm: HashAlgorithm, bytes: Uint8Array): Uint8Array {
  return FUNCTIONS[algorithm](bytes);
}
