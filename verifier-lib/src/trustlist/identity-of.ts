import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import type { Certificate } from "../x509/certificate.js";
import type { ServiceIdentity } from "./trust-snapshot.js";

/** How a snapshot identifies a service by a certificate that can be read. */
export function identityOf(certificate: Certificate): ServiceIdentity {
  return {
    sha256: bytesToHex(sha256(certificate.der)),
    keySha256: bytesToHex(sha256(certificate.spki.der)),
    ski: null,
    der: canIssue(certificate) ? certificate.der : null,
  };
}

/** Old certificates have no basic constraints. Theirs are kept only if they are allowed to sign certificates. */
function canIssue({ basicConstraints, keyUsage }: Certificate): boolean {
  return basicConstraints?.isCa ?? keyUsage?.has("keyCertSign") ?? false;
}
