/** What `parseCertificate` reads: RFC 5280, section 4. All bytes are views of one copy of the input. */

/** An algorithm as X.509, CMS and TSP name it: RFC 5280, section 4.1.1.2. */
export interface AlgorithmIdentifier {
  /** Dotted decimal. */
  readonly oid: string;
  /** DER of the parameters, NULL included; null where they are absent. */
  readonly parameters: Uint8Array | null;
  /** DER of the whole. */
  readonly der: Uint8Array;
}

/** A distinguished name: X.501. */
export interface DistinguishedName {
  readonly der: Uint8Array;
  /** Text in the manner of RFC 4514, last relative name first: `CN=TSA,O=Example,C=DE`; "" for the empty name. */
  readonly text: string;
  /** Equal for names that match by RFC 5280, section 7.1; one item for each relative name, first one first. */
  readonly canonical: readonly string[];
  /** Every attribute, first one first: dotted type, and its text (hex of the DER after `#` where it is no string). */
  readonly attributes: readonly { readonly oid: string; readonly value: string }[];
}

/** RFC 5280, section 4.1.2.7. */
export interface SubjectPublicKeyInfo {
  readonly der: Uint8Array;
  readonly algorithm: AlgorithmIdentifier;
  /** The content of the bit string. */
  readonly publicKey: Uint8Array;
}

export interface Extension {
  /** Dotted decimal. */
  readonly oid: string;
  readonly isCritical: boolean;
  /** The content of the octet string: DER of the extension's own type. */
  readonly value: Uint8Array;
}

/** Names of the bits, in their order: RFC 5280, section 4.2.1.3. */
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

/** A name of RFC 5280, section 4.2.1.6; `other` keeps the DER of the kinds that are not read. */
export type GeneralName =
  | { readonly kind: "dns" | "email" | "uri"; readonly value: string }
  | { readonly kind: "ip"; readonly value: Uint8Array }
  | { readonly kind: "directory"; readonly value: DistinguishedName }
  | { readonly kind: "other"; readonly tag: number; readonly der: Uint8Array };

/** RFC 5280, section 4.2.1.10. Of IP constraints the value is address, then mask. */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

/** A statement of ETSI EN 319 412-5 or RFC 3739. */
export interface QcStatement {
  /** Dotted decimal. */
  readonly oid: string;
  /** DER of what the statement says beside its identifier; null for nothing. */
  readonly info: Uint8Array | null;
}

export interface Certificate {
  readonly der: Uint8Array;
  /** What is signed: DER of the TBSCertificate. */
  readonly tbs: Uint8Array;
  readonly version: 1 | 2 | 3;
  /** Content of the INTEGER, two's complement, as encoded. */
  readonly serialNumber: Uint8Array;
  /** The same in upper-case hexadecimal. */
  readonly serialNumberHex: string;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  readonly notBefore: Date;
  /** Inclusive, as RFC 5280 has it. */
  readonly notAfter: Date;
  readonly spki: SubjectPublicKeyInfo;
  /** In their order; each occurs once. */
  readonly extensions: readonly Extension[];
  /** Issuer and subject are the same name; says nothing of who signed. */
  readonly isSelfIssued: boolean;
  readonly subjectKeyIdentifier: Uint8Array | null;
  readonly authorityKeyIdentifier: AuthorityKeyIdentifier | null;
  /** null where the extension is absent: the key may then be used for anything. */
  readonly keyUsage: ReadonlySet<KeyUsage> | null;
  readonly basicConstraints: BasicConstraints | null;
  /** Purposes, dotted decimal; null where the extension is absent: any purpose. */
  readonly extendedKeyUsages: readonly string[] | null;
  readonly subjectAltNames: readonly GeneralName[];
  readonly nameConstraints: NameConstraints | null;
  /** Dotted decimal; null where the extension is absent. */
  readonly policies: readonly string[] | null;
  readonly policyMappings: readonly PolicyMapping[];
  readonly policyConstraints: PolicyConstraints | null;
  /** Certificates below this one in which anyPolicy still counts; null for no bound. */
  readonly inhibitAnyPolicy: number | null;
  /** Where lists about this certificate are to be had; names relative to an issuer are left out. */
  readonly crlDistributionPoints: readonly GeneralName[];
  /** Authorities other than its issuer that publish indirect lists about it (section 4.2.1.13, cRLIssuer). */
  readonly crlIssuers: readonly GeneralName[];
  readonly qcStatements: readonly QcStatement[];
}

export interface AuthorityKeyIdentifier {
  readonly keyIdentifier: Uint8Array | null;
  readonly issuer: readonly GeneralName[] | null;
  readonly serialNumber: Uint8Array | null;
}

export interface BasicConstraints {
  readonly isCa: boolean;
  /** Intermediates that may follow below; null for no bound. */
  readonly pathLength: number | null;
}

export interface PolicyMapping {
  readonly issuerDomain: string;
  readonly subjectDomain: string;
}

export interface PolicyConstraints {
  readonly requireExplicitPolicy: number | null;
  readonly inhibitPolicyMapping: number | null;
}
