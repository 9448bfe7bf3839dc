/** People, and what signs them in, for tests of stores. */
import { randomBytes, randomUUID } from "node:crypto";
import { anyAudit } from "./account.testing.js";
import type { Records } from "./records.js";
import { randomHash } from "./registration.testing.js";
import type { OneTimeToken, PasskeyRecord, PersonRecord, SessionRecord } from "./types.js";

/** The moment of these tests. */
export const NOW: Date = new Date("2026-03-01T12:00:00.000Z");

/** A moment some seconds from `NOW`. */
export function after(seconds: number): Date {
  return new Date(NOW.getTime() + seconds * 1_000);
}

/** An owner with a new identifier and address. */
export function newPerson(accountId: string, given: Partial<PersonRecord> = {}): PersonRecord {
  const id = randomUUID();
  return {
    id,
    accountId,
    email: `${id}@example.org`,
    role: "owner",
    language: "en",
    createdAt: NOW,
    lastSignInAt: null,
    ...given,
  };
}

/** A link that signs in, of a random secret, for an hour. */
export function newToken(given: Partial<OneTimeToken> = {}): OneTimeToken {
  return {
    secretHash: randomHash(),
    purpose: "sign-in",
    email: `${randomUUID()}@example.org`,
    accountId: null,
    role: null,
    personId: null,
    createdAt: NOW,
    expiresAt: after(3_600),
    ...given,
  };
}

export function newPasskey(personId: string, given: Partial<PasskeyRecord> = {}): PasskeyRecord {
  return {
    id: randomBytes(32).toString("base64url"),
    personId,
    publicKey: new Uint8Array(randomBytes(77)),
    counter: 0,
    transports: ["internal", "hybrid"],
    name: "phone",
    backedUp: true,
    createdAt: NOW,
    lastUsedAt: null,
    ...given,
  };
}

/** A session of a random secret, for a day. */
export function newSession(personId: string, given: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: randomUUID(),
    secretHash: randomHash(),
    personId,
    method: "passkey",
    createdAt: NOW,
    lastSeenAt: NOW,
    authenticatedAt: NOW,
    expiresAt: after(86_400),
    userAgent: "Mozilla/5.0",
    ...given,
  };
}

/** Creates a person of an account. */
export async function addPerson(
  { people }: Records,
  accountId: string,
  given: Partial<PersonRecord> = {},
): Promise<PersonRecord> {
  const person = newPerson(accountId, given);
  if ((await people.createPerson(person, anyAudit())) !== "created") throw new Error("the address is taken");
  return person;
}
