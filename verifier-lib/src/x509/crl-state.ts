/**
 * What one revocation list says of one certificate: RFC 5280, section 6.3.3. Delta and indirect lists are not relied on,
 * nor lists that another key of the issuer signed.
 */

import { isSameBytes } from "../der/is-same-bytes.js";
import type { Certificate, GeneralName } from "./certificate.js";
import { isRevokedAt } from "./is-revoked-at.js";
import { NOT_CHECKED } from "./not-checked.js";
import { EXTENSION } from "./object-identifiers.js";
import type { PathParameters, RevocationState } from "./path-result.js";
import { isSameName } from "./read-name.js";
import type { Crl } from "./revocation-data.js";
import type { SignatureChecks } from "./signature-checks.js";

const PROCESSED: ReadonlySet<string> = new Set([
  EXTENSION.crlNumber,
  EXTENSION.authorityKeyIdentifier,
  EXTENSION.issuingDistributionPoint,
]);

export async function crlState(
  crl: Crl,
  certificate: Certificate,
  issuer: Certificate,
  { time, existedBy }: Pick<PathParameters, "time" | "existedBy">,
  signatures: SignatureChecks,
): Promise<RevocationState> {
  if (!isSameName(crl.issuer, certificate.issuer) || isOfAnotherKey(crl, issuer)) return NOT_CHECKED;
  if (!isAbout(crl, certificate)) return notChecked(crl, "the list is about other certificates");
  const fault = await reliabilityFault(crl, issuer, signatures);
  if (fault !== null) return { ...notChecked(crl, fault), status: "undetermined" };
  const entry = crl.revoked.get(certificate.serialNumberHex);
  if (entry !== undefined) {
    const status = isRevokedAt(entry, time, existedBy) ? "revoked" : "good";
    const { revokedAt, reason } = entry;
    return { status, source: "crl", revokedAt, reason, asOf: crl.thisUpdate, message: null };
  }
  const gap = timeFault(crl, certificate, time);
  if (gap !== null) return notChecked(crl, gap);
  return { ...NOT_CHECKED, status: "good", source: "crl", asOf: crl.thisUpdate };
}

/** An authority may have had several keys under one name. */
function isOfAnotherKey({ authorityKeyIdentifier }: Crl, { subjectKeyIdentifier }: Certificate): boolean {
  if (authorityKeyIdentifier === null || subjectKeyIdentifier === null) return false;
  return !isSameBytes(authorityKeyIdentifier, subjectKeyIdentifier);
}

/** Section 6.3.3 b 2. */
function isAbout({ issuingDistributionPoint }: Crl, certificate: Certificate): boolean {
  if (issuingDistributionPoint === null) return true;
  const { isForUserCertificatesOnly, isForAuthoritiesOnly, fullNames } = issuingDistributionPoint;
  const isAuthority = certificate.basicConstraints?.isCa === true;
  if (isForUserCertificatesOnly && isAuthority) return false;
  if (isForAuthoritiesOnly && !isAuthority) return false;
  if (issuingDistributionPoint.isForAttributeCertificatesOnly) return false;
  return (
    fullNames === null ||
    fullNames.some((name) => certificate.crlDistributionPoints.some((other) => isSameUri(name, other)))
  );
}

function isSameUri(a: GeneralName, b: GeneralName): boolean {
  if (a.kind === "directory" && b.kind === "directory") return isSameName(a.value, b.value);
  return a.kind === "uri" && b.kind === "uri" && a.value === b.value;
}

async function reliabilityFault(
  crl: Crl,
  issuer: Certificate,
  signatures: SignatureChecks,
): Promise<string | null> {
  // Section 6.3.3 f.
  if (issuer.keyUsage !== null && !issuer.keyUsage.has("cRLSign")) return "the issuer may not sign lists";
  // Section 5.2.3.
  if (crl.crlNumber === null) return "the list has no number";
  const unknown = crl.extensions.find(({ isCritical, oid }) => isCritical && !PROCESSED.has(oid));
  if (unknown !== undefined) return `critical extension ${unknown.oid}`;
  if (crl.hasUnknownCriticalEntry) return "an entry has an unknown critical extension";
  const scope = crl.issuingDistributionPoint;
  if (scope?.isIndirect === true) return "the list is indirect";
  if (scope?.isForSomeReasonsOnly === true) return "the list is about some reasons only";
  const verdict = await signatures.verify(crl, issuer);
  return verdict === "valid" ? null : `signature: ${verdict ?? "not verified"}`;
}

/**
 * A list made after the time asked about answers it as well, as nobody is taken off a list before the certificate expires
 * (section 3.3); one whose successor was due before cannot.
 */
function timeFault(crl: Crl, { notAfter }: Certificate, time: Date): string | null {
  if ((crl.nextUpdate ?? crl.thisUpdate) < time) return "the list is older than the time asked about";
  const since = crl.expiredCertificatesSince;
  if (crl.thisUpdate > notAfter && !(since !== null && since <= notAfter)) {
    return "the list was made after the certificate expired";
  }
  return null;
}

function notChecked(crl: Crl, message: string): RevocationState {
  return { ...NOT_CHECKED, source: "crl", asOf: crl.thisUpdate, message };
}
