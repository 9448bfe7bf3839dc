import type { AuditActor, PersonRecord } from "../records/types.js";

/** A person as the audit trail names who did something. */
export function personActor({ id, email }: PersonRecord): AuditActor {
  return { kind: "person", id, email };
}
