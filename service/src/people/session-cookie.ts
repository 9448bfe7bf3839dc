/**
 * The cookie of a session (RFC 6265bis). The prefix `__Host-` makes browsers refuse it from a subdomain, without TLS and for
 * a part of the site. Browsers count `http://localhost` as safe enough, Safari excepted.
 */
import { parseCookie, stringifySetCookie } from "cookie";
import { isSecret } from "./secret.js";

const NAME = "__Host-session";

/** The session's secret in a `Cookie` header; null if there is none. */
export function sessionSecretOf(header: string | undefined): string | null {
  const secret = header === undefined ? undefined : parseCookie(header)[NAME];
  return secret !== undefined && isSecret(secret) ? secret : null;
}

/** `Set-Cookie` that starts a session. */
export function sessionCookie(secret: string, expires: Date): string {
  return stringifySetCookie({ name: NAME, value: secret, ...ATTRIBUTES, expires });
}

/** `Set-Cookie` that ends it. */
export function noSessionCookie(): string {
  return stringifySetCookie({ name: NAME, value: "", ...ATTRIBUTES, maxAge: 0 });
}

/** Lax, not strict: a link in a mail leads to the signed-in page. Forms have a token besides. */
const ATTRIBUTES = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;
