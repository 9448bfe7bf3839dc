/** Sessions: what they carry, and when they end (OWASP ASVS 5.0, V7). */
import { randomUUID } from "node:crypto";
import type { PeopleStore } from "../records/records.js";
import type { PersonRecord, SessionRecord } from "../records/types.js";
import { isIdle } from "./is-idle.js";
import { hashSecret, newSecret } from "./secret.js";
import { sessionCookie } from "./session-cookie.js";

/** A week of work between two sign-ins. `IDLE_MS` ends a session that is left alone earlier. */
export const SESSION_MS: number = 7 * 86_400_000;
const MAX_USER_AGENT = 200;

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
