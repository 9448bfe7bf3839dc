import type { Certificate } from "../x509/certificate.js";
import { isPastSecond } from "../x509/is-past-second.js";
import type { TstInfo } from "./timestamp-token.js";
import { type Finding, indeterminate } from "./timestamp-verdict.js";

/** Allowed difference between the clocks of verifier and authority. */
const CLOCK_TOLERANCE_MS = 300_000;

/**
 * Checks that the token can be relied on at the time of validation: ETSI EN 319 102-1, section 5.6.2.4. After a
 * certificate expires, its key may be compromised, so the token must be proven to be older.
 *
 * @param expiring the certificate of the chain that expires first, `firstExpiry`.
 * @param knownSince the latest moment at which the token is known to have existed.
 */
export function checkTime(
  { genTime, genTimeText }: TstInfo,
  { notAfter, subject }: Certificate,
  validationTime: Date,
  knownSince: Date,
): Finding | null {
  if (genTime.getTime() > validationTime.getTime() + CLOCK_TOLERANCE_MS) {
    const message = `the token states ${genTimeText}, after ${validationTime.toISOString()}`;
    return indeterminate("gen_time_in_the_future", message);
  }
  if (!isPastSecond(knownSince, notAfter)) return null;
  return indeterminate(
    "out_of_bounds_no_poe",
    `the certificate of ${subject.text} expired at ${notAfter.toISOString()}, and nothing proves that the token is older`,
  );
}

/**
 * The certificate of the chain that expires first: the signer's, or that of an authority above it, whose key could have
 * made another signer's since. An anchor above the signer is trusted as it is.
 */
export function firstExpiry(chain: readonly Certificate[]): Certificate {
  const [signer, ...authorities] = chain;
  return authorities
    .slice(0, -1)
    .reduce((first, next) => (next.notAfter < first.notAfter ? next : first), signer!);
}
