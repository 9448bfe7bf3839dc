/** Object identifiers of X.509 and related standards, in dotted decimal. */

export const EXTENSION = {
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  crlNumber: "2.5.29.20",
  reasonCode: "2.5.29.21",
  invalidityDate: "2.5.29.24",
  deltaCrlIndicator: "2.5.29.27",
  issuingDistributionPoint: "2.5.29.28",
  certificateIssuer: "2.5.29.29",
  nameConstraints: "2.5.29.30",
  crlDistributionPoints: "2.5.29.31",
  certificatePolicies: "2.5.29.32",
  policyMappings: "2.5.29.33",
  authorityKeyIdentifier: "2.5.29.35",
  policyConstraints: "2.5.29.36",
  extendedKeyUsage: "2.5.29.37",
  inhibitAnyPolicy: "2.5.29.54",
  expiredCertsOnCrl: "2.5.29.60",
  qcStatements: "1.3.6.1.5.5.7.1.3",
  authorityInformationAccess: "1.3.6.1.5.5.7.1.1",
} as const;

/** RFC 5280, section 4.2.2.1. */
export const ACCESS = {
  ocsp: "1.3.6.1.5.5.7.48.1",
  caIssuers: "1.3.6.1.5.5.7.48.2",
} as const;

export const ANY_POLICY = "2.5.29.32.0";

export const PURPOSE = {
  any: "2.5.29.37.0",
  ocspSigning: "1.3.6.1.5.5.7.3.9",
} as const;

export const EMAIL_ADDRESS = "1.2.840.113549.1.9.1";

export const OCSP_BASIC_RESPONSE = "1.3.6.1.5.5.7.48.1.1";

/** RFC 6960, section 4.2.2.2.1: the revocation of the responder's own certificate is not checked. */
export const OCSP_NO_CHECK = "1.3.6.1.5.5.7.48.1.5";
