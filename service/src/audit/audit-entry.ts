import { randomUUID } from "node:crypto";
import type { AuditActor, AuditEntry } from "../records/types.js";

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
