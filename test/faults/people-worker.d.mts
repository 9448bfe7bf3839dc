import type { Records } from "../../service/src/records/records.js";
import type { AuditEntry, PersonRecord, Role } from "../../service/src/records/types.js";

/** Identifiers and hashes of secrets, by name: see `preparePeople`. */
export type PeoplePlan = Readonly<Record<string, string>>;

export type Act =
  | "found"
  | "join"
  | "key"
  | "place"
  | "sealOrder"
  | "planOrder"
  | "signIn"
  | "leave"
  | "delete";

/** See people-worker.mjs. */
export const NOW: Date;
export const WELCOME_SEALS: number;
export const ORDERED_SEALS: number;
export function auditOf(accountId: string, action: string): AuditEntry;
export function emailOf(personId: string): string;
export function personOf(accountId: string, id: string, role: Role): PersonRecord;
export function preparePeople(store: Records): Promise<PeoplePlan>;
export function actsOf(store: Records, plan: PeoplePlan): Readonly<Record<Act, () => Promise<unknown>>>;
export function workWithPeople(store: Records, rounds: number, tell: (line: string) => void): Promise<void>;
