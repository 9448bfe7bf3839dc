import { isSameBytes } from "../der/is-same-bytes.js";
import type { Certificate, GeneralName, KeyUsage } from "../x509/certificate.js";
import { EXTENSION } from "../x509/object-identifiers.js";
import { isSameName } from "../x509/read-name.js";
import { OID } from "./oid.js";
import { type Finding, failed } from "./timestamp-verdict.js";

/** Allowed key usages of a timestamp signer: ETSI EN 319 422, section 6; OpenSSL requires the same. */
const SIGNING: readonly KeyUsage[] = ["digitalSignature", "nonRepudiation"];

/** Checks that the certificate is for time-stamping and nothing else: RFC 3161, section 2.3. */
export function checkSignerPurpose({ extendedKeyUsages, extensions, keyUsage }: Certificate): Finding | null {
  if (!extendedKeyUsages?.includes(OID.timeStamping)) {
    return failed("signer_purpose_missing", "the signer's certificate is not for time-stamping");
  }
  if (extendedKeyUsages.length > 1) {
    return failed("signer_purpose_not_alone", "the signer's certificate is for more than time-stamping");
  }
  if (!extensions.some(({ oid, isCritical }) => oid === EXTENSION.extendedKeyUsage && isCritical)) {
    return failed(
      "signer_purpose_not_critical",
      "the extended key usage of the signer's certificate is not critical",
    );
  }
  if (keyUsage !== null && (keyUsage.size === 0 || [...keyUsage].some((usage) => !SIGNING.includes(usage)))) {
    return failed("signer_key_usage", "the signer's key is not for signatures");
  }
  return null;
}

/** Checks that the authority named in the token, if any, is a name of the signer: RFC 3161, section 2.4.2, `tsa`. */
export function checkTsaName(tsa: GeneralName | null, signer: Certificate): Finding | null {
  if (tsa === null) return null;
  const names: readonly GeneralName[] = [
    { kind: "directory", value: signer.subject },
    ...signer.subjectAltNames,
  ];
  return names.some((name) => isSameGeneralName(name, tsa))
    ? null
    : failed("tsa_name_mismatch", "the token names another authority than its signer's certificate");
}

function isSameGeneralName(a: GeneralName, b: GeneralName): boolean {
  if (a.kind === "directory" && b.kind === "directory") return isSameName(a.value, b.value);
  if (a.kind === "ip" && b.kind === "ip") return isSameBytes(a.value, b.value);
  if (a.kind === "other" && b.kind === "other") return isSameBytes(a.der, b.der);
  if (a.kind === "dns" || a.kind === "email" || a.kind === "uri") {
    return a.kind === b.kind && a.value.toLowerCase() === b.value.toLowerCase();
  }
  return false;
}
