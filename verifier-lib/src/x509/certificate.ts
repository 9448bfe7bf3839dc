/** The result of `parseCertificate`: RFC 5280, section 4. All bytes are views of one copy of the input. */

/** An algorithm in X.509, CMS and TSP: RFC 5280, section 4.1.1.2. */
export interface AlgorithmIdentifier {
  /** Dotted decimal. */
  readonly oid: string;
  /** DER of the parameters, including NULL; null if absent. */
  readonly parameters: Uint8Array | null;
  /** DER of the AlgorithmIdentifier. */
  readonly der: Uint8Array;
}

/** A distinguished name: X.501. */
export interface DistinguishedName {
  /** The whole name, for comparison. */
  readonly der: Uint8Array;
  /** Text as in RFC 4514, last relative name first: `CN=TSA,O=Example,C=DE`; "" for the empty name. */
  readonly text: string;
  /** Equal for names that match by RFC 5280, section 7.1. One item per relative name, in order. */
  readonly canonical: readonly string[];
  /**
   * All attributes in order: dotted type and text. If the value is not a string, the text is `#` and the
   * hexadecimal DER.
   */
  readonly attributes: readonly { readonly oid: string; readonly value: string }[];
}

/** RFC 5280, section 4.1.2.7. */
export interface SubjectPublicKeyInfo {
  /** The whole SubjectPublicKeyInfo. */
  readonly der: Uint8Array;
  readonly algorithm: AlgorithmIdentifier;
  /** The content of the BIT STRING. */
  readonly publicKey: Uint8Array;
}

/** An extension of a certificate, a list, a request or a response (RFC 5280, section 4.2). */
export interface Extension {
  /** Dotted decimal. */
  readonly oid: string;
  readonly isCritical: boolean;
  /** The content of the OCTET STRING: DER of the extension's own type. */
  readonly value: Uint8Array;
}

/** Names of the bits in order: RFC 5280, section 4.2.1.3. */
export type KeyUsage =
  | "digitalSignature"
  | "nonRepudiation"
  | "keyEncipherment"
  | "dataEncipherment"
  | "keyAgreement"
  | "keyCertSign"
  | "cRLSign"
  | "encipherOnly"
  | "decipherOnly";

/** A name as in RFC 5280, section 4.2.1.6. `other` keeps the DER of unsupported kinds. */
export type GeneralName =
  | { readonly kind: "dns" | "email" | "uri"; readonly value: string }
  | { readonly kind: "ip"; readonly value: Uint8Array }
  | { readonly kind: "directory"; readonly value: DistinguishedName }
  | { readonly kind: "other"; readonly tag: number; readonly der: Uint8Array };

/** RFC 5280, section 4.2.1.10. The value of an IP constraint is the address followed by the mask. */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

/** A statement of ETSI EN 319 412-5 or RFC 3739. */
export interface QcStatement {
  /** Dotted decimal. */
  readonly oid: string;
  /** DER of the statement's info field; null if absent. */
  readonly info: Uint8Array | null;
}

/** A certificate (RFC 5280, section 4.1). Its signature is not checked here. */
export interface Certificate {
  /** The whole certificate. */
  readonly der: Uint8Array;
  /** The signed bytes: DER of the TBSCertificate. */
  readonly tbs: Uint8Array;
  readonly version: 1 | 2 | 3;
  /** Content of the INTEGER in two's complement, as encoded. */
  readonly serialNumber: Uint8Array;
  /** The serial number in upper-case hexadecimal. */
  readonly serialNumberHex: string;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  /** Content of the BIT STRING, without the count of unused bits. */
  readonly signature: Uint8Array;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  readonly notBefore: Date;
  /** Inclusive, as in RFC 5280. */
  readonly notAfter: Date;
  readonly spki: SubjectPublicKeyInfo;
  /** In order. Each occurs once. */
  readonly extensions: readonly Extension[];
  /** Whether issuer and subject are the same name. Does not imply who signed. */
  readonly isSelfIssued: boolean;
  readonly subjectKeyIdentifier: Uint8Array | null;
  readonly authorityKeyIdentifier: AuthorityKeyIdentifier | null;
  /** Null if the extension is absent: the key may be used for anything. */
  readonly keyUsage: ReadonlySet<KeyUsage> | null;
  readonly basicConstraints: BasicConstraints | null;
  /** Purposes in dotted decimal; null if the extension is absent, which allows any purpose. */
  readonly extendedKeyUsages: readonly string[] | null;
  readonly subjectAltNames: readonly GeneralName[];
  readonly nameConstraints: NameConstraints | null;
  /** Dotted decimal; null if the extension is absent. */
  readonly policies: readonly string[] | null;
  readonly policyMappings: readonly PolicyMapping[];
  readonly policyConstraints: PolicyConstraints | null;
  /** Number of certificates below this one in which anyPolicy still counts; null if unlimited. */
  readonly inhibitAnyPolicy: number | null;
  /** Where to fetch revocation lists for this certificate. Names relative to an issuer are omitted. */
  readonly crlDistributionPoints: readonly GeneralName[];
  /**
   * Authorities, other than the issuer, that publish indirect lists about this certificate (section 4.2.1.13,
   * cRLIssuer).
   */
  readonly crlIssuers: readonly GeneralName[];
  readonly qcStatements: readonly QcStatement[];
}

/** The key that signed a certificate (RFC 5280, section 4.2.1.1). Each member is null if it is absent. */
export interface AuthorityKeyIdentifier {
  readonly keyIdentifier: Uint8Array | null;
  readonly issuer: readonly GeneralName[] | null;
  /** Content of the INTEGER. */
  readonly serialNumber: Uint8Array | null;
}

/** Whether a certificate is one of an authority (RFC 5280, section 4.2.1.9). */
export interface BasicConstraints {
  readonly isCa: boolean;
  /** Maximum number of intermediates below; null if unlimited. */
  readonly pathLength: number | null;
}

/** Two policies that an authority takes as equal, in dotted decimal (RFC 5280, section 4.2.1.5). */
export interface PolicyMapping {
  /** In the domain of the issuer. */
  readonly issuerDomain: string;
  /** In the domain of the subject. */
  readonly subjectDomain: string;
}

/** Certificates to skip before each rule holds (RFC 5280, section 4.2.1.11); null if it is absent. */
export interface PolicyConstraints {
  readonly requireExplicitPolicy: number | null;
  readonly inhibitPolicyMapping: number | null;
}
