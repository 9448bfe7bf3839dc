/** From when on a revocation counts. */
import type { RevocationReason } from "./revocation-data.js";

export interface Revocation {
  readonly revokedAt: Date;
  readonly reason: RevocationReason | null;
}

/**
 * A revocation counts from its time on. Before it, what was signed stands only if the reason says that the key was never
 * in other hands; without a reason it does not: RFC 3161, section 4, point 1.
 */
export function isRevokedAt({ revokedAt, reason }: Revocation, time: Date): boolean {
  if (reason === "removeFromCRL") return false;
  return revokedAt <= time || reason === null || !HARMLESS.has(reason);
}

const HARMLESS: ReadonlySet<RevocationReason> = new Set([
  "unspecified",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
]);
