/**
 * Checks one certificate alone, before any signature is verified: RFC 5280, sections 4 and 6.1. Of an anchor, name and key count
 * (section 6.1.1 d), and what it states against itself: one that has expired, or says that it is no authority, cannot issue. What it
 * does not state, such as a root of version 1 that it is one, is not asked for.
 */
import { EXTENSION, PURPOSE } from "./algorithms.js";
import type { Certificate } from "./certificate.js";
import type { PathFault, PathParameters } from "./path-types.js";
import { isPastSecond } from "./revocation.js";

/** Extensions that path validation processes. Any other critical extension makes the path invalid. */
const PROCESSED: ReadonlySet<string> = new Set([
  EXTENSION.keyUsage,
  EXTENSION.subjectAltName,
  EXTENSION.basicConstraints,
  EXTENSION.nameConstraints,
  EXTENSION.crlDistributionPoints,
  EXTENSION.certificatePolicies,
  EXTENSION.policyMappings,
  EXTENSION.policyConstraints,
  EXTENSION.extendedKeyUsage,
  EXTENSION.inhibitAnyPolicy,
]);

/** @param isAnchor the leaf itself is trusted, so the rules for issued certificates do not apply. */
export function leafFault(
  leaf: Certificate,
  isAnchor: boolean,
  parameters: PathParameters,
): PathFault | null {
  const { time, purpose, processedExtensions = [] } = parameters;
  return (
    validityFault(leaf, time) ??
    criticalityFault(leaf, processedExtensions) ??
    (isAnchor ? null : profileFault(leaf, false)) ??
    leafPurposeFault(leaf, purpose)
  );
}

/** @param intermediatesBelow number of certificates between this one and the leaf that are not self-issued. */
export function issuerFault(
  issuer: Certificate,
  isAnchor: boolean,
  intermediatesBelow: number,
  { time, purpose, arePurposesNested = false }: PathParameters,
): PathFault | null {
  return (
    validityFault(issuer, time) ??
    authorityFault(issuer, isAnchor, intermediatesBelow) ??
    criticalityFault(issuer, []) ??
    profileFault(issuer, isAnchor) ??
    (arePurposesNested ? authorityPurposeFault(issuer, purpose) : null)
  );
}

function validityFault({ notBefore, notAfter }: Certificate, time: Date): PathFault | null {
  if (time < notBefore) return fault("certificate_not_yet_valid", `valid from ${notBefore.toISOString()}`);
  if (isPastSecond(time, notAfter))
    return fault("certificate_expired", `valid until ${notAfter.toISOString()}`);
  return null;
}

/** RFC 5280, section 6.1.4 k to n. */
function authorityFault(
  certificate: Certificate,
  isAnchor: boolean,
  intermediatesBelow: number,
): PathFault | null {
  const { basicConstraints, extensions, keyUsage } = certificate;
  if (!isAuthority(certificate, isAnchor)) return fault("issuer_not_ca", "no basicConstraints with cA");
  // Roots of some qualified authorities break this rule of section 4.2.1.9. They are trusted as published.
  const isCritical = extensions.some((found) => found.oid === EXTENSION.basicConstraints && found.isCritical);
  if (!isCritical && !isAnchor) {
    return fault("issuer_not_ca", "basicConstraints is not critical");
  }
  if (keyUsage !== null && !keyUsage.has("keyCertSign")) {
    return fault("issuer_key_usage", "keyUsage without keyCertSign");
  }
  const pathLength = basicConstraints?.pathLength ?? null;
  if (pathLength !== null && intermediatesBelow > pathLength) {
    return fault(
      "path_length_exceeded",
      `expected at most ${pathLength} intermediates below, got ${intermediatesBelow}`,
    );
  }
  return null;
}

/**
 * A root that does not say whether it is an authority is one if it is trusted: it certifies itself. A unit that a trusted list names
 * has a purpose, and is none.
 */
function isAuthority(
  { basicConstraints, isSelfIssued, extendedKeyUsages }: Certificate,
  isAnchor: boolean,
): boolean {
  if (basicConstraints !== null) return basicConstraints.isCa;
  return isAnchor && isSelfIssued && extendedKeyUsages === null;
}

/** @param others extensions the caller processes, in dotted decimal. */
export function criticalityFault({ extensions }: Certificate, others: readonly string[]): PathFault | null {
  for (const { oid, isCritical } of extensions) {
    if (!isCritical || PROCESSED.has(oid) || others.includes(oid)) continue;
    if (oid === EXTENSION.subjectKeyIdentifier || oid === EXTENSION.authorityKeyIdentifier) {
      return fault("certificate_profile", "a key identifier is critical");
    }
    return fault("unknown_critical_extension", oid);
  }
  return null;
}

/**
 * Rules of RFC 5280 for every certificate. Not those for key identifiers and serial numbers: authorities must keep them, but
 * a path is found by names and signatures without them (section 6.1), and a reader handles their lack (section 4.1.2.2).
 */
function profileFault(certificate: Certificate, isAnchor: boolean): PathFault | null {
  const { issuer, subject, nameConstraints, extensions, keyUsage } = certificate;
  if (!isAnchor && issuer.canonical.length === 0) return fault("certificate_profile", "no issuer");
  const isCa = isAuthority(certificate, isAnchor);
  // Section 4.1.2.6.
  if (isCa && subject.canonical.length === 0)
    return fault("certificate_profile", "a CA certificate without subject");
  // Sections 4.2.1.3 and 4.2.1.10.
  if (!isCa && keyUsage?.has("keyCertSign") === true) {
    return fault("certificate_profile", "keyCertSign without cA");
  }
  if (nameConstraints !== null) {
    if (!isCa) return fault("certificate_profile", "nameConstraints without cA");
    if (!extensions.some(({ oid, isCritical }) => oid === EXTENSION.nameConstraints && isCritical)) {
      return fault("certificate_profile", "nameConstraints is not critical");
    }
  }
  return null;
}

/** Section 4.2.1.12: a leaf that lists purposes must list this one. "any" does not count. */
function leafPurposeFault({ extendedKeyUsages }: Certificate, purpose: string | null): PathFault | null {
  if (purpose === null || extendedKeyUsages === null || extendedKeyUsages.includes(purpose)) return null;
  return fault("extended_key_usage", `not for ${purpose}`);
}

/**
 * As web browsers interpret what RFC 5280 leaves open: the purposes of an authority limit the certificates
 * below it.
 */
function authorityPurposeFault({ extendedKeyUsages }: Certificate, purpose: string | null): PathFault | null {
  if (purpose === null || extendedKeyUsages === null) return null;
  if (extendedKeyUsages.includes(purpose) || extendedKeyUsages.includes(PURPOSE.any)) return null;
  return fault("extended_key_usage", `a CA certificate that is not for ${purpose}`);
}

function fault(code: PathFault["code"], message: string): PathFault {
  return { code, message };
}
