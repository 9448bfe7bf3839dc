/** Which certificate made the signature: RFC 5652, section 5.3; RFC 5035, section 5.4; RFC 5816. */

import type { WorkBudget } from "@svc-proof/shared/work";
import { isSameBytes } from "../der/is-same-bytes.js";
import type { Certificate, GeneralName } from "../x509/certificate.js";
import { isSameName } from "../x509/read-name.js";
import { digestOf, hashOfOid } from "./hash-algorithm.js";
import type { EssCertId, SignerIdentifier, SignerInfo } from "./timestamp-token.js";
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
  for (const { hashOid, certHash, issuerSerial } of certIds) {
    if (issuerSerial !== null) {
      const isNamed =
        isSameBytes(issuerSerial.serialNumber, certificate.serialNumber) &&
        issuerSerial.issuer.every((name) => isDirectoryName(name, certificate));
      if (!isNamed) return "other_named";
    }
    const algorithm = hashOfOid(hashOid);
    if (algorithm === null) naming = "unsupported";
    else if (!isSameBytes(digestOf(algorithm, certificate.der), certHash)) return "other_named";
    else if (naming === "absent") naming = "named";
  }
  return naming;
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
