/**
 * How often somebody may try to sign in, or to add a passkey (OWASP ASVS 5.0, 6.3.1). Counted in the store, over all instances.
 *
 * Attempts are counted by the visitor's address, by the e-mail address, and by both together. The last one is the tightest, so
 * that who attacks a person from elsewhere does not lock that person out. Signing in with passkeys and recovery codes has no bound for an e-mail
 * address alone, so that it works however often others try: nobody can guess them. Whether a person has the e-mail address makes
 * no difference.
 */

import { RateLimit } from "../limits/rate-limit.js";
import type { RateStore } from "../store/store.js";
import { hashSecret } from "./secret.js";

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;

interface Bound {
  readonly points: number;
  readonly windowMs: number;
}

interface Bounds {
  /** An office or a school shares an address. */
  readonly address: Bound;
  readonly both?: Bound;
  readonly email?: Bound;
}

/**
 * - `mail`: mails that are asked for: each fills a mailbox;
 * - `code`: recovery codes;
 * - `link`: links of mails that are used;
 * - `passkey`: challenges and answers, two for each sign-in;
 * - `new-passkey`: challenges and answers of people who are signed in, two for each passkey that they add.
 */
export type AttemptKind = "mail" | "code" | "link" | "passkey" | "new-passkey";

const BOUNDS: Readonly<Record<AttemptKind, Bounds>> = {
  mail: {
    address: { points: 30, windowMs: QUARTER_MS },
    both: { points: 5, windowMs: QUARTER_MS },
    email: { points: 15, windowMs: HOUR_MS },
  },
  code: {
    address: { points: 30, windowMs: QUARTER_MS },
    both: { points: 5, windowMs: QUARTER_MS },
  },
  link: { address: { points: 60, windowMs: QUARTER_MS } },
  passkey: { address: { points: 120, windowMs: QUARTER_MS } },
  "new-passkey": {
    address: { points: 120, windowMs: QUARTER_MS },
    email: { points: 60, windowMs: QUARTER_MS },
  },
};

export class Attempts {
  readonly #rates: RateStore;

  constructor(rates: RateStore) {
    this.#rates = rates;
  }

  /**
   * Counts an attempt.
   *
   * @param address of the visitor: `Visit.address`.
   * @param email in its normal form; null if none was given.
   * @returns null when it is allowed, otherwise the milliseconds until the next one is.
   * @throws StoreUnavailableError
   */
  async take(kind: AttemptKind, address: string, email: string | null): Promise<number | null> {
    const bounds = BOUNDS[kind];
    // Counters outlive the attempt: they do not name people.
    const person = email === null ? null : hashSecret(email);
    const keys: readonly (readonly [Bound | undefined, string])[] = [
      [bounds.address, `address:${address}`],
      [bounds.both, `both:${address}:${person}`],
      [bounds.email, `email:${person}`],
    ];
    for (const [bound, key] of person === null ? keys.slice(0, 1) : keys) {
      if (bound === undefined) continue;
      const { left, endsInMs } = await new RateLimit(this.#rates, { name: `sign-in-${kind}`, ...bound }).take(
        key,
      );
      // The wider counters are not reached: who is locked out does not lock out others.
      if (left < 0) return endsInMs;
    }
    return null;
  }
}
