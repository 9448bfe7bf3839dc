/** Secrets of people: tokens of sessions and links. Shown once, stored as a hash. */
import { hash, randomBytes } from "node:crypto";

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
