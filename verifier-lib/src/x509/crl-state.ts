/**
 * Evaluates one certificate against one revocation list: RFC 5280, section 6.3.3.
 *
 * A listed certificate counts as listed in any list: partial by reason, delta, of another distribution point,
 * or indirect. An unlisted one is good only by a full list of its issuer, signed with the key of the path.
 */

import { isSameBytes } from "@svc-proof/shared/encoding";
import { EXTENSION } from "./algorithms.js";
import type { Certificate, GeneralName } from "./certificate.js";
import { isSameName, nameKey } from "./names.js";
import type { Crl, PathParameters, RevokedCertificate } from "./path-types.js";
import {
  gravestWord,
  isOfFuture,
  isPastSecond,
  isRevokedAt,
  type RevocationSearch,
  type RevocationWeight,
  type RevocationWord,
  revocationWord,
  SILENT,
} from "./revocation.js";
import type { Authenticity } from "./signatures.js";

const PROCESSED: ReadonlySet<string> = new Set([
  EXTENSION.authorityKeyIdentifier,
  EXTENSION.issuingDistributionPoint,
  EXTENSION.deltaCrlIndicator,
]);

/** A certificate, its issuer in the path, and the certificates above the issuer. */
export interface CertificateInPath {
  readonly certificate: Certificate;
  readonly issuer: Certificate;
  readonly above: readonly Certificate[];
}

type Asked = Pick<PathParameters, "time" | "existedBy" | "now">;

export async function crlState(
  crl: Crl,
  place: CertificateInPath,
  asked: Asked,
  search: RevocationSearch,
): Promise<RevocationWord> {
  if (crl.issuingDistributionPoint?.isForAttributeCertificatesOnly === true) {
    return word(crl, "silent", "the CRL covers only attribute certificates");
  }
  const { certificate, issuer } = place;
  const entries = crl.revoked
    .find(certificate.serialNumberHex, search.work)
    .filter((entry) => isOf(certificate, entry, crl));
  const isOfIssuer = isSameName(crl.issuer, certificate.issuer);
  if (entries.length > 0) return wordOfEntries(crl, entries, place, asked, search);
  if (!isOfIssuer || isOfAnotherKey(crl, issuer)) return SILENT;
  if (!isAbout(crl, certificate)) return word(crl, "silent", "the CRL covers other certificates");
  const fault = prohibitionOf(crl, issuer) ?? incompleteness(crl);
  if (fault !== null) return word(crl, "unusable", fault);
  const verdict = await search.signatures.verify(crl, issuer);
  if (verdict !== "valid") {
    // What the issuer did not sign says nothing. What it signed with too weak an algorithm is its word, and not enough.
    const isItsWord = (await search.signatures.authenticity(crl, issuer)) === "weak";
    return word(crl, isItsWord ? "unusable" : "silent", `signature: ${verdict}`);
  }
  const gap = timeFault(crl, certificate, asked);
  return gap === null ? word(crl, "good", null) : word(crl, "silent", gap);
}

/** RFC 5280, section 5.3.3: a serial number belongs to the issuer of the list, or to the authority the entry names. */
function isOf({ issuer }: Certificate, { certificateIssuer }: RevokedCertificate, crl: Crl): boolean {
  if (certificateIssuer === null) return isSameName(crl.issuer, issuer);
  return certificateIssuer.some((name) => name.kind === "directory" && isSameName(name.value, issuer));
}

async function wordOfEntries(
  crl: Crl,
  entries: readonly RevokedCertificate[],
  place: CertificateInPath,
  { time, existedBy, now }: Asked,
  search: RevocationSearch,
): Promise<RevocationWord> {
  const { signer, authenticity } = await signerOf(crl, place, search);
  if (signer === null) return word(crl, "silent", null);
  if (authenticity !== "valid" && authenticity !== "weak") {
    return word(
      crl,
      "silent",
      `signature: ${authenticity === "false" ? "invalid" : "algorithm_unsupported"}`,
    );
  }
  const prohibition = authenticity === "valid" ? prohibitionOf(crl, signer) : `signature: ${authenticity}`;
  const words = entries.map((entry) => {
    const { revokedAt, reason, isMalformed } = entry;
    const prohibited = prohibition ?? (isMalformed ? "its entry is malformed" : null);
    const said = { source: "crl", revokedAt, reason, asOf: crl.thisUpdate } as const;
    // In a delta list, this entry cancels an earlier one, without stating when that one took effect.
    if (crl.isDelta && reason === "removeFromCRL") return word(crl, "unusable", "the CRL is a delta CRL");
    const counts = isRevokedAt(entry, time, existedBy);
    if (prohibited !== null) {
      const message = `the certificate is listed in an unusable CRL: ${prohibited}`;
      return revocationWord(counts ? "doubtful" : "unusable", {
        source: "crl",
        asOf: crl.thisUpdate,
        message,
      });
    }
    if (counts) return revocationWord("revoked", said);
    const fault = incompleteness(crl);
    if (fault !== null) return word(crl, "unusable", fault);
    return isOfFuture(crl.thisUpdate, now)
      ? word(crl, "silent", OF_FUTURE)
      : revocationWord("good", said, isRevokedAt(entry, time));
  });
  return gravestWord(words);
}

/**
 * Finds the signer of a list that names the certificate: its issuer, or another known authority that may
 * speak for it. That is another key under the issuer's name, or an authority the certificate names (section
 * 4.2.1.13). Either must be an anchor or be issued by an authority of the path.
 */
async function signerOf(
  crl: Crl,
  { certificate, issuer, above }: CertificateInPath,
  { signatures, certificates }: RevocationSearch,
): Promise<{ readonly signer: Certificate | null; readonly authenticity: Authenticity }> {
  const isOfIssuer = isSameName(crl.issuer, certificate.issuer);
  let found: Authenticity = "false";
  if (isOfIssuer) {
    found = await signatures.authenticity(crl, issuer);
    if (found === "valid" || found === "weak") return { signer: issuer, authenticity: found };
  }
  const isNamed = certificate.crlIssuers.some(
    (name) => name.kind === "directory" && isSameName(name.value, crl.issuer),
  );
  if (isOfIssuer || isNamed) {
    for (const { certificate: other, isAnchor } of certificates.named(crl.issuer)) {
      // The key of the issuer has been tried.
      if (isOfIssuer && isSameBytes(other.spki.der, issuer.spki.der)) continue;
      if (
        isOfAnotherKey(crl, other) ||
        !(isAnchor || (await isFrom(other, [issuer, ...above], signatures)))
      ) {
        continue;
      }
      const authenticity = await signatures.authenticity(crl, other);
      if (authenticity === "valid" || authenticity === "weak") return { signer: other, authenticity };
    }
  }
  // The list names a key that is not available, or an authority that may not speak for this certificate.
  if (!isOfIssuer || isOfAnotherKey(crl, issuer)) return { signer: null, authenticity: "false" };
  return { signer: issuer, authenticity: found };
}

async function isFrom(
  other: Certificate,
  path: readonly Certificate[],
  signatures: RevocationSearch["signatures"],
): Promise<boolean> {
  for (const authority of path) {
    if (!isSameName(authority.subject, other.issuer)) continue;
    if ((await signatures.authenticity(other, authority)) === "valid") return true;
  }
  return false;
}

/**
 * An authority may have had several keys under one name. This is only a hint: a list that names the
 * certificate is tried with each key.
 */
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
  if (fullNames === null) return true;
  const points = new Set(certificate.crlDistributionPoints.map(pointKey));
  points.delete(null);
  return fullNames.some((name) => points.has(pointKey(name)));
}

function pointKey(name: GeneralName): string | null {
  if (name.kind === "directory") return `directory ${nameKey(name.value)}`;
  return name.kind === "uri" ? `uri ${name.value}` : null;
}

/** Why a list must not be used at all: its contents or its issuer's key usage forbid it. */
function prohibitionOf(crl: Crl, signer: Certificate): string | null {
  // Section 6.3.3 f.
  if (signer.keyUsage !== null && !signer.keyUsage.has("cRLSign"))
    return "the issuer's key is not for signing CRLs";
  const unknown = crl.extensions.find(
    ({ isCritical, oid }) => isCritical && !PROCESSED.has(oid) && oid !== EXTENSION.crlNumber,
  );
  if (unknown !== undefined) return `the CRL has an unknown critical extension: ${unknown.oid}`;
  if (crl.hasUnknownCriticalEntry) return "an entry has an unknown critical extension";
  return null;
}

/** Why a list that does not name a certificate does not prove it good. */
function incompleteness({ extensions, isDelta, issuingDistributionPoint }: Crl): string | null {
  // Section 5.2.3. Issuers must number their lists; readers use the number for lists of changes alone, and version 1 has none.
  if (extensions.some(({ oid, isCritical }) => isCritical && oid === EXTENSION.crlNumber)) {
    return "the CRL number is critical";
  }
  if (isDelta) return "the CRL is a delta CRL";
  if (issuingDistributionPoint?.isIndirect === true) return "the CRL is indirect";
  if (issuingDistributionPoint?.isForSomeReasonsOnly === true) return "the CRL covers only some reasons";
  return null;
}

/**
 * A list made after the requested time answers for that time too, because no entry is removed before the
 * certificate expires (section 3.3). A list whose next update was due before that time does not.
 */
function timeFault(crl: Crl, { notAfter }: Certificate, { time, now }: Asked): string | null {
  if (isOfFuture(crl.thisUpdate, now)) return OF_FUTURE;
  if (isPastSecond(time, crl.nextUpdate ?? crl.thisUpdate))
    return "the CRL is too old for the requested time";
  const since = crl.expiredCertificatesSince;
  if (isPastSecond(crl.thisUpdate, notAfter) && !(since !== null && since <= notAfter)) {
    return "the CRL was made after the certificate expired";
  }
  return null;
}

const OF_FUTURE = "the CRL is of a time that is still to come";

function word(crl: Crl, weight: RevocationWeight, message: string | null): RevocationWord {
  return revocationWord(weight, { source: "crl", asOf: crl.thisUpdate, message });
}
