import type { Records } from "../records/records.js";
import type { AccountRecord, SealBalance } from "../records/types.js";
import { secondsToNextUtcDay } from "../store/utc-day.js";

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
