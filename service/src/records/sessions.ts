/** Sessions: who is signed in. One that was ended has no row. */

import type { Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { accountOf } from "./accounts.js";
import { eachPortion, everyRow } from "./every-row.js";
import { personOf } from "./people.js";
import type { SessionRecord, SignedIn } from "./types.js";

const OLDEST_FIRST = ["person", "createdAt", "secret"] as const;

/** Also sets the person's `lastSignInAt`. @throws RangeError when there is no such person. */
export function createSession(store: Store, session: SessionRecord): Promise<void> {
  return store.change("people.createSession", async (rows) => {
    const { secretHash: secret, personId: person, ...cells } = session;
    if (!(await rows.people.update([person], {}, { lastSignInAt: session.createdAt })))
      throw new RangeError(`there is no person ${person}`);
    await rows.sessions.insert({ ...cells, secret, person });
  });
}

/** A session that has not ended, of a person whose account is not disabled or deleted. */
export function findSession(store: Store, secretHash: string, now: Date): Promise<SignedIn | null> {
  return store.read("people.findSession", async (rows) => {
    const session = await rows.sessions.get([secretHash]);
    if (session === null || session.expiresAt <= now) return null;
    const person = await rows.people.get([session.person]);
    const account = person === null ? null : accountOf(await rows.accounts.get([person.account]));
    if (person === null || account === null || account.disabledAt !== null) return null;
    return { session: sessionOf(session), person: personOf(person), account };
  });
}

/** Sets `lastSeenAt`, and `authenticatedAt` unless it is null; neither goes back. */
export function touchSession(
  store: Store,
  id: string,
  seenAt: Date,
  authenticatedAt: Date | null,
): Promise<void> {
  return store.change("people.touchSession", async (rows) => {
    const row = await sessionById(rows, id);
    if (row === null) return;
    const lastSeenAt = later(row.lastSeenAt, seenAt);
    const authenticated = later(row.authenticatedAt, authenticatedAt ?? row.authenticatedAt);
    await rows.sessions.update([row.secret], {}, { lastSeenAt, authenticatedAt: authenticated });
  });
}

/** Sessions of a person that have not ended, newest first. */
export function listSessions(store: Store, personId: string, now: Date): Promise<readonly SessionRecord[]> {
  return store.read("people.listSessions", async (rows) => {
    const found = await everyRow(rows.sessions, OLDEST_FIRST, [personId]);
    return found
      .filter(({ expiresAt }) => expiresAt > now)
      .toReversed()
      .map(sessionOf);
  });
}

/** Ends one session of a person. False when there is none. Every instance refuses it from then on. */
export function endSession(store: Store, personId: string, id: string): Promise<boolean> {
  return store.change("people.endSession", async (rows) => {
    const row = await sessionById(rows, id);
    if (row?.person !== personId) return false;
    await rows.sessions.remove([row.secret]);
    return true;
  });
}

/** Ends all sessions of a person but one. @returns how many. */
export function endOtherSessions(store: Store, personId: string, exceptId: string | null): Promise<number> {
  const portions = { table: "sessions", order: OLDEST_FIRST, of: [personId] } as const;
  return eachPortion(store, "people.endOtherSessions", portions, async (rows, portion) => {
    const others = portion.filter(({ id }) => id !== exceptId);
    await rows.sessions.remove(...others.map(({ secret }) => [secret] as const));
    return others.length;
  });
}

async function sessionById(rows: Readable, id: string): Promise<Row<"sessions"> | null> {
  const [row] = await rows.sessions.page(["id"], [id], { limit: 1 });
  return row ?? null;
}

const later = (a: Date, b: Date) => (a < b ? b : a);

function sessionOf({ secret, person, ...row }: Row<"sessions">): SessionRecord {
  return { ...row, secretHash: secret, personId: person, method: row.method as SessionRecord["method"] };
}
