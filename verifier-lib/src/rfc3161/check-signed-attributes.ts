import { isSameBytes } from "../der/is-same-bytes.js";
import { isBroken } from "../x509/signature-scheme.js";
import { digestOf, hashOfOid } from "./hash-algorithm.js";
import { OID } from "./oid.js";
import type { TimestampToken } from "./timestamp-token.js";
import { type Finding, failed, indeterminate } from "./timestamp-verdict.js";

/** Checks that the signed attributes commit to the `TSTInfo`: RFC 5652, sections 5.3, 5.6 and 11; RFC 6211. */
export function checkSignedAttributes({ tstInfo, signer }: TimestampToken): Finding | null {
  const { signedAttributes, digestAlgorithm, signatureAlgorithm } = signer;
  if (signedAttributes === null)
    return failed("signed_attributes_missing", "the token has no signed attributes");
  const { contentType, messageDigest, algorithmProtection } = signedAttributes;
  if (contentType !== OID.tstInfo) {
    return failed("content_type_mismatch", "the signed content type is not that of a timestamp");
  }
  if (isBroken(digestAlgorithm.oid)) {
    return indeterminate("hash_too_weak", `the hash ${digestAlgorithm.oid} is broken`);
  }
  const algorithm = hashOfOid(digestAlgorithm.oid);
  if (algorithm === null) {
    return indeterminate("algorithm_unsupported", `the hash ${digestAlgorithm.oid} is not known`);
  }
  if (messageDigest === null || !isSameBytes(digestOf(algorithm, tstInfo.der), messageDigest)) {
    return failed("message_digest_mismatch", "the signed digest is not that of the TSTInfo");
  }
  if (
    algorithmProtection !== null &&
    !(
      isSameBytes(algorithmProtection.digestAlgorithm, digestAlgorithm.der) &&
      isSameBytes(algorithmProtection.signatureAlgorithm, signatureAlgorithm.der)
    )
  ) {
    return failed("algorithm_protection_mismatch", "the algorithms differ from the signed ones");
  }
  return null;
}
