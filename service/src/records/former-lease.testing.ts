/** A lease that another instance may take over at any time, for races. */

import type { Changeable } from "../store/store.js";
import type { AnyRule } from "./rule-pairs.testing.js";
import type { Lease } from "./types.js";

export const lease: Lease = { name: "job", holder: "former", token: 1 };
/** As it is once it was taken over. */
export const successor: Lease = { name: "job", holder: "successor", token: 2 };

/** Run out, so whoever asks next takes it over. */
export function insertLease(rows: Changeable): Promise<void> {
  return rows.leases.insert({ ...lease, expiresAt: new Date(0) });
}

export const takeOver: AnyRule = ({ leases }) => leases.acquire(lease.name, successor.holder, 600_000);
