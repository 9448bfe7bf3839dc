/** API keys: docs/interface.md, "Authentication". The text of a key is shown once and never stored. */
import { hash, randomBytes } from "node:crypto";

const KEY = /^svc_[A-Za-z0-9_-]{43}$/;

/** A new key: `svc_` and 32 random bytes in base64url. */
export function generateApiKey(): string {
  return `svc_${randomBytes(32).toString("base64url")}`;
}

/** Whether a text has the form of a key. */
export function isApiKey(text: string): boolean {
  return KEY.test(text);
}

/**
 * The only form in which a key is kept: SHA-256 of its text, lower-case hexadecimal. No salt and no slow hash:
 * the key has 256 random bits, so it cannot be guessed, and looking up its hash leaks nothing through timing.
 */
export function hashApiKey(key: string): string {
  return hash("sha256", key);
}
