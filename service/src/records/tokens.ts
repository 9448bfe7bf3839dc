/** Secrets that work once: links of mails, and challenges of WebAuthn. One that was used has no row. */
import { randomUUID } from "node:crypto";
import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { enterAudit } from "./audit.js";
import { eraseClosed } from "./deletion.js";
import { everyRow, PORTION } from "./every-row.js";
import { touchAccount } from "./standing-account.js";
import type { AuditEntry, Invitation, OneTimeToken, Role, TokenPurpose } from "./types.js";

export const changes = {
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

  /** The same, and it is used up: of parallel calls one gets it. */
  async useToken(
    rows: Changeable,
    secretHash: string,
    purpose: TokenPurpose,
    now: Date,
  ): Promise<OneTimeToken | null> {
    const token = await usableToken(rows, secretHash, purpose, now);
    if (token !== null) await rows.tokens.remove([secretHash]);
    return token;
  },

  /** Ends an invitation of an account. False when there is none that can be used. */
  async withdrawInvitation(
    rows: Changeable,
    accountId: string,
    secretHash: string,
    audit: AuditEntry,
  ): Promise<boolean> {
    const token = await usableToken(rows, secretHash, "invitation", audit.at);
    if (token?.accountId !== accountId) return false;
    await rows.tokens.remove([secretHash]);
    await enterAudit(rows, audit);
    return true;
  },
};

export const tasks = {
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

export const queries = {
  /** A token that was not used and has not expired; it stays usable. */
  async findToken(
    rows: Readable,
    secretHash: string,
    purpose: TokenPurpose,
    now: Date,
  ): Promise<OneTimeToken | null> {
    return usableToken(rows, secretHash, purpose, now);
  },

  /** Invitations into an account that can still be used, newest first. */
  async listInvitations(rows: Readable, accountId: string, now: Date): Promise<readonly OneTimeToken[]> {
    return (await openInvitations(rows, accountId, now))
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .map(tokenOf);
  },
};

/** Invitations into an account that can still be used. */
async function openInvitations(
  rows: Readable,
  accountId: string,
  now: Date,
): Promise<readonly Row<"tokens">[]> {
  const found = await everyRow(rows.tokens, ["account", "secret"], [accountId]);
  return found.filter(({ purpose, expiresAt }) => purpose === "invitation" && expiresAt > now);
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
