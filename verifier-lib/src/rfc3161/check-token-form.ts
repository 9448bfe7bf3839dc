import { EXTENSION } from "../x509/object-identifiers.js";
import type { TimestampToken } from "./timestamp-token.js";
import { type Finding, failed } from "./timestamp-verdict.js";

/** The extension that is processed here, critical or not; RFC 3161, section 2.4.2, has X.509's rule for the others. */
const PROCESSED: readonly string[] = [EXTENSION.qcStatements];

/** Versions and algorithms of the CMS that fit together: RFC 5652, sections 5.1 and 5.3; extensions of the token. */
export function checkTokenForm(token: TimestampToken): Finding | null {
  const { version, hasOtherKinds, signer, digestAlgorithms, tstInfo } = token;
  // What is signed is no plain data: 3. Certificates or revocation data of other kinds than X.509's ask for 4 or 5.
  if (version !== 3 && !(hasOtherKinds && (version === 4 || version === 5))) {
    return failed("cms_version_mismatch", `expected SignedData of version 3, got ${version}`);
  }
  const signerVersion = signer.sid.kind === "issuerAndSerialNumber" ? 1 : 3;
  if (signer.version !== signerVersion) {
    return failed(
      "cms_version_mismatch",
      `expected SignerInfo of version ${signerVersion}, got ${signer.version}`,
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
