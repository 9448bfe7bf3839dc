/**
 * Sessions: who is signed in. Tokens: secrets that work once, links of mails and challenges of WebAuthn. What was ended or
 * used has no row.
 */
import { randomUUID } from "node:crypto";
import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { accountOf } from "./accounts.js";
import { enterAudit } from "./audit.js";
import { eraseClosed } from "./deletion.js";
import { eachPortion, everyRow, firstRow, PORTION } from "./every-row.js";
import { personOf } from "./people.js";
import { touchAccount } from "./standing-account.js";
import type {
  AuditEntry,
  Invitation,
  OneTimeToken,
  Role,
  SessionRecord,
  SignedIn,
  TokenPurpose,
} from "./types.js";

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
  async touchSession(rows: Changeable, id: string, seen: Date, authenticatedAt: Date | null): Promise<void> {
    const row = await firstRow(rows.sessions, ["id"], [id]);
    if (row === null) return;
    const lastSeenAt = later(row.lastSeenAt, seen);
    const authenticated = later(row.authenticatedAt, authenticatedAt ?? row.authenticatedAt);
    await rows.sessions.update([row.secret], {}, { lastSeenAt, authenticatedAt: authenticated });
  },

  /** Ends one session of a person. False when there is none. Every instance refuses it from then on. */
  async endSession(rows: Changeable, personId: string, id: string): Promise<boolean> {
    const row = await firstRow(rows.sessions, ["id"], [id]);
    if (row?.person !== personId) return false;
    await rows.sessions.remove([row.secret]);
    return true;
  },

  /** @throws NoAccountError */
  async putToken(rows: Changeable, token: OneTimeToken): Promise<void> {
    const { secretHash: secret, accountId: account, personId: person, ...cells } = token;
    if (account !== null) await touchAccount(rows, account);
    await rows.tokens.insert({ ...cells, secret, account, person });
  },

  /**
   * Stores an invitation, in place of every other one of its address into the account, so that a role that was chosen by
   * mistake cannot be accepted.
   *
   * @returns `is_here`, and nothing is written, when a person of the account has the address.
   * @throws NoAccountError
   */
  async invite(rows: Changeable, token: Invitation, audit: AuditEntry): Promise<"invited" | "is_here"> {
    const { accountId, email } = token;
    const [address, open] = await Promise.all([
      rows.emails.get([email]),
      accountId === null ? [] : openInvitations(rows, accountId, token.createdAt),
    ]);
    const holder = address && (await rows.people.get([address.person]));
    if (holder && holder.account === accountId) return "is_here";
    await changes.putToken(rows, token);
    await enterAudit(rows, audit);
    for (const { secret } of open.filter((former) => former.email === email)) {
      await rows.tokens.remove([secret]);
      await enterAudit(rows, { ...audit, id: randomUUID(), action: "person.withdraw", details: {} });
    }
    return "invited";
  },

  /** Uses up what `findToken` gives: of parallel calls one gets it. */
  async useToken(rows: Changeable, secret: string, of: TokenPurpose, at: Date): Promise<OneTimeToken | null> {
    const token = await queries.findToken(rows, secret, of, at);
    if (token !== null) await rows.tokens.remove([secret]);
    return token;
  },

  /** Ends an invitation of an account. False when there is none that can be used. */
  async withdrawInvitation(
    rows: Changeable,
    accountId: string,
    secretHash: string,
    audit: AuditEntry,
  ): Promise<boolean> {
    const token = await queries.findToken(rows, secretHash, "invitation", audit.at);
    if (token?.accountId !== accountId) return false;
    await rows.tokens.remove([secretHash]);
    await enterAudit(rows, audit);
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

  /** A token that was not used and has not expired; it stays usable. */
  async findToken(rows: Readable, secret: string, of: TokenPurpose, at: Date): Promise<OneTimeToken | null> {
    const row = await rows.tokens.get([secret]);
    return row === null || row.purpose !== of || row.expiresAt <= at ? null : tokenOf(row);
  },

  /** Invitations into an account that can still be used, newest first. */
  async listInvitations(rows: Readable, accountId: string, now: Date): Promise<readonly OneTimeToken[]> {
    return (await openInvitations(rows, accountId, now))
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .map(tokenOf);
  },
};

export const tasks = {
  /** Ends the links that sign a person in, and then all sessions but one. @returns how many sessions. */
  async endOtherSessions(store: Store, personId: string, exceptId: string | null): Promise<number> {
    await store.change("people.endSignInLinks", (rows) => endSignInLinks(rows, personId));
    const all = ["sessions", OLDEST_FIRST, [personId]] as const;
    return eachPortion(store, "people.endOtherSessions", all, async (rows, portion) => {
      const others = portion.filter(({ id }) => id !== exceptId);
      await rows.sessions.remove(...others.map(({ secret }) => [secret] as const));
      return others.length;
    });
  },

  /**
   * Deletes tokens and sessions that expired before `before`, in portions. Also completes the deletions of accounts that a
   * crash interrupted, and erases what has arrived in deleted accounts since.
   *
   * @returns how many tokens and sessions it deleted.
   */
  async purgeExpired(store: Store, before: Date): Promise<number> {
    const purged = (await purge(store, "tokens", before)) + (await purge(store, "sessions", before));
    await eraseClosed(store);
    return purged;
  },
};

/** Invitations into an account that can still be used. */
async function openInvitations(rows: Readable, accountId: string, now: Date): Promise<Row<"tokens">[]> {
  const found = await everyRow(rows.tokens, ["account", "secret"], [accountId]);
  return found.filter(({ purpose, expiresAt }) => purpose === "invitation" && expiresAt > now);
}

async function endSignInLinks(rows: Changeable, personId: string): Promise<void> {
  const person = await rows.people.get([personId]);
  const links = person === null ? [] : await rows.tokens.page(["email"], [person.email], { limit: PORTION });
  const own = links.filter(({ purpose }) => purpose === "sign-in");
  await rows.tokens.remove(...own.map(({ secret }) => [secret] as const));
}

const later = (a: Date, b: Date) => (a < b ? b : a);

function sessionOf({ secret, person, account: _, ...row }: Row<"sessions">): SessionRecord {
  return { ...row, secretHash: secret, personId: person, method: row.method as SessionRecord["method"] };
}

async function purge(store: Store, table: "tokens" | "sessions", before: Date): Promise<number> {
  for (let purged = 0; ; ) {
    const ended = await store.change("people.purgeExpired", async (rows) => {
      const oldest = await rows[table].page(["expiresAt", "secret"], [], { limit: PORTION });
      const expired = oldest.filter(({ expiresAt }) => expiresAt < before);
      await rows[table].remove(...expired.map(({ secret }) => [secret] as const));
      return expired.length;
    });
    purged += ended;
    if (ended < PORTION) return purged;
  }
}

function tokenOf({ secret, account, person, ...row }: Row<"tokens">): OneTimeToken {
  return {
    ...row,
    secretHash: secret,
    purpose: row.purpose as TokenPurpose,
    role: row.role as Role | null,
    accountId: account,
    personId: person,
  };
}
