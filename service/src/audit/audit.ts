/** Entries, fields, CSV. */

import { randomUUID } from "node:crypto";
import { spreadsheetText } from "@svc-proof/shared/text";
import type { AuditActor, AuditEntry, EntryPage } from "../records/types.js";

/** Entries that memory holds at a time. */
const PAGE = 500;

/**
 * All entries of a list that were stored before this begins, newest first.
 *
 * @param list a page of it, after the entry `before`; null for the first page.
 */
export async function* allEntries<Entry extends { readonly id: string }>(
  list: (limit: number, before: string | null) => Promise<EntryPage<Entry>>,
): AsyncGenerator<Entry> {
  for (let before: string | null = null; ; ) {
    const { entries, more }: EntryPage<Entry> = await list(PAGE, before);
    yield* entries;
    const last = entries.at(-1);
    if (!more || last === undefined) return;
    before = last.id;
  }
}

/** An entry as exports show it: the names are part of what other programs read. */
export interface AuditFields {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly actor: AuditEntry["actor"]["kind"];
  readonly actor_id: string | null;
  readonly actor_email: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly details: AuditEntry["details"];
}

export function auditFields({ id, at, actor, action, subject, details }: AuditEntry): AuditFields {
  const person = actor.kind === "person" ? actor : null;
  return {
    id,
    at: at.toISOString(),
    actor: actor.kind,
    actor_id: person?.id ?? null,
    actor_email: person?.email ?? null,
    action,
    subject,
    details,
  };
}

/** The audit trail as comma-separated values (RFC 4180), in UTF-8, with CRLF and a line of titles. */
export const AUDIT_CSV_TITLES: string = csvLine([
  "id",
  "at",
  "actor",
  "actor_id",
  "actor_email",
  "action",
  "subject",
  "details",
]);

export function auditCsvLine(entry: AuditEntry): string {
  const { details, ...fields } = auditFields(entry);
  return csvLine([...Object.values(fields), detailsText(details)]);
}

/** `name: value` each: JSON in a cell would be unreadable, and its quotes doubled. */
function detailsText(details: AuditEntry["details"]): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${value ?? ""}`)
    .join("; ");
}

function csvLine(fields: readonly (string | null)[]): string {
  return `${fields.map((field) => csvField(field ?? "")).join(",")}\r\n`;
}

/** Names of keys and people come from whoever typed them. */
function csvField(text: string): string {
  const shown = spreadsheetText(text);
  return /[",\r\n;]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** What happened, without when. */
export interface AuditedAct {
  /** Null for what concerns no account. */
  readonly accountId: string | null;
  readonly actor: AuditActor;
  /** `AREA.VERB`. */
  readonly action: string;
  /** An identifier or an address; the account itself if it is left out. */
  readonly subject?: string | null;
  /** No secrets. */
  readonly details?: AuditEntry["details"];
}

/** An entry of the audit trail for something that happens now. */
export function auditEntry({ accountId, actor, action, subject, details }: AuditedAct): AuditEntry {
  return {
    id: randomUUID(),
    accountId,
    at: new Date(),
    actor,
    action,
    subject: subject ?? null,
    details: details ?? {},
  };
}
