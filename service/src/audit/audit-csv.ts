/** The audit trail as comma-separated values (RFC 4180), in UTF-8, with CRLF and a line of titles. */
import { spreadsheetText } from "@svc-proof/shared/text";
import type { AuditEntry } from "../records/types.js";
import { auditFields } from "./audit-fields.js";

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
