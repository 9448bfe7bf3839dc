/** From when on a revocation counts. */
import type { RevocationReason } from "./revocation-data.js";

export interface Revocation {
  readonly revokedAt: Date;
  readonly reason: RevocationReason | null;
  /** From when the key is suspected to have been in other hands, where the list says so. */
  readonly invalidityDate: Date | null;
}

/**
 * A revocation counts from its time on. Before it, what was signed stands if the reason says that the key was never in
 * other hands; without a reason it does not: RFC 3161, section 4, point 1. Or if it is known to be older than the
 * revocation, and than the first suspicion: ETSI EN 319 102-1, section 5.6.2.4.
 *
 * @param existedBy the latest moment at which what was signed is known to have existed, if any.
 */
export function isRevokedAt(
  { revokedAt, reason, invalidityDate }: Revocation,
  time: Date,
  existedBy?: Date,
): boolean {
  const countsFrom = invalidityDate !== null && invalidityDate < revokedAt ? invalidityDate : revokedAt;
  if (countsFrom <= time) return true;
  if (reason !== null && HARMLESS.has(reason)) return false;
  return existedBy === undefined || existedBy >= countsFrom;
}

/** `removeFromCRL` is none of them: outside of a list of changes it contradicts that the certificate is listed. */
const HARMLESS: ReadonlySet<RevocationReason> = new Set([
  "unspecified",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
]);
