import type { AuditEntry } from "./types.js";

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
