/** What a search is asked and answers. */

import type { WorkBudget } from "@svc-proof/shared/work";
import type { Work } from "../work/work.js";
import type { SignaturePolicy } from "./algorithms.js";
import type {
  AlgorithmIdentifier,
  Certificate,
  DistinguishedName,
  Extension,
  GeneralName,
} from "./certificate.js";
import type { PathErrorCode } from "./codes.js";

/** Parameters and results of `validatePath`. */
export interface PathParameters extends SignaturePolicy {
  readonly leaf: Certificate;
  /** Untrusted certificates that may be used as intermediates, in any order. May include the leaf. */
  readonly intermediates: readonly Certificate[];
  /** Trusted certificates, anywhere in the chain, including the leaf itself. */
  readonly anchors: readonly Certificate[];
  /**
   * Anchors that their issuers may revoke, although those are not trusted themselves: a list names them, no person chose
   * them. Default: none.
   */
  readonly revocableAnchors?: readonly Certificate[];
  /** Every certificate of the path must be valid at this time. */
  readonly time: Date;
  /**
   * The latest time at which the signed data is known to have existed. A later revocation does not affect it.
   * Default: not known.
   */
  readonly existedBy?: Date;
  /** The clock: a list or response that is made later does not show that a certificate is good. Default: not known. */
  readonly now?: Date;
  /** The extended key usage the path must be valid for, in dotted decimal; null for any. */
  readonly purpose: string | null;
  /**
   * Whether the purposes of an authority limit the certificates below it, as in web browsers. Default: no.
   * RFC 5280 does not require it, and some qualified time-stamping units are below authorities that list
   * other purposes.
   */
  readonly arePurposesNested?: boolean;
  readonly crls?: readonly Crl[];
  readonly ocspResponses?: readonly OcspResponse[];
  /**
   * Those of `intermediates`, `crls` and `ocspResponses` that were found and not stated: whether one is authentic is paid for by
   * itself, and known for every later search. Default: none.
   */
  readonly found?: ReadonlySet<Certificate | Crl | OcspResponse>;
  /** Maximum number of intermediates that are not self-issued. Default: 16. */
  readonly maxIntermediates?: number;
  /** Critical extensions of the leaf that the caller processes, in dotted decimal. */
  readonly processedExtensions?: readonly string[];
  /** Policies the caller accepts (RFC 5280, section 6.1.1 c), in dotted decimal. Default: any. */
  readonly policies?: readonly string[];
  /** Section 6.1.1 e to g. Default: no. */
  readonly requireExplicitPolicy?: boolean;
  readonly inhibitPolicyMapping?: boolean;
  readonly inhibitAnyPolicy?: boolean;
  /** The budget and the abort signal of the search. Default: a new budget. */
  readonly work?: Work;
}

/** The answer of `validatePath`. */
export type PathResult = (ValidPath | PathFailure) & {
  /**
   * How many lists of authorities at hand, and responses about their certificates, are signed with an algorithm that is not known
   * here, or name the issuer by one: what they say could not be judged.
   */
  readonly unjudgedRevocationData: number;
};

/** A path to an anchor in which every certificate is valid. */
export interface ValidPath {
  readonly isValid: true;
  /** From leaf to anchor. A single certificate if the leaf is an anchor. */
  readonly chain: readonly Certificate[];
  readonly anchor: Certificate;
  /** Policies valid for the whole path, in dotted decimal. `2.5.29.32.0` stands for any. */
  readonly policies: readonly string[];
  /**
   * Revocation of the leaf and of each authority below the anchor, in the chain's order. The anchor is
   * trusted as it is; included only if its issuer is also an anchor and has issued revocation data about it.
   */
  readonly revocation: readonly RevocationState[];
  /** Whether the path is valid only because `existedBy` precedes a revocation. */
  readonly restsOnExistence: boolean;
}

/** The failure of the path that came furthest. */
export interface PathFailure {
  readonly isValid: false;
  readonly code: PathErrorCode;
  /** For people; may change. */
  readonly message: string;
  /** The certificate the code refers to. */
  readonly certificate: Certificate;
  /** From the leaf up to the point the search reached. */
  readonly chain: readonly Certificate[];
  /** The revocation state of the certificate, if that caused the failure. */
  readonly revocation: RevocationState | null;
}

/** What revocation data say of one certificate. */
export interface RevocationState {
  readonly status:
    | "good"
    | "revoked"
    /** No available list or response covers the certificate at this time. */
    | "not_checked"
    /** One should cover it but cannot be relied on. */
    | "undetermined";
  readonly source: "crl" | "ocsp" | null;
  /**
   * When it was revoked. With "good": the revocation came after the requested time, for a reason that does
   * not affect earlier signatures (RFC 3161, section 4, point 1), or after `existedBy`.
   */
  readonly revokedAt: Date | null;
  readonly reason: RevocationReason | null;
  /** When the list or response with the answer was made. */
  readonly asOf: Date | null;
  /** Why it is undetermined or not checked although revocation data exist; for people. */
  readonly message: string | null;
}

export interface PathFault {
  readonly code: PathErrorCode;
  /** For people. */
  readonly message: string;
}

// Results of `parseCrl` and `parseOcspResponse`: RFC 5280, section 5; RFC 6960, section 4.2.

/** Names of the codes: RFC 5280, section 5.3.1. */
export type RevocationReason =
  | "unspecified"
  | "keyCompromise"
  | "cACompromise"
  | "affiliationChanged"
  | "superseded"
  | "cessationOfOperation"
  | "certificateHold"
  | "removeFromCRL"
  | "privilegeWithdrawn"
  | "aACompromise";

/** An entry of a revocation list. */
export interface RevokedCertificate {
  /** Upper-case hexadecimal, as in `Certificate`. */
  readonly serialNumberHex: string;
  readonly revokedAt: Date;
  /** Null if absent, or not one of RFC 5280. */
  readonly reason: RevocationReason | null;
  /** When the key was suspected to be compromised. */
  readonly invalidityDate: Date | null;
  /**
   * The issuer of the certificate, if an indirect list states it; null for the issuer of the list (RFC 5280,
   * section 5.3.3).
   */
  readonly certificateIssuer: readonly GeneralName[] | null;
  /** Whether anything but the serial number and the issuer is malformed: then the time is that of the epoch, and no reason is known. */
  readonly isMalformed: boolean;
}

/** The entries of a list in order. A certificate may have several. */
export interface RevokedCertificates {
  /** Number of entries. */
  readonly size: number;
  /**
   * Finds every entry with this serial number.
   *
   * @param serialNumberHex upper-case hexadecimal.
   * @param work the budget for scanning the list.
   * @throws FormatError `work_limit_exceeded`.
   */
  find(serialNumberHex: string, work?: WorkBudget): readonly RevokedCertificate[];
  /** All entries. */
  values(): IterableIterator<RevokedCertificate>;
}

/** A certificate revocation list (RFC 5280, section 5). Its signature is not checked here. */
export interface Crl {
  /** The whole list. */
  readonly der: Uint8Array;
  /** The signed bytes: DER of the TBSCertList. */
  readonly tbs: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  readonly issuer: DistinguishedName;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly revoked: RevokedCertificates;
  /** Whether any entry has an unsupported critical extension, in which case no entry may be relied on. */
  readonly hasUnknownCriticalEntry: boolean;
  readonly extensions: readonly Extension[];
  /** Content of the INTEGER; null if absent. */
  readonly crlNumber: Uint8Array | null;
  /** Whether the list contains only changes since another list (RFC 5280, section 5.2.4), critical or not. */
  readonly isDelta: boolean;
  readonly authorityKeyIdentifier: Uint8Array | null;
  /** Which certificates the list covers; null for all certificates of its issuer. */
  readonly issuingDistributionPoint: IssuingDistributionPoint | null;
  /** Since when certificates stay listed after they expire (X.509, expiredCertsOnCRL); null if they may be removed. */
  readonly expiredCertificatesSince: Date | null;
}

/** Which certificates a list covers (RFC 5280, section 5.2.5). */
export interface IssuingDistributionPoint {
  /** Full names of the distribution point; null if the list covers all points. */
  readonly fullNames: readonly GeneralName[] | null;
  readonly isForUserCertificatesOnly: boolean;
  readonly isForAuthoritiesOnly: boolean;
  readonly isForAttributeCertificatesOnly: boolean;
  readonly isIndirect: boolean;
  /** Whether the list covers only some revocation reasons. */
  readonly isForSomeReasonsOnly: boolean;
}

/** A basic response: RFC 6960, section 4.2.1. */
export interface OcspResponse {
  /** The whole response. */
  readonly der: Uint8Array;
  /** The signed bytes: DER of the ResponseData. */
  readonly tbs: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  /** The responder, by name or by the SHA-1 of its public key. */
  readonly responder: { readonly name: DistinguishedName } | { readonly keyHash: Uint8Array };
  readonly producedAt: Date;
  readonly responses: readonly SingleOcspResponse[];
  /** Certificates in the response that can be read, which may include the responder's. */
  readonly certificates: readonly Certificate[];
  /** Whether others cannot, one of which may be the responder's. */
  readonly hasUnreadCertificates: boolean;
}

/** What an OCSP response says of one certificate (RFC 6960, section 4.2.1). */
export interface SingleOcspResponse {
  /** The hash algorithm that identifies the issuer, in dotted decimal. */
  readonly hashAlgorithm: string;
  /** Hash of the issuer's name, by `hashAlgorithm`. */
  readonly issuerNameHash: Uint8Array;
  /** Hash of the issuer's public key, by `hashAlgorithm`. */
  readonly issuerKeyHash: Uint8Array;
  /** Upper-case hexadecimal. */
  readonly serialNumberHex: string;
  readonly status: "good" | "revoked" | "unknown";
  readonly revokedAt: Date | null;
  readonly reason: RevocationReason | null;
  /** When the key was suspected to be compromised, if an extension says so (RFC 6960, section 4.4.5). */
  readonly invalidityDate: Date | null;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  /** Whether the response or this answer has an unsupported critical extension. */
  readonly hasUnknownCritical: boolean;
}
