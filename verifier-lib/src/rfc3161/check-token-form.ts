import { EXTENSION } from "../x509/object-identifiers.js";
import type { TimestampToken } from "./timestamp-token.js";
import { type Finding, failed } from "./timestamp-verdict.js";

/** The extension that is processed here, critical or not; RFC 3161, section 2.4.2, has X.509's rule for the others. */
const PROCESSED: readonly string[] = [EXTENSION.qcStatements];

/** `CMSVersion` ends here: RFC 5652, section 10.2.5. */
const HIGHEST_VERSION = 5;

/** Versions and algorithms of the CMS: RFC 5652, sections 5.1 and 5.3; extensions of the token. */
export function checkTokenForm(token: TimestampToken): Finding | null {
  const { version, signer, digestAlgorithms, tstInfo } = token;
  // Which of the versions stands there says nothing: nobody signed it, and libraries write others than the standard's.
  const highest = Math.max(version, signer.version);
  if (highest > HIGHEST_VERSION) {
    return failed(
      "cms_version_mismatch",
      `expected versions of CMS from 0 to ${HIGHEST_VERSION}, got ${highest}`,
    );
  }
  if (!digestAlgorithms.includes(signer.digestAlgorithm.oid)) {
    return failed(
      "digest_algorithm_mismatch",
      "digestAlgorithms does not list the hash that the signer used",
    );
  }
  const unknown = tstInfo.extensions.find(({ oid, isCritical }) => isCritical && !PROCESSED.includes(oid));
  return unknown === undefined
    ? null
    : failed("critical_token_extension", `the token has an unknown critical extension: ${unknown.oid}`);
}
