/** Secrets of links and codes, attempts, roles, tokens of forms, addresses. */

import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { domainToASCII } from "node:url";
import { RateLimit } from "../http/limits.js";
import type { AuditActor, PersonRecord, Role } from "../records/types.js";
import type { RateStore } from "../store/store.js";

/** Secrets of people: tokens of sessions and links. Shown once, stored as a hash. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** 32 random bytes, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** SHA-256 of its text. No salt and no slow hash: a secret has 256 random bits, so that it cannot be guessed. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

/**
 * How often somebody may try to sign in, or to add a passkey (OWASP ASVS 5.0, 6.3.1). Counted in the store, over all instances.
 *
 * Attempts are counted by the visitor's address, by the e-mail address, and by both together. The last one is the tightest, so
 * that who attacks a person from elsewhere does not lock that person out. Signing in with passkeys and recovery codes has no bound for an e-mail
 * address alone, so that it works however often others try: nobody can guess them. Whether a person has the e-mail address makes
 * no difference.
 */
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

/**
 * Tokens in forms, against requests that another site forges (OWASP, "Synchronizer Token Pattern"): derived from the
 * session, so that nothing is stored. Each one is masked anew: the same bytes in each compressed page could be guessed
 * from its length (BREACH).
 */
const TOKEN_BYTES = 32;

/** @param key a secret of the service. @param sessionHash of the session. */
export function csrfToken(key: Uint8Array, sessionHash: string): string {
  const mask = randomBytes(TOKEN_BYTES);
  const plain = plainToken(key, sessionHash);
  return Buffer.concat([mask, xor(mask, plain)]).toString("base64url");
}

export function isCsrfToken(key: Uint8Array, sessionHash: string, given: string): boolean {
  const bytes = Buffer.from(given, "base64url");
  if (bytes.length !== 2 * TOKEN_BYTES) return false;
  const plain = xor(bytes.subarray(0, TOKEN_BYTES), bytes.subarray(TOKEN_BYTES));
  return timingSafeEqual(plain, plainToken(key, sessionHash));
}

function plainToken(key: Uint8Array, sessionHash: string): Buffer {
  return createHmac("sha256", key).update(`csrf ${sessionHash}`).digest();
}

function xor(one: Uint8Array, other: Uint8Array): Buffer {
  return Buffer.from(one.map((byte, at) => byte ^ other[at]!));
}

/**
 * Recovery codes: written down by a person, used once each when passkey and mailbox are out of reach.
 *
 * 120 random bits each, so that a stored SHA-256 reveals nothing and no guess succeeds: neither salt nor slow hash is needed
 * from 112 bits on (OWASP ASVS 5.0, 6.5.2).
 */
export const RECOVERY_CODES: number = 10;

/** Crockford's Base32: no I, L, O, U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 24;
const GROUP = /.{4}(?=.)/g;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** A code as it is shown: six groups of four characters. */
export function newRecoveryCode(): string {
  // 256 is a multiple of 32: the rest of a byte is uniform.
  const code = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return code.replace(GROUP, "$&-");
}

/** The hash of a code as somebody typed it: in any case, with any separators, and letters that look like digits. Null if it is none. */
export function recoveryCodeHash(typed: string): string | null {
  if (typed.length > 100) return null;
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replace(/[IL]/g, "1").replaceAll("O", "0");
  return CODE.test(code) ? hashSecret(code) : null;
}

// E-mail addresses in one form, so that an address is one person. The form is what is stored, compared and written to.

/** RFC 5321, sections 4.5.3.1.1 and 4.5.3.1.3: a path of 256 octets has its brackets. */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;

/** RFC 5322, section 3.2.3: `dot-atom`. Quoted local parts are refused: no one has them, and they are a way into headers. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** RFC 1123, section 2.1, with at least two labels; the last one is not a number, as in an IP address. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The normal form of an address: lower case, the domain in ASCII (IDNA). Null when it is not an address that mail can be
 * sent to everywhere. Providers that tell `Ana@` from `ana@` do not exist in practice; people who type both do.
 */
export function normalEmail(given: string): string | null {
  // Before anything is converted, so that a long text costs nothing.
  if (given.length > 4 * MAX_ADDRESS) return null;
  const text = given.normalize("NFC").trim();
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at).toLowerCase();
  const domain = domainToASCII(text.slice(at + 1));
  const address = `${local}@${domain}`;
  const isRight =
    at > 0 &&
    local.length <= MAX_LOCAL &&
    address.length <= MAX_ADDRESS &&
    LOCAL.test(local) &&
    DOMAIN.test(domain);
  return isRight ? address : null;
}

const RANKS: Readonly<Record<Role, number>> = { reader: 0, member: 1, owner: 2 };

/** Whether who has a role may do what needs another. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return RANKS[role] >= RANKS[needed];
}

/** A person as the audit trail names who did something. */
export function personActor({ id, email }: PersonRecord): AuditActor {
  return { kind: "person", id, email };
}
