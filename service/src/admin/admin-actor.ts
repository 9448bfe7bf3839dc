import { type AuditedAct, auditEntry } from "../audit/audit-entry.js";
import type { AuditActor, AuditEntry } from "../records/types.js";

/** Who changes something with this command line. */
export const ADMIN: AuditActor = { kind: "admin" };

/** An entry of the audit trail for what this command line does now. */
export function adminEntry(act: Omit<AuditedAct, "actor">): AuditEntry {
  return auditEntry({ ...act, actor: ADMIN });
}
