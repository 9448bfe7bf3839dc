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
