/** Which certificate made the signature: RFC 5652, section 5.3; RFC 5035, section 5.4; RFC 5816. */

import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { isSameBytes } from "../der/is-same-bytes.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import type { Certificate, GeneralName } from "../x509/certificate.js";
import { parseCertificate } from "../x509/parse-certificate.js";
import { isSameName } from "../x509/read-name.js";
import { digestOf, hashOfOid } from "./hash-algorithm.js";
import type { EssCertId, SignerIdentifier, SignerInfo, TimestampToken } from "./timestamp-token.js";
import { type Finding, failed, indeterminate } from "./timestamp-verdict.js";

/**
 * Whether the signed attributes name the certificate. `unsupported`: by a hash that is not known here. `absent`: they
 * name none.
 */
type Naming = "named" | "other_named" | "unsupported" | "absent";

/** Of SHA-512, in JavaScript. */
const HASHED_BYTES_PER_UNIT = 24;

/**
 * The certificate that the signer's identifier names, wherever it stands among them; null for none. Anyone can put
 * certificates beside a token, several with one name and number too: the one that is also in the signed attributes counts.
 *
 * @param found those that were found and not stated: they take nothing from the budget. Default: none.
 */
export function findSigner(
  { sid, signedAttributes }: SignerInfo,
  certificates: readonly Certificate[],
  work: WorkBudget,
  found: ReadonlySet<unknown> = new Set(),
): { readonly signer: Certificate; readonly naming: Naming } | null {
  const certIds = signedAttributes?.signingCertificates ?? [];
  let first: { readonly signer: Certificate; readonly naming: Naming } | null = null;
  for (const signer of certificates) {
    const isFound = found.has(signer);
    if (!isFound) work.spend(1);
    if (!isIdentifiedBy(sid, signer)) continue;
    if (!isFound) work.spend(certIds.length * Math.ceil(signer.der.length / HASHED_BYTES_PER_UNIT));
    const naming = namingOf(certIds, signer);
    if (naming === "named") return { signer, naming };
    first ??= { signer, naming };
  }
  return first;
}

function isIdentifiedBy(
  sid: SignerIdentifier,
  { subjectKeyIdentifier, serialNumber, issuer }: Certificate,
): boolean {
  return sid.kind === "subjectKeyIdentifier"
    ? subjectKeyIdentifier !== null && isSameBytes(subjectKeyIdentifier, sid.keyIdentifier)
    : isSameBytes(serialNumber, sid.serialNumber) && isSameName(issuer, sid.issuer);
}

/** Each attribute that is there must name the certificate: signingCertificate, signingCertificateV2, or both. */
function namingOf(certIds: readonly EssCertId[], certificate: Certificate): Naming {
  let naming: Naming = "absent";
  for (const certId of certIds) {
    const { issuerSerial } = certId;
    if (issuerSerial !== null) {
      const isNamed =
        isSameBytes(issuerSerial.serialNumber, certificate.serialNumber) &&
        issuerSerial.issuer.every((name) => isDirectoryName(name, certificate));
      if (!isNamed) return "other_named";
    }
    if (hashOfOid(certId.hashOid) === null) naming = "unsupported";
    else if (!isHashOf(certId, certificate.der)) return "other_named";
    else if (naming === "absent") naming = "named";
  }
  return naming;
}

/** False for a hash that is not known here. */
function isHashOf({ hashOid, certHash }: EssCertId, der: Uint8Array): boolean {
  const algorithm = hashOfOid(hashOid);
  return algorithm !== null && isSameBytes(digestOf(algorithm, der), certHash);
}

function isDirectoryName(name: GeneralName, { issuer }: Certificate): boolean {
  return name.kind === "directory" && isSameName(name.value, issuer);
}

/** RFC 3161, section 2.4.2, and RFC 5816: the signer's certificate is always named. */
export function checkNaming(naming: Naming): Finding | null {
  switch (naming) {
    case "named":
      return null;
    case "other_named":
      return failed("signing_certificate_mismatch", "the signed attributes name another certificate");
    case "absent":
      return failed("signing_certificate_missing", "the signed attributes name no certificate");
    case "unsupported":
      return indeterminate(
        "algorithm_unsupported",
        "the signed attributes name a certificate by an unknown hash",
      );
  }
}

/**
 * Why there is no certificate of the signer: the token has none that the signed attributes name, or has it, and it cannot be read.
 */
export function signerMissing({ certificates, signer }: TimestampToken, work: WorkBudget): Finding {
  const certIds = signer.signedAttributes?.signingCertificates ?? [];
  for (const der of certificates) {
    work.spend(certIds.length * Math.ceil(der.length / HASHED_BYTES_PER_UNIT));
    if (!certIds.some((certId) => isHashOf(certId, der))) continue;
    const fault = certificateFault(der, work);
    if (fault === null) continue;
    const message = `the signer's certificate is in the token, and cannot be read: ${fault.code}: ${fault.message}`;
    return indeterminate("signer_certificate_unreadable", message);
  }
  const message = `the signer's certificate is neither among the ${certificates.length} in the token nor among those given`;
  return indeterminate("signer_certificate_missing", message);
}

function certificateFault(der: Uint8Array, work: WorkBudget): FormatError | null {
  try {
    parseCertificate(der, { work });
    return null;
  } catch (error) {
    if (error instanceof FormatError && !isWorkLimit(error)) return error;
    throw error;
  }
}

/**
 * Those certificates of a path, between the signer's and the anchor, that the signed attributes do not name although they name others
 * than the signer's: RFC 5035, section 5.4, limits the path to what is named. Each attribute counts by itself.
 */
export function beyondNamed(
  { signedAttributes }: SignerInfo,
  chain: readonly Certificate[],
): readonly Certificate[] {
  const others = signedAttributes?.otherCertificates ?? [];
  const lists = [1, 2].map((version) => others.filter((certId) => certId.version === version));
  return chain
    .slice(1, -1)
    .filter((certificate) =>
      lists.some(
        (list) => list.length > 0 && !list.some((certId) => namingOf([certId], certificate) === "named"),
      ),
    );
}

/** Whose token it says it is. */
export interface TokenSigner {
  readonly signer: Certificate;
  /** All certificates of the token that can be read. */
  readonly certificates: readonly Certificate[];
}

/**
 * The certificate in a token that its signer names; null if the token has none. Nothing is verified.
 *
 * @param token as `parseTimestampResponse` or `parseTimestampToken` gives it.
 */
export function signerOfToken(token: TimestampToken): TokenSigner | null {
  const certificates: Certificate[] = [];
  for (const der of token.certificates) {
    try {
      certificates.push(parseCertificate(der));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  const found = findSigner(token.signer, certificates, new WorkBudget());
  return found && { signer: found.signer, certificates };
}
