/** Sessions: who is signed in. One that was ended has no row. */

import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { accountOf } from "./accounts.js";
import { eachPortion, everyRow, PORTION } from "./every-row.js";
import { personOf } from "./people.js";
import type { SessionRecord, SignedIn } from "./types.js";

const OLDEST_FIRST = ["person", "createdAt", "secret"] as const;

export const changes = {
  /** Also sets the person's `lastSignInAt`. @throws RangeError when there is no such person. */
  async createSession(rows: Changeable, session: SessionRecord): Promise<void> {
    const { secretHash: secret, personId: id, ...cells } = session;
    const person = await rows.people.get([id]);
    if (person === null) throw new RangeError(`there is no person ${id}`);
    await rows.people.update([id], {}, { lastSignInAt: session.createdAt });
    await rows.sessions.insert({ ...cells, secret, person: id, account: person.account });
  },

  /** Sets `lastSeenAt`, and `authenticatedAt` unless it is null; neither goes back. */
  async touchSession(
    rows: Changeable,
    id: string,
    seenAt: Date,
    authenticatedAt: Date | null,
  ): Promise<void> {
    const row = await sessionById(rows, id);
    if (row === null) return;
    const lastSeenAt = later(row.lastSeenAt, seenAt);
    const authenticated = later(row.authenticatedAt, authenticatedAt ?? row.authenticatedAt);
    await rows.sessions.update([row.secret], {}, { lastSeenAt, authenticatedAt: authenticated });
  },

  /** Ends one session of a person. False when there is none. Every instance refuses it from then on. */
  async endSession(rows: Changeable, personId: string, id: string): Promise<boolean> {
    const row = await sessionById(rows, id);
    if (row?.person !== personId) return false;
    await rows.sessions.remove([row.secret]);
    return true;
  },
};

export const queries = {
  /** A session that has not ended, of a person whose account is not disabled or deleted. */
  async findSession(rows: Readable, secretHash: string, now: Date): Promise<SignedIn | null> {
    const session = await rows.sessions.get([secretHash]);
    if (session === null || session.expiresAt <= now) return null;
    const [person, row] = await Promise.all([
      rows.people.get([session.person]),
      rows.accounts.get([session.account]),
    ]);
    const account = accountOf(row);
    if (person === null || account === null || account.disabledAt !== null) return null;
    return { session: sessionOf(session), person: personOf(person), account };
  },

  /** Sessions of a person that have not ended, newest first. */
  async listSessions(rows: Readable, personId: string, now: Date): Promise<readonly SessionRecord[]> {
    const found = await everyRow(rows.sessions, OLDEST_FIRST, [personId]);
    return found
      .filter(({ expiresAt }) => expiresAt > now)
      .toReversed()
      .map(sessionOf);
  },
};

export const tasks = {
  /** Ends the links that sign a person in, and then all sessions but one. @returns how many sessions. */
  async endOtherSessions(store: Store, personId: string, exceptId: string | null): Promise<number> {
    await store.change("people.endSignInLinks", (rows) => endSignInLinks(rows, personId));
    const portions = { table: "sessions", order: OLDEST_FIRST, of: [personId] } as const;
    return eachPortion(store, "people.endOtherSessions", portions, async (rows, portion) => {
      const others = portion.filter(({ id }) => id !== exceptId);
      await rows.sessions.remove(...others.map(({ secret }) => [secret] as const));
      return others.length;
    });
  },
};

async function endSignInLinks(rows: Changeable, personId: string): Promise<void> {
  const person = await rows.people.get([personId]);
  const links = person === null ? [] : await rows.tokens.page(["email"], [person.email], { limit: PORTION });
  const own = links.filter(({ purpose }) => purpose === "sign-in");
  await rows.tokens.remove(...own.map(({ secret }) => [secret] as const));
}

async function sessionById(rows: Readable, id: string): Promise<Row<"sessions"> | null> {
  const [row] = await rows.sessions.page(["id"], [id], { limit: 1 });
  return row ?? null;
}

const later = (a: Date, b: Date) => (a < b ? b : a);

function sessionOf({ secret, person, account: _, ...row }: Row<"sessions">): SessionRecord {
  return { ...row, secretHash: secret, personId: person, method: row.method as SessionRecord["method"] };
}
