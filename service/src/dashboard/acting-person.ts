import { signedInOf, type Visit } from "../pages/visit.js";
import type { AuditActor } from "../records/types.js";

/** Whoever is signed in, as the audit trail names them. */
export function actingPerson(visit: Visit): AuditActor {
  const { id, email } = signedInOf(visit).person;
  return { kind: "person", id, email };
}
