/** What an account may do; its use. */
import type { Records } from "../records/records.js";
import type { AccountRecord, PlanId, SealBalance } from "../records/types.js";
import { secondsToNextUtcDay } from "../store/utc-day.js";

/** What an account may do: docs/interface.md, "Limits". */
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

/** How much of its limits an account uses. */
export interface AccountUsage {
  readonly seals: SealBalance;
  readonly activeKeys: number;
  /** Through the API, in the UTC day. */
  readonly proofsToday: number;
  readonly custodyBytes: number;
  readonly downloadsToday: number;
  /** Until the counts of the day begin anew. */
  readonly resetsInSeconds: number;
}

export async function accountUsage(
  store: Pick<Records, "accounts" | "proofs" | "custody">,
  { id }: AccountRecord,
  now: Date,
): Promise<AccountUsage> {
  const [seals, keys, proofsToday, custodyBytes, downloadsToday] = await Promise.all([
    store.accounts.sealBalance(id),
    store.accounts.listKeys(id),
    store.proofs.countOfDay(id, now),
    store.custody.usedBytes(id),
    store.custody.downloadsOfDay(id, now),
  ]);
  return {
    seals,
    activeKeys: keys.filter(({ revokedAt }) => revokedAt === null).length,
    proofsToday,
    custodyBytes,
    downloadsToday,
    resetsInSeconds: secondsToNextUtcDay(now),
  };
}
