/**
 * Recovery codes: written down by a person, used once each when passkey and mailbox are out of reach.
 *
 * 120 random bits each, so that a stored SHA-256 reveals nothing and no guess succeeds: neither salt nor slow hash is needed
 * from 112 bits on (OWASP ASVS 5.0, 6.5.2).
 */
import { randomBytes } from "node:crypto";
import { hashSecret } from "./secret.js";

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
