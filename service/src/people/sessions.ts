/** Sessions: their cookie, what they carry, and how long they last (OWASP ASVS 5.0, V7). */

import { randomUUID } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import type { PeopleStore } from "../records/records.js";
import type { PersonRecord, SessionRecord } from "../records/types.js";
import { hashSecret, isSecret, newSecret } from "./sign-in.js";

/** A working day: who leaves a computer in the evening is signed out in the morning. */
export const IDLE_MS: number = 12 * 3_600_000;

/** Whether nothing was done in a session for so long that it is over. */
export function isIdle({ lastSeenAt }: SessionRecord, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() > IDLE_MS;
}

/**
 * The cookie of a session (RFC 6265bis). The prefix `__Host-` makes browsers refuse it from a subdomain, without TLS and for
 * a part of the site. Browsers count `http://localhost` as safe enough, Safari excepted.
 */
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

/** A week of work between two sign-ins. `IDLE_MS` ends a session that is left alone earlier. */
export const SESSION_MS: number = 7 * 86_400_000;
export const MAX_USER_AGENT = 200;

export interface StartedSession {
  readonly session: SessionRecord;
  /** `Set-Cookie`. */
  readonly cookie: string;
}

/**
 * Starts a session with a new secret.
 *
 * @returns null when the person was removed meanwhile.
 */
export async function startSession(
  people: PeopleStore,
  person: PersonRecord,
  method: SessionRecord["method"],
  userAgent: string | undefined,
  now: Date,
): Promise<StartedSession | null> {
  const secret = newSecret();
  const session: SessionRecord = {
    id: randomUUID(),
    secretHash: hashSecret(secret),
    personId: person.id,
    method,
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
    userAgent: (userAgent ?? "").slice(0, MAX_USER_AGENT),
  };
  try {
    await people.createSession(session);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return { session, cookie: sessionCookie(secret, session.expiresAt) };
}

/** The sessions of a person that still work, newest first. */
export async function openSessions(
  people: PeopleStore,
  personId: string,
  now: Date,
): Promise<readonly SessionRecord[]> {
  return (await people.listSessions(personId, now)).filter((session) => !isIdle(session, now));
}
