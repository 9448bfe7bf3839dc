/** Results of `parseCrl` and `parseOcspResponse`: RFC 5280, section 5; RFC 6960, section 4.2. */
import type { WorkBudget } from "@svc-proof/shared/work";
import type {
  AlgorithmIdentifier,
  Certificate,
  DistinguishedName,
  Extension,
  GeneralName,
} from "./certificate.js";

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
