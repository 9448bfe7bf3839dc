/**
 * The audit trail: who changed what in an account, and when. An entry is written in the change that it tells of. Entries
 * never change, except that what names people is taken out when their account is erased.
 */
import { v7 } from "uuid";
import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { newestFirst } from "./every-row.js";
import type { AuditActor, AuditEntry, EntryPage } from "./types.js";

/** Stands for no account in a key. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Appends an entry, without what names people if its account is deleted. Appending it again has no effect.
 *
 * It does not touch the account: an entry that is written while the account is being deleted is there when the erasure
 * begins.
 *
 * @throws RangeError when there was never such an account.
 */
export async function enterAudit(rows: Changeable, entry: AuditEntry): Promise<void> {
  const account = entry.accountId ?? NOBODY;
  const [standing, known] = await Promise.all([
    entry.accountId === null ? null : rows.accounts.get([account]),
    rows.auditEntries.get([account, entry.id]),
  ]);
  if (entry.accountId !== null && standing === null) throw new RangeError(`there is no account ${account}`);
  if (known !== null) return;
  const isErased = standing !== null && standing.deletedAt !== null;
  await rows.auditEntries.insert({
    ...cellsOf(isErased ? erasedEntry(entry) : entry),
    account,
    // Rises within a process, also when its clock is set back.
    place: v7(),
  });
}

/**
 * What stays of an entry when its account is deleted: when, which kind of actor with which identifier, which action, and
 * on what, unless that is an address. Details may name people and files, so none stay. The entry of the deletion is kept
 * whole: it says who asked for it.
 */
export function erasedEntry(entry: AuditEntry): AuditEntry {
  return {
    ...entry,
    actor: entry.actor.kind === "person" ? { ...entry.actor, email: "" } : entry.actor,
    subject: entry.subject?.includes("@") ? null : entry.subject,
    details: {},
  };
}

/** Takes out of an entry what names people. */
export async function eraseEntry(rows: Changeable, row: Row<"auditEntries">): Promise<void> {
  const { actor, actorId, actorEmail, subject, details } = cellsOf(erasedEntry(entryOf(row)));
  await rows.auditEntries.update([row.account, row.id], {}, { actor, actorId, actorEmail, subject, details });
}

export const changes = {
  /** For what changes nothing else, as a download of the account's data, or a sign-in. */
  async append(rows: Changeable, entry: AuditEntry): Promise<void> {
    return enterAudit(rows, entry);
  },
};

export const queries = {
  /** A page of an account's entries: `newestFirst`. @param accountId null for those that concern no account. */
  async list(
    rows: Readable,
    accountId: string | null,
    limit: number,
    before: string | null,
  ): Promise<EntryPage<AuditEntry>> {
    return newestFirst(rows.auditEntries, accountId ?? NOBODY, limit, before, entryOf);
  },
};

function entryOf(row: Row<"auditEntries">): AuditEntry {
  const { id, account, at, action, subject } = row;
  return {
    ...{ id, at, action, subject },
    accountId: account === NOBODY ? null : account,
    actor:
      row.actor === "person"
        ? { kind: "person", id: row.actorId!, email: row.actorEmail ?? "" }
        : { kind: row.actor as Exclude<AuditActor["kind"], "person"> },
    details: row.details as AuditEntry["details"],
  };
}

function cellsOf({ actor, accountId: _, ...entry }: AuditEntry) {
  return {
    ...entry,
    actor: actor.kind,
    actorId: actor.kind === "person" ? actor.id : null,
    actorEmail: actor.kind === "person" ? actor.email : null,
  };
}
