/** What `parseCrl` and `parseOcspResponse` read: RFC 5280, section 5; RFC 6960, section 4.2. */
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

export interface RevokedCertificate {
  /** Upper-case hexadecimal, as in `Certificate`. */
  readonly serialNumberHex: string;
  readonly revokedAt: Date;
  /** null where none is stated. */
  readonly reason: RevocationReason | null;
  /** From when the key is suspected to have been in other hands. */
  readonly invalidityDate: Date | null;
  /** Whose certificate it is, where an indirect list says so; null for the list's own issuer (RFC 5280, section 5.3.3). */
  readonly certificateIssuer: readonly GeneralName[] | null;
}

/** The entries of a list, in its order. One certificate may have several. */
export interface RevokedCertificates {
  readonly size: number;
  /**
   * Every entry with this serial number.
   *
   * @param serialNumberHex upper-case hexadecimal.
   * @param work what the look through the list spends from.
   * @throws FormatError `work_limit_exceeded`.
   */
  find(serialNumberHex: string, work?: WorkBudget): readonly RevokedCertificate[];
  values(): IterableIterator<RevokedCertificate>;
}

export interface Crl {
  readonly der: Uint8Array;
  /** What is signed: DER of the TBSCertList. */
  readonly tbs: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  readonly issuer: DistinguishedName;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly revoked: RevokedCertificates;
  /** Whether an entry has a critical extension that is not processed: no entry may then be relied on. */
  readonly hasUnknownCriticalEntry: boolean;
  readonly extensions: readonly Extension[];
  readonly crlNumber: Uint8Array | null;
  /** Only what has changed since another list is listed (RFC 5280, section 5.2.4), whether that is critical or not. */
  readonly isDelta: boolean;
  readonly authorityKeyIdentifier: Uint8Array | null;
  /** Which certificates the list is about; null for all of its issuer. */
  readonly issuingDistributionPoint: IssuingDistributionPoint | null;
  /** From when on certificates stay listed after their expiry (X.509, expiredCertsOnCRL); null: they need not. */
  readonly expiredCertificatesSince: Date | null;
}

export interface IssuingDistributionPoint {
  /** Full names of the point; null where the list is of all points. */
  readonly fullNames: readonly GeneralName[] | null;
  readonly isForUserCertificatesOnly: boolean;
  readonly isForAuthoritiesOnly: boolean;
  readonly isForAttributeCertificatesOnly: boolean;
  readonly isIndirect: boolean;
  /** Only certificates revoked for some reasons are listed. */
  readonly isForSomeReasonsOnly: boolean;
}

/** A basic response: RFC 6960, section 4.2.1. */
export interface OcspResponse {
  readonly der: Uint8Array;
  /** What is signed: DER of the ResponseData. */
  readonly tbs: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  /** Who says it: by name, or by SHA-1 of the public key. */
  readonly responder: { readonly name: DistinguishedName } | { readonly keyHash: Uint8Array };
  readonly producedAt: Date;
  readonly responses: readonly SingleOcspResponse[];
  /** Certificates that travel with the response, one of them perhaps the responder's. */
  readonly certificates: readonly Certificate[];
}

export interface SingleOcspResponse {
  /** Dotted decimal of the hash under which the issuer is named. */
  readonly hashAlgorithm: string;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  /** Upper-case hexadecimal. */
  readonly serialNumberHex: string;
  readonly status: "good" | "revoked" | "unknown";
  readonly revokedAt: Date | null;
  readonly reason: RevocationReason | null;
  /** From when the key is suspected to have been in other hands, where an extension says so (RFC 6960, section 4.4.5). */
  readonly invalidityDate: Date | null;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  /** The response, or this answer, has a critical extension that is not processed. */
  readonly hasUnknownCritical: boolean;
}
