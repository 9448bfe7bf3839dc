/** Secrets that work once: links of mails, and challenges of WebAuthn. One that was used has no row. */

import type { Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { touchAccount } from "./accounts.js";
import { enterAudit } from "./audit.js";
import { everyRow } from "./every-row.js";
import type { AuditEntry, OneTimeToken, Role, TokenPurpose } from "./types.js";

/** @throws RangeError when there is no such account. */
export function putToken(store: Store, token: OneTimeToken): Promise<void> {
  return store.change("people.putToken", async (rows) => {
    const { secretHash: secret, accountId: account, personId: person, ...cells } = token;
    if (account !== null) await touchAccount(rows, account);
    await rows.tokens.insert({ ...cells, secret, account, person });
  });
}

/** A token that was not used and has not expired; it stays usable. */
export function findToken(
  store: Store,
  secretHash: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<OneTimeToken | null> {
  return store.read("people.findToken", (rows) => usableToken(rows, secretHash, purpose, now));
}

/** The same, and it is used up: of parallel calls one gets it. */
export function useToken(
  store: Store,
  secretHash: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<OneTimeToken | null> {
  return store.change("people.useToken", async (rows) => {
    const token = await usableToken(rows, secretHash, purpose, now);
    if (token !== null) await rows.tokens.remove([secretHash]);
    return token;
  });
}

/** Invitations into an account that can still be used, newest first. */
export function listInvitations(
  store: Store,
  accountId: string,
  now: Date,
): Promise<readonly OneTimeToken[]> {
  return store.read("people.listInvitations", async (rows) => {
    const found = await everyRow(rows.tokens, ["account", "secret"], [accountId]);
    return found
      .filter(({ purpose, expiresAt }) => purpose === "invitation" && expiresAt > now)
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .map(tokenOf);
  });
}

/** Ends an invitation of an account. False when there is none that can be used. */
export function withdrawInvitation(
  store: Store,
  accountId: string,
  secretHash: string,
  audit: AuditEntry,
): Promise<boolean> {
  return store.change("people.withdrawInvitation", async (rows) => {
    const token = await usableToken(rows, secretHash, "invitation", audit.at);
    if (token?.accountId !== accountId) return false;
    await rows.tokens.remove([secretHash]);
    await enterAudit(rows, audit);
    return true;
  });
}

async function usableToken(
  rows: Readable,
  secretHash: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<OneTimeToken | null> {
  const row = await rows.tokens.get([secretHash]);
  return row === null || row.purpose !== purpose || row.expiresAt <= now ? null : tokenOf(row);
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
