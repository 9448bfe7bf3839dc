import type { AuditActor } from "../store/audit-store.js";
import type { PersonRecord } from "../store/people-store.js";

/** A person as the audit trail names who did something. */
export function personActor({ id, email }: PersonRecord): AuditActor {
  return { kind: "person", id, email };
}
