import type { Role } from "../records/types.js";

const RANKS: Readonly<Record<Role, number>> = { reader: 0, member: 1, owner: 2 };

/** Whether who has a role may do what needs another. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return RANKS[role] >= RANKS[needed];
}
