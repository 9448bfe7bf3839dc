/**
 * What the parsers of this folder read: RFC 3161 (responses, `TSTInfo`), RFC 5652 (CMS) and RFC 5816 (ESSCertIDv2).
 * All bytes are views of one copy of the input, or of its DER if it is BER.
 */
import type { ByteRange } from "../der/index.js";
import type {
  AlgorithmIdentifier,
  DistinguishedName,
  Extension,
  GeneralName,
  QcStatement,
} from "../x509/certificate.js";
import type { HashAlgorithm } from "./hash-algorithm.js";

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
