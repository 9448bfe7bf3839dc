/** When a revocation takes effect. */
import type { RevocationReason } from "./revocation-data.js";

export interface Revocation {
  readonly revokedAt: Date;
  readonly reason: RevocationReason | null;
  /** When the key was suspected to be compromised, if the list says so. */
  readonly invalidityDate: Date | null;
}

/**
 * A revocation takes effect at its time. An earlier signature stays valid in two cases: the reason rules out
 * a compromise of the key, where a missing reason does not (RFC 3161, section 4, point 1); or the signed data
 * is known to be older than the revocation and than the first suspicion (ETSI EN 319 102-1, section 5.6.2.4).
 *
 * @param existedBy the latest time at which the signed data is known to have existed, if any.
 */
export function isRevokedAt(
  { revokedAt, reason, invalidityDate }: Revocation,
  time: Date,
  existedBy?: Date,
): boolean {
  const countsFrom = invalidityDate !== null && invalidityDate < revokedAt ? invalidityDate : revokedAt;
  if (countsFrom <= time) return true;
  if (HARMLESS.has(reason)) return false;
  return existedBy === undefined || existedBy >= countsFrom;
}

/** Does not include `removeFromCRL`: outside a delta list, it contradicts that the certificate is listed. */
const HARMLESS: ReadonlySet<RevocationReason | null> = new Set([
  "unspecified",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
]);
