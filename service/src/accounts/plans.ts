/** What an account may do: docs/interface.md, "Limits". */
import type { PlanId } from "../records/types.js";

export interface Plan {
  readonly name: string;
  /** Proofs a UTC day through the API. */
  readonly proofsPerDay: number;
  readonly activeKeys: number;
  readonly custodyFileBytes: number;
  readonly custodyAccountBytes: number;
  readonly downloadsPerDay: number;
}

/** The interface writes MB and GB; they are read as powers of ten. */
const MB = 1_000_000;
const GB = 1_000_000_000;

export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: {
    name: "Free",
    proofsPerDay: 10,
    activeKeys: 5,
    custodyFileBytes: 10 * MB,
    custodyAccountBytes: 50 * MB,
    downloadsPerDay: 10,
  },
  pro: {
    name: "Pro",
    proofsPerDay: 5_000,
    activeKeys: 5,
    custodyFileBytes: 50 * MB,
    custodyAccountBytes: 5 * GB,
    downloadsPerDay: 50,
  },
};
