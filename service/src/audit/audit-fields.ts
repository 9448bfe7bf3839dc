import type { AuditEntry } from "../records/types.js";

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
